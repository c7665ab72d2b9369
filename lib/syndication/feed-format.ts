export const ATOM = { file: 'atom.xml', name: 'Atom', type: 'application/atom+xml' } as const;

/** The documents of a feed, below its address. */
export const FEED_FORMATS = [
  { file: 'rss.xml', name: 'RSS', type: 'application/rss+xml' },
  ATOM,
  { file: 'feed.json', name: 'JSON Feed', type: 'application/feed+json' },
] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** The document that a path ends with, and the path of its feed. */
export function splitDocument(path: string): { format: FeedFormat; feedPath: string } | undefined {
  const format = FEED_FORMATS.find(({ file }) => path.endsWith(`/${file}`));
  return format && { format, feedPath: path.slice(0, -format.file.length - 1) };
}

interface DocumentLink {
  readonly rel: 'alternate';
  readonly type: string;
  readonly title: string;
  readonly href: string;
}

/** What lets programs find the documents of a page's feed. @param path of the feed, in its locale */
export function documentLinks(publicUrl: string, path: string, title: string): DocumentLink[] {
  return FEED_FORMATS.map(({ file, name, type }) => ({
    rel: 'alternate',
    type,
    title: `${title} (${name})`,
    href: `${publicUrl}${path}/${file}`,
  }));
}
