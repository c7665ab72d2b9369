import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';

import { findRole } from './accounts/accounts.server.ts';
import { api } from './api.server.ts';
import type { Actor, Current } from './current/current.server.ts';
import { LOCALE_COOKIE, barePath, requestLocale } from './current/locale.ts';
import { requireLocaleOfStage } from './current/locale-segment.ts';
import { MASQUERADE_COOKIE, masqueradeOf } from './current/masquerade.server.ts';
import type { Masquerade } from './current/masquerade.server.ts';
import type { Role } from './current/role.ts';
import { ownOrigins } from './current/stage.ts';
import { frameHosts } from './games/trailers.server.ts';
import { sessionCookieName } from './login/cookies.server.ts';
import { callHeaders, mediaHeaders, pageHeaders, preflightHeaders } from './site/headers.server.ts';
import { answerMedia, isForSome } from './site/door/media.server.ts';
import { pageCookies } from './site/door/page-cookies.server.ts';
import type { Begun } from './site/door/kept-pages.server.ts';
import { KeptPages, isForEveryone } from './site/door/kept-pages.server.ts';
import { movedTo } from './site/door/moved.server.ts';
import { readPageForm } from './site/door/page-forms.server.ts';
import { newsOf, renderPage, renderRefusal } from './site/pages.server.ts';
import type { SiteParts } from './site/parts.server.ts';
import { isWrite, limitHeaders, limitRuleOf } from './site/door/request-limits.server.ts';
import { Operations } from './site/operations.server.ts';
import { VERSION } from './site/version.ts';
import { isReport } from './telemetry/reports.ts';
import { crossSite, notFound, rateLimited, serverError } from '#lib/calls/problems.ts';
import { problemReply, respond } from '#lib/calls/respond.server.ts';
import { CallRouter } from '#lib/calls/route.server.ts';
import { hasXsrfToken, isSameOrigin } from '#lib/csrf/csrf.server.ts';
import { compressResponse } from '#lib/http/compress.server.ts';
import { readCookies } from '#lib/http/cookies.ts';
import { nextRequestId } from '#lib/http/request-id.server.ts';
import { splitUrl } from '#lib/http/split-url.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';
import type { Session } from '#lib/sessions/sessions.server.ts';

/** Where a request comes from: the address of the caller, already freed of proxies. */
export interface Client {
  readonly address: string;
}

interface Visit {
  readonly request: Request;
  readonly path: string;
  readonly search: string;
  readonly cookies: Record<string, string>;
  readonly requestId: string;
  readonly client: Client;
}

/** The whole site: a request goes in, a response comes out. */
export class Site {
  readonly #parts: SiteParts;
  readonly #calls = new CallRouter<Current>(api);
  readonly #operations: Operations;
  readonly #origins: ReadonlySet<string>;
  readonly #callHeaders: Record<string, string>;
  readonly #sessionCookie: string;
  readonly #keptPages: KeptPages;

  constructor(parts: SiteParts) {
    this.#parts = parts;
    this.#operations = new Operations(parts);
    this.#origins = ownOrigins(parts.config.publicUrl);
    this.#callHeaders = callHeaders(parts.config, VERSION);
    this.#sessionCookie = sessionCookieName(parts.config);
    this.#keptPages = new KeptPages(parts.wakes, parts.now);
  }

  async fetch(request: Request, client: Client): Promise<Response> {
    const started = performance.now();
    const [path, search] = splitUrl(request.url);
    const cookies = readCookies(request.headers.get('cookie'));
    const visit = { request, path, search, cookies, requestId: nextRequestId(), client };
    const special = await this.#operations.respond(request, path, client);
    if (special !== undefined) return special;
    const kind = path.startsWith('/api/') ? 'call' : path.startsWith('/media/') ? 'media' : 'page';
    const answer = {
      call: () => this.#answerCall(visit),
      media: () => this.#answerMedia(visit),
      page: () => this.#answerPage(visit),
    }[kind];
    const response = await answer();
    const seconds = (performance.now() - started) / 1000;
    const { method } = request;
    this.#operations.metrics.count(kind, method, response.status, seconds);
    const ms = Math.round(seconds * 1e5) / 100;
    this.#parts.log.info({ requestId: visit.requestId, method, path, status: response.status, ms }, 'request');
    return response;
  }

