import { Metrics } from '#lib/metrics.server.ts';
import { isSameText } from '#lib/signed.server.ts';

import { fileHeaders } from './headers.server.ts';
import type { SiteParts } from './parts.server.ts';

export class Operations {
  readonly metrics = new Metrics();
  readonly #parts: SiteParts;
  readonly #headers: Record<string, string>;

  constructor(parts: SiteParts) {
    this.#parts = parts;
    this.#headers = fileHeaders(parts.config);
  }

  async respond(request: Request, path: string, client: { address: string }): Promise<Response | undefined> {
    const response = await this.#answer(request, path, client);
    for (const name in this.#headers) {
      if (response?.headers.has(name) === false) response.headers.set(name, this.#headers[name] ?? '');
    }
    return response !== undefined && request.method === 'HEAD' ? new Response(null, response) : response;
  }

  async #answer(request: Request, path: string, client: { address: string }): Promise<Response | undefined> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    if (path === '/healthz') return new Response('ok');
    if (path === '/readyz') return this.#ready();
    if (path === '/metrics') return this.#metrics(request, client);
    if (this.#parts.assets.has(path)) return this.#parts.assets.respond(path, request);
    return answerLocalMail(this.#parts, path);
  }

  async #ready(): Promise<Response> {
    if (await this.#parts.probe.isAnswering()) return new Response('ready');
    return new Response('the database does not answer', { status: 503, headers: { 'retry-after': '1' } });
  }

  /** By METRICS_TOKEN as the bearer; without one for this machine alone, and for no forwarded request. */
  async #metrics(request: Request, { address }: { address: string }): Promise<Response> {
    const { METRICS_TOKEN, TRUST_PROXY } = this.#parts.config;
    const bearer = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
    const isForwarded = request.headers.has('x-forwarded-for') || request.headers.has('forwarded');
    const isLocal = TRUST_PROXY === 0 && !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(address);
    const allowed = METRICS_TOKEN === undefined ? isLocal : isSameText(bearer, METRICS_TOKEN);
    return allowed ? this.metrics.respond() : new Response('not found', { status: 404 });
  }
}

/** A mail that was not sent for lack of a mail server, on the localhost stage only. */
function answerLocalMail({ config, mailer }: SiteParts, path: string): Response | undefined {
  const id = MAIL_ADDRESS.exec(path)?.[1];
  if (id === undefined || config.stage !== 'localhost') return undefined;
  const mail = mailer.keptMails().find(({ messageId }) => messageId.startsWith(`<${id}@`));
  return mail?.html === undefined ? undefined : new Response(mail.html, { headers: MAIL_HEADERS });
}

const MAIL_ADDRESS = /^\/dev\/mail\/([\w.+=~-]+)\.html$/;

/** A mail has inline styles, and nothing in it runs or is loaded. */
const MAIL_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
