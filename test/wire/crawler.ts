import { ask } from './client.ts';

const AT_A_TIME = 16;
/** A full crawl sends more in a minute than the limits let one address: it has sixteen of this machine's, in turn. */
const ADDRESSES =
  process.env.FULL === undefined ? [undefined] : Array.from({ length: 16 }, (_, at) => `127.1.1.${at + 1}`);
let sent = 0;

export interface CrawledPage {
  /** With its query. */
  path: string;
  status: number;
  type: string;
  /** Without the scripts of ours. */
  readonly html: string;
  /** Where it sends on, when it does. */
  location: string | undefined;
}

/** A page as a crawler reads it, in one piece and without scripts. */
export async function fetchPage(path: string): Promise<CrawledPage> {
  const localAddress = ADDRESSES[sent++ % ADDRESSES.length];
  const request = { headers: { accept: 'text/html' }, localAddress };
  const { status, headers, text } = await ask(undefined, `GET ${path}`, request);
  // Outside of the heap, which all pages of a full crawl together would burst.
  const bytes = Buffer.from(text.replaceAll(/<script(?! type="application\/ld\+json")[^>]*>.*?<\/script>/gs, ''));
  return {
    path,
    status,
    type: headers['content-type'] ?? '',
    location: headers.location,
    get html() {
      return bytes.toString();
    },
  };
}

/** Pages in the order of their paths, some of them asked for at a time. */
export async function fetchAll(paths: string[]): Promise<CrawledPage[]> {
  const pages: CrawledPage[] = [];
  for (let at = 0; at < paths.length; at += AT_A_TIME) {
    pages.push(...(await Promise.all(paths.slice(at, at + AT_A_TIME).map(fetchPage))));
  }
  return pages;
}

/**
 * Everything that a visitor reaches from a page by links whose paths start with `prefix`.
 * @param alike how many addresses are opened that differ in their query alone, such as those of all pairs of versions, or in
 * the level, player or playlist that they are of
 */
export async function crawl(start: string, prefix: string, alike: number): Promise<Map<string, CrawledPage>> {
  const pages = new Map<string, CrawledPage>();
  const opened = new Map<string, number>();
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const kind = kindOf(path);
    const count = opened.get(kind) ?? 0;
    if (pages.has(path) || (kind !== path && count >= alike)) continue;
    opened.set(kind, count + 1);
    const page = await fetchPage(path);
    pages.set(path, page);
    const led = page.location === undefined ? linksIn(page.html) : [page.location];
    waiting.push(...led.filter((link) => isUnder(link, prefix) && !pages.has(link)));
  }
  return pages;
}

/** The same for addresses that are alike, else the address itself. */
function kindOf(path: string): string {
  return path.replace(/\?.*/, '?').replace(/(\/(?:levels|players|playlists)\/)[^/?]+/, '$1:id');
}

/** Same-site links of a page without their hash, and without what tells a post, an episode or an answer whence, from when or for what it is read. */
function linksIn(html: string): string[] {
  // Copied, because a part of a text keeps all of it in memory.
  const hrefs = [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href = '']) => structuredClone(decoded(href)));
  return hrefs
    .filter((href) => /^\/(?!\/)/.test(href))
    .map((href) => href.replace(/#.*|\?(?:topics|t)=.*|(?<=\/support\/[^?]*)\?.*/, ''));
}

/** What belongs to development is on localhost alone, and calls are no pages. */
function isUnder(link: string, prefix: string): boolean {
  if (/^\/(?:api|media|assets)\//.test(link) || link.startsWith(`${prefix}/dev/`)) return false;
  return link === prefix || link.startsWith(`${prefix}/`) || link.startsWith(`${prefix}?`);
}

/** The alternates that the head of a page names, by language, as paths. */
export function alternatesIn(html: string): Record<string, string> {
  const links = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)];
  return Object.fromEntries(links.map(([, language = '', href = '']) => [language, pathOf(decoded(href))]));
}

/** What a page says of itself to machines, as JSON-LD. */
export function thingsIn(html: string): Record<string, unknown>[] {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/g)];
  return scripts.flatMap(([, json = '']) => {
    const { '@graph': things } = JSON.parse(json) as { '@graph': Record<string, unknown>[] };
    return things;
  });
}

export function isIndexable({ status, type, html }: CrawledPage): boolean {
  return status === 200 && type.startsWith('text/html') && !/<meta name="robots" content="noindex"/.test(html);
}

export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** A text of HTML or XML as it is meant. */
export function decoded(text: string): string {
  return text
    .replaceAll(/&#x([0-9a-f]+);/gi, (_whole, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
