/** The documents of a feed, below its address. */
export const FEED_FORMATS = [
  { file: 'rss.xml', name: 'RSS', type: 'application/rss+xml' },
  { file: 'atom.xml', name: 'Atom', type: 'application/atom+xml' },
  { file: 'feed.json', name: 'JSON Feed', type: 'application/feed+json' },
] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** The document that a path ends with, and the path of its feed. */
export function splitDocument(path: string): { format: FeedFormat; feedPath: string } | undefined {
  const format = FEED_FORMATS.find(({ file }) => path.endsWith(`/${file}`));
  return format && { format, feedPath: path.slice(0, -format.file.length - 1) };
}
