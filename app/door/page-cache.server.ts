import { createHash } from 'node:crypto';

import { MASQUERADE_COOKIE } from '#app/current/masquerade.server.ts';
import { compressBytes, encodingFor } from '#lib/http/compress.server.ts';
import { isFresh } from '#lib/http/conditions.ts';
import type { PubSub } from '#lib/database/pub-sub.server.ts';

/** What a page says of the time, such as "3 minutes ago", is true for about so many milliseconds. */
const AGE_MS = 60_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** Whether a look at a page is the same for everybody: by nobody who is signed in, in no other role, without a query. */
export function isCacheable({ request, search, cookies }: CacheableRequest, sessionCookie: string): boolean {
  const isLook = request.method === 'GET' || request.method === 'HEAD';
  return isLook && search === '' && cookies[sessionCookie] === undefined && cookies[MASQUERADE_COOKIE] === undefined;
}

interface CacheableRequest {
  readonly request: Request;
  readonly search: string;
  readonly cookies: Readonly<Record<string, string>>;
}

/** A page as everyone gets it who is not signed in. */
interface PageCacheEntry {
  readonly cacheTopics: readonly string[];
  readonly versions: string;
  readonly madeAt: number;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer<ArrayBuffer>>>;
}

/**
 * The pages of those who are not signed in, whole and compressed, until there is news of what they show. Their inline
 * scripts are allowed by their hashes, because a nonce would have to be another one each time.
 */
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

  /** The page of that key, or undefined when it is to be rendered. @param own headers of this one answer */
  answer(key: string, request: Request, own: object): Response | undefined {
    const page = this.#pages.get(key);
    if (page === undefined) return undefined;
    const age = this.#now().getTime() - page.madeAt;
    if (age >= 0 && age < AGE_MS && this.#pubSub.topicVersionsOf(page.cacheTopics) === page.versions) {
      return cachedResponse(page, request, own);
    }
    this.#drop(key, page);
    return undefined;
  }

  /** To be asked before a page is rendered: news that comes meanwhile counts as later than the page. */
  begin(key: string, nonce: string, cacheTopics: readonly string[] | undefined): PageRender | undefined {
    return (
      cacheTopics && {
        key,
        nonce,
        cacheTopics,
        versions: this.#pubSub.topicVersionsOf(cacheTopics),
        madeAt: this.#now().getTime(),
      }
    );
  }

  /** Keeps a rendered page when it is a whole one, and answers with it. @param own headers of this one answer */
  async keep(
    { key, nonce, versions, ...begun }: PageRender,
    request: Request,
    page: Response,
    own: object,
  ): Promise<Response> {
    const isWhole = request.method === 'GET' && page.status === 200 && !page.headers.has('set-cookie');
    if (versions === undefined || !isWhole) return page;
    for (const name of Object.keys(own)) page.headers.delete(name);
    const kept = { ...begun, versions, ...(await compressPage(page, nonce)) };
    const before = this.#pages.get(key);
    if (before !== undefined) this.#drop(key, before);
    this.#pages.set(key, kept);
    this.#bytes += bytesOf(kept);
    this.#sweep(begun.madeAt);
    return cachedResponse(kept, request, own);
  }

  /** What nobody asked for again goes when its time is over, and the oldest when there is too much of it all. */
  #sweep(now: number): void {
    for (const [key, page] of this.#pages) {
      if (now - page.madeAt < AGE_MS && this.#bytes <= MOST_BYTES) return;
      this.#drop(key, page);
    }
  }

  #drop(key: string, page: PageCacheEntry): void {
    if (this.#pages.delete(key)) this.#bytes -= bytesOf(page);
  }
}

/** A page that is being rendered. */
export interface PageRender extends Pick<PageCacheEntry, 'cacheTopics' | 'madeAt'> {
  readonly key: string;
  /** Marks its own scripts. */
  readonly nonce: string;
  readonly versions: string | undefined;
}

function bytesOf({ bodies: { br, gzip, identity } }: PageCacheEntry): number {
  return br.length + gzip.length + identity.length;
}

/** The response as it is kept. */
async function compressPage(
  response: Response,
  nonce: string,
): Promise<Pick<PageCacheEntry, 'etag' | 'headers' | 'bodies'>> {
  const marked = await response.text();
  const html = deferScripts(marked.replaceAll(` nonce="${nonce}"`, ''));
  const identity = Buffer.from(html);
  const [br, gzip] = await Promise.all([compressBytes(identity, 'br'), compressBytes(identity, 'gzip')]);
  const etag = `"${hashOf(html).slice(0, 22)}"`;
  const { 'content-security-policy': policy = '', ...headers } = Object.fromEntries(response.headers);
  const hashes = [...new Set([...ownScripts(marked, nonce), START].map((script) => `'sha256-${hashOf(script)}'`))].join(
    ' ',
  );
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

const MODULE = '<script type="module" async="">';
const PRELOAD = /<link rel="modulepreload"[^>]*? href="([^"]*)"[^>]*>/g;
/**
 * Starts the page's module once: when all is loaded and has been painted, at the first touch or key, or after three
 * seconds. All that it will import is asked for with it, so that nothing waits for the names of the next.
 */
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

/**
 * What is read comes first: scripts that come as fast as styles and pictures make a telephone wait three times as long
 * for them. Links and forms work meanwhile.
 */
function deferScripts(html: string): string {
  const imports = [...html.matchAll(PRELOAD)].map(([, href]) => href).join(' ');
  return html
    .replaceAll(PRELOAD, '')
    .replace(MODULE, `<script type="text/plain" data-later="" data-imports="${imports}">`)
    .replace('</body>', `<script>${START}</script></body>`);
}

/** The scripts that stand in the page and bear its nonce: whatever else got into it is not let run. */
function ownScripts(html: string, nonce: string): string[] {
  const scripts = [...html.matchAll(/<script((?:\s[^>]*)?)>([\s\S]*?)<\/script>/g)];
  return scripts.flatMap(([, attributes = '', text = '']) =>
    attributes.includes(` nonce="${nonce}"`) && !attributes.includes(' src=') ? [text] : [],
  );
}

function hashOf(text: string): string {
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