  async #answerCall(visit: Visit): Promise<Response> {
    const { request, path, search, requestId } = visit;
    const headers: Record<string, string> = { ...this.#callHeaders, 'x-request-id': requestId };
    try {
      if (request.method === 'OPTIONS') return this.#preflight(path, headers);
      const asker = isReport(request, path) ? NOBODY : await this.#whoAsks(visit);
      await this.#limit(visit, asker, headers);
      const who = masked(visit, asker);
      if (isWrite(request)) this.#requireOwnPage(request, who.session);
      const current = this.#current(visit, who);
      return await respond(request, await this.#calls.run(request, path, search, current), headers);
    } catch (thrown) {
      return respond(request, problemReply(this.#problemOf(thrown, visit), requestId), headers);
    }
  }

  /** Nearly all pictures are for everyone alike: nobody is asked who they are. */
  async #answerMedia(visit: Visit): Promise<Response> {
    const { request, path, search, requestId } = visit;
    const headers: Record<string, string> = { ...mediaHeaders(this.#parts.config), 'x-request-id': requestId };
    try {
      await this.#limit(visit, NOBODY, headers);
      const who = isForSome(path) ? masked(visit, await this.#whoAsks(visit)) : NOBODY;
      return await respond(request, await answerMedia(this.#current(visit, who), request, path, search), headers);
    } catch (thrown) {
      return respond(request, problemReply(this.#problemOf(thrown, visit), requestId), headers);
    }
  }

  async #answerPage(visit: Visit): Promise<Response> {
    const { request, path, requestId } = visit;
    const key = isForEveryone(visit, this.#sessionCookie)
      ? `${this.#current(visit, NOBODY).locale} ${path}`
      : undefined;
    const own: Record<string, string> = { 'x-request-id': requestId };
    const nonce = randomBytes(16).toString('base64');
    let who = NOBODY;
    let page: Response;
    let begun: Begun | undefined;
    try {
      who = await this.#whoAsks(visit);
      await this.#limit(visit, who, own);
      requireLocaleOfStage(this.#parts.config.stage, path);
      const kept = key && this.#keptPages.answer(key, request, own);
      if (kept) return kept;
      const moved = movedTo(visit);
      if (key) begun = this.#keptPages.begin(key, nonce, newsOf(path));
      who = masked(visit, who);
      if (isWrite(request) && !isSameOrigin(request, this.#origins, false)) throw new Problem(crossSite);
      const asked = isWrite(request) ? await readPageForm(request) : request;
      page = moved ?? (await renderPage(asked, this.#current(visit, who), nonce));
    } catch (thrown) {
      const refusal = this.#problemOf(thrown, visit);
      Object.assign(own, refusal.details.headers);
      page = await renderRefusal(request, this.#current(visit, who), nonce, refusal);
    }
    this.#addHeaders(page, visit, nonce, own);
    for (const cookie of pageCookies(this.#parts, visit, who)) page.headers.append('set-cookie', cookie);
    const answered = begun === undefined ? page : await this.#keptPages.keep(begun, request, page, own);
    return compressResponse(request, answered);
  }

  #addHeaders({ headers, ok }: Response, { path }: Visit, nonce: string, own: Record<string, string>): void {
    const { config, isDevelopment } = this.#parts;
    const frames = ok ? frameHosts(barePath(path)) : [];
    const all = { ...pageHeaders(config, nonce, isDevelopment, frames), 'rumpus-version': VERSION, ...own };
    for (const [name, value] of Object.entries(all)) headers.set(name, value);
    if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store');
  }

  /** The session of the request and the role of its account. */
  async #whoAsks({ cookies }: Visit): Promise<Asker> {
    const token = cookies[this.#sessionCookie];
    const { sessions, db, memory, now } = this.#parts;
    const session = token === undefined ? undefined : await sessions.find(token, now());
    const own = session && (await findRole(db, memory, session.userId));
    return own === undefined ? NOBODY : { ...NOBODY, session, own };
  }

  #current(visit: Visit, { session, own, masquerade }: Asker): Current {
    const { parts, requestId, request, path, cookies } = { parts: this.#parts, ...visit };
    const actor: Actor = {
      userId: session?.userId,
      role: masquerade.as ?? own,
      ownRole: own,
      masquerade: masquerade.as,
      loginId: session?.loginId,
      app: undefined,
    };
    const { config, secret, now, db, memory, wakes, files, mailer, sessions } = parts;
    return {
      ...{ actor, requestId, stage: config.stage, config, secret, now, db, memory, wakes, files, mailer, sessions },
      address: visit.client.address,
      overrideReason: request.headers.get('rumpus-override-reason'),
      closing: parts.closing.signal,
      isStillSo: async () => {
        const again = await this.#whoAsks(visit);
        return again.session?.loginId === session?.loginId && again.own === own;
      },
      // Made when asked for, because most calls need none of them.
      get locale() {
        const acceptLanguage = request.headers.get('accept-language');
        // A call's own header says what its page is shown in.
        const cookie = request.headers.get('locale') ?? cookies[LOCALE_COOKIE];
        return requestLocale({ stage: config.stage, path, cookie, acceptLanguage });
      },
      get log() {
        return parts.log.child({ requestId });
      },
    };
  }

  async #limit(visit: Visit, { session }: Asker, headers: Record<string, string>): Promise<void> {
    const { request, path, client } = visit;
    const rule = limitRuleOf(request, path);
    const taken = await this.#parts.limits.take(session?.userId ?? callerKey(client.address), rule);
    Object.assign(headers, limitHeaders(taken));
    if (taken.allowed) return;
    throw new Problem(rateLimited, { headers: { 'retry-after': String(taken.reset) } });
  }

  /** A change that rides on a cookie must bring the token of its sign-in and come from our own pages. */
  #requireOwnPage(request: Request, session: Session | undefined): void {
    if (session === undefined) return;
    const fromUs = isSameOrigin(request, this.#origins, true);
    if (!fromUs || !hasXsrfToken(request, session.loginId, this.#parts.secret)) throw new Problem(crossSite);
  }

  #preflight(path: string, headers: Record<string, string>): Response {
    const methods = this.#calls.methodsOf(path);
    if (methods.length === 0) throw new Problem(notFound);
    return new Response(null, { status: 204, headers: preflightHeaders(methods, headers) });
  }

  /** A refusal as it is; anything else is a bug, logged once with its request and told as the 500 sentence. */
  #problemOf(thrown: unknown, { requestId, path }: Visit): Problem {
    if (thrown instanceof Problem) return thrown;
    this.#parts.log.error({ err: thrown, requestId, path }, 'bug');
    return new Problem(serverError);
  }
}

interface Asker {
  readonly session: Session | undefined;
  readonly own: Role;
  readonly masquerade: Masquerade;
}

const NOBODY: Asker = { session: undefined, own: 'public', masquerade: { as: undefined, asked: undefined } };

/** The asker in the role that a read asks for, or that pages have kept. @throws Problem 400 'Invalid masquerade' */
function masked({ request, search, cookies }: Visit, who: Asker): Asker {
  const asks = !isWrite(request) && search.includes('masquerade=');
  const query = asks ? new URLSearchParams(search).get('masquerade') : null;
  return { ...who, masquerade: masqueradeOf(who.own, query, cookies[MASQUERADE_COOKIE]) };
}
