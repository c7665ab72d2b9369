import { pino } from 'pino';

import { Site } from '#app/app.server.ts';
import { parseConfig } from '#app/current/config/config.server.ts';
import type { SiteParts } from '#app/door/parts.server.ts';
import { signInCookies } from '#app/login/cookies.server.ts';
import { xsrfToken } from '#lib/csrf/csrf.server.ts';
import { createLimits } from '#lib/limits/limits.server.ts';

import { CAST } from './cast.ts';
import type { CastName } from './cast.ts';
import type { TestSite } from './site.ts';

export interface TestRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The address of the caller. */
  address?: string;
}

/** A sign-in with everything that belongs to it. */
export interface TestSignIn {
  token: string;
  loginId: string;
  xsrf: string;
  /** The header, as a browser that keeps all cookies sends it. */
  cookie: string;
  /** As they are set. */
  cookies: string[];
}

export interface TestApp {
  readonly parts: SiteParts;
  /** What was logged, line by line. */
  readonly lines: Record<string, unknown>[];
  /** Sends exactly this, with nothing that a test did not say. */
  sendRequest(path: string, sendRequest?: TestRequest): Promise<Response>;
  signIn(who: CastName): Promise<TestSignIn>;
}

/** Another door to the site of a test: the same database, but for `variables` and other `parts`, with its log kept. */
export function openTestApp(
  { parts }: TestSite,
  variables: Record<string, string> = {},
  other: Partial<SiteParts> = {},
): TestApp {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const { DATABASE_URL, SECRET, DATA_DIR, publicUrl } = parts.config;
  const config = parseConfig({ DATABASE_URL, SECRET, DATA_DIR, LIMITS: '0', PUBLIC_URL: publicUrl, ...variables });
  const { now } = { ...parts, ...other };
  const limits = createLimits({ pool: parts.db.pool, multiplier: config.LIMITS, now });
  const doorParts: SiteParts = { ...parts, config, log, limits, ...other };
  const site = new Site(doorParts);
  return {
    parts: doorParts,
    lines,
    sendRequest: (path, { method = 'GET', headers = {}, body, address = '127.0.0.1' } = {}) =>
      site.fetch(new Request(`http://127.0.0.1${path}`, { method, headers, body: body ?? null }), { address }),
    signIn: (who) => signIn(doorParts, who),
  };
}

async function signIn({ config, secret, sessions, now }: SiteParts, who: CastName): Promise<TestSignIn> {
  const { token, session } = await sessions.create(CAST[who].userId, now());
  const cookies = signInCookies(config, secret, token, session.loginId);
  return {
    token,
    loginId: session.loginId,
    cookies,
    xsrf: xsrfToken(session.loginId, secret),
    cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
  };
}

/** The cookies that an answer sets, by name, each with its attributes. */
export function cookiesOf(response: Response): Record<string, string[]> {
  const cookies = response.headers.getSetCookie().map((cookie) => {
    const [pair = '', ...attributes] = cookie.split('; ');
    const [name = '', value = ''] = pair.split('=', 2);
    return [name, [value, ...attributes]] as [string, string[]];
  });
  return Object.fromEntries(cookies);
}
