import { createHash } from 'node:crypto';

import { toFormKey } from '#app/current/forms/form-answers.server.ts';
import { MASQUERADE_COOKIE } from '#app/current/masquerade.server.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import type { PubSub, TopicWatch } from '#lib/database/pub-sub.server.ts';
import { compressBytes, encodingFor } from '#lib/http/compress.server.ts';
import { isFresh } from '#lib/http/conditions.ts';

/** Times such as "3 minutes ago" may be wrong by so much. */
const AGE_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** A read without session, masquerade and query is the same for everyone. */
export function isCacheable({ request, search, cookies }: CacheableRequest, sessionCookie: string): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && search === '' && cookies[sessionCookie] === undefined && cookies[MASQUERADE_COOKIE] === undefined;
}

interface CacheableRequest {
  readonly request: Request;
  readonly search: string;
  readonly cookies: Readonly<Record<string, string>>;
}

interface PageCacheEntry {
  readonly watch: TopicWatch;
  readonly cacheMs: number;
  readonly madeAt: number;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer<ArrayBuffer>>>;
}

/** Until one of their topics changes. Inline scripts are allowed by hashes, because a nonce must differ each time. */
export class PageCache {
  /** The oldest first. */
  readonly #pages = new Map<string, PageCacheEntry>();
  #bytes = 0;
  readonly #pubSub: PubSub;
  readonly #now: () => Date;

  constructor(pubSub: PubSub, now: () => Date) {
    this.#pubSub = pubSub;
    this.#now = now;
  }

  answer(key: string, request: Request, own: object): Response | undefined {
    const page = this.#pages.get(key);
    if (page === undefined) return undefined;
    const age = this.#now().getTime() - page.madeAt;
    if (age >= 0 && age < page.cacheMs && page.watch.isCurrent) {
      return cachedResponse(page, request, own);
    }
    this.#drop(key, page);
    return undefined;
  }

  /** Before a page is rendered: a change during the rendering counts as later than the page. */
  begin(key: string, nonce: string, handle: CacheHandle | undefined): PageRender | undefined {
    if (handle === undefined) return undefined;
    const { cacheTopics, cacheMs = AGE_MS } = handle;
    const watch = this.#pubSub.watchTopics();
    watch.note(cacheTopics);
    return { key, nonce, cacheMs, watch, madeAt: this.#now().getTime() };
  }

  /** Only if it is cacheable. @param own headers of this answer alone */
  async keep(
    { key, nonce, watch, cacheMs, madeAt }: PageRender,
    request: Request,
    page: Response,
    own: object,
  ): Promise<Response> {
    const isComplete = request.method === 'GET' && page.status === 200 && !page.headers.has('set-cookie');
    if (!isComplete || !watch.isCurrent) return page;
    for (const name of Object.keys(own)) page.headers.delete(name);
    const entry = { watch, cacheMs, madeAt, ...(await compressPage(page, nonce)) };
    const before = this.#pages.get(key);
    if (before !== undefined) this.#drop(key, before);
    this.#pages.set(key, entry);
    this.#bytes += countBytes(entry);
    this.#sweep(madeAt);
    return cachedResponse(entry, request, own);
  }

  #sweep(now: number): void {
    for (const [key, page] of this.#pages) {
      if (now - page.madeAt < AGE_MS && this.#bytes <= MAX_BYTES) return;
      this.#drop(key, page);
    }
  }

  #drop(key: string, page: PageCacheEntry): void {
    if (this.#pages.delete(key)) this.#bytes -= countBytes(page);
  }
}

export interface PageRender extends Pick<PageCacheEntry, 'watch' | 'cacheMs' | 'madeAt'> {
  readonly key: string;
  readonly nonce: string;
}

function countBytes({ bodies: { br, gzip, identity } }: PageCacheEntry): number {
  return br.length + gzip.length + identity.length;
}

async function compressPage(
  response: Response,
  nonce: string,
): Promise<Pick<PageCacheEntry, 'etag' | 'headers' | 'bodies'>> {
  const marked = await response.text();
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  const html = isPage ? deferScripts(withoutOwn(marked, nonce)) : marked;
  const identity = Buffer.from(html);
  const [br, gzip] = await Promise.all([compressBytes(identity, 'br'), compressBytes(identity, 'gzip')]);
  const etag = response.headers.get('etag') ?? `"${hashText(html).slice(0, 22)}"`;
  const { 'content-security-policy': policy = '', ...headers } = Object.fromEntries(response.headers);
  const hashes = [
    ...new Set([...ownScripts(marked, nonce), START].map((script) => `'sha256-${hashText(script)}'`)),
  ].join(' ');
  const csp = policy.replaceAll(/(script-src [^;]*?)'nonce-[^']*'/g, `$1${hashes}`).replaceAll(/ 'nonce-[^']*'/g, '');
  return {
    etag,
    headers: {
      ...headers,
      etag,
      'content-security-policy': csp,
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, accept-language, cookie',
    },
    bodies: { br: Buffer.from(br), gzip: Buffer.from(gzip), identity },
  };
}

/** Without what is of one answer alone: of two visitors with one key, the second would get the answer to the form of the first. */
function withoutOwn(html: string, nonce: string): string {
  return html.replaceAll(` nonce="${nonce}"`, '').replaceAll(` value="${toFormKey(nonce)}"`, '');
}

const MODULE = '<script type="module" async="">';
const PRELOAD = /<link rel="modulepreload"[^>]*? href="([^"]*)"[^>]*>/g;
/** Once: after load and first paint, at the first touch or key, or after three seconds. Imports load in parallel. */
const START = `(() => {
  const start = () => {
    const waiting = document.querySelector('script[data-later]');
    if (waiting === null || waiting.dataset.later !== '') return;
    waiting.dataset.later = 'started';
    for (const href of waiting.dataset.imports.split(' '))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    const module = document.createElement('script');
    module.type = 'module';
    module.textContent = waiting.textContent;
    document.head.append(module);
  };
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, start, { once: true });
  const loaded = new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  const painted = new Promise((resolve) =>
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }));
  Promise.all([loaded, painted]).then(() => setTimeout(start, 100));
  setTimeout(start, 3000);
})()`;

/** Scripts that load beside styles and pictures make a phone wait three times as long. Forms work meanwhile. */
function deferScripts(html: string): string {
  const imports = [...html.matchAll(PRELOAD)].map(([, href]) => href).join(' ');
  return html
    .replaceAll(PRELOAD, '')
    .replace(MODULE, `<script type="text/plain" data-later="" data-imports="${imports}">`)
    .replace('</body>', `<script>${START}</script></body>`);
}

/** Those with the page's nonce: others may not run. */
function ownScripts(html: string, nonce: string): string[] {
  const scripts = [...html.matchAll(/<script((?:\s[^>]*)?)>([\s\S]*?)<\/script>/g)];
  return scripts.flatMap(([, attributes = '', text = '']) =>
    attributes.includes(` nonce="${nonce}"`) && !attributes.includes(' src=') ? [text] : [],
  );
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function cachedResponse(page: PageCacheEntry, request: Request, own: object): Response {
  const headers: Record<string, string> = { ...page.headers, ...own };
  if (isFresh(request.headers.get('if-none-match'), page.etag)) return new Response(null, { status: 304, headers });
  const encoding = encodingFor(request.headers.get('accept-encoding'));
  const body = page.bodies[encoding ?? 'identity'];
  Object.assign(headers, { 'content-length': String(body.length) }, encoding && { 'content-encoding': encoding });
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}
