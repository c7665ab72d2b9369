import type { FeedDocument, SyndicatedEntry } from './feed-document.ts';

/** JSON Feed 1.1 with the whole text. */
export function jsonFeed(feed: FeedDocument): string {
  const { title, description, language, pageUrl, url, publisher, hubUrl, entries } = feed;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    language,
    home_page_url: pageUrl,
    feed_url: url,
    ...(hubUrl !== undefined && { hubs: [{ type: 'WebSub', url: hubUrl }] }),
    authors: [{ name: publisher }],
    items: entries.map(toItem),
  });
}

function toItem(entry: SyndicatedEntry) {
  const { id, url, title, summary, html, language, authors, categories, publishedAt, updatedAt, image } = entry;
  return {
    id,
    url,
    title,
    summary,
    language,
    // One of the two has to be there.
    ...(html === undefined ? { content_text: summary } : { content_html: html }),
    ...(image !== undefined && { image: image.url }),
    date_published: publishedAt.toISOString(),
    date_modified: updatedAt.toISOString(),
    authors: authors.map((name) => ({ name })),
    tags: categories,
  };
}
