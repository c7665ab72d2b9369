import { dropCellNames } from '#lib/markdown/html-tree.ts';

/** What a document of a feed says, in whatever format. All addresses are absolute. */
export interface FeedDocument {
  /** A URI that stays the same wherever the feed is served. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** BCP 47. */
  readonly language: string;
  /** The page that shows the same. */
  readonly pageUrl: string;
  /** The document itself. */
  readonly url: string;
  readonly publisher: string;
  /** Which tells subscribers of news at once (WebSub); undefined for none. */
  readonly hubUrl?: string | undefined;
  readonly updatedAt: Date;
  readonly entries: readonly SyndicatedEntry[];
}

export interface SyndicatedEntry {
  /** A URI that outlives the name and the host of the entry. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** Plain text. */
  readonly summary: string;
  /** Safe HTML with absolute addresses; undefined where only the summary may be read. */
  readonly html: string | undefined;
  readonly language: string;
  readonly authors: readonly string[];
  readonly categories: readonly string[];
  readonly publishedAt: Date;
  readonly updatedAt: Date;
  readonly image: FeedImage | undefined;
}

interface FeedImage {
  readonly url: string;
  readonly alt: string;
}

/** What a page shows, for readers without its style sheet: feed readers and mail programs. @param base the address of that page */
export function toSyndicatedHtml(html: string, base: string): string {
  return dropCellNames(withAbsoluteAddresses(html, base));
}

/** @param html as `rehype-stringify` and React write it: attributes in double quotes  @param base the address of its page */
export function withAbsoluteAddresses(html: string, base: string): string {
  return html.replaceAll(/<[a-z][^<>]*>/g, (tag) =>
    tag.replaceAll(/ (href|src|poster|cite|srcset)="([^"]*)"/gi, (_, name: string, value: string) => {
      const absolute = name.toLowerCase() === 'srcset' ? absoluteSet(value, base) : absoluteUrl(value, base);
      return ` ${name}="${absolute}"`;
    }),
  );
}

/** `a.png 1x, b.png 2x`; an address has no comma followed by white space. */
function absoluteSet(set: string, base: string): string {
  const candidates = set.split(/,\s+/).map((candidate) => {
    const [address = '', ...descriptor] = candidate.trim().split(/\s+/);
    return [absoluteUrl(address, base), ...descriptor].join(' ');
  });
  return candidates.join(', ');
}

/** What is escaped in HTML stays so: no address needs `&`, `<` or `"` for what is before its query. */
function absoluteUrl(address: string, base: string): string {
  const url = URL.parse(address.replaceAll('&#x26;', '&').replaceAll('&amp;', '&'), base);
  return url === null ? '' : url.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
