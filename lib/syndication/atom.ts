import type { FeedDocument, SyndicatedEntry } from './feed-document.ts';
import { element, xmlDocument } from './xml.ts';
import type { XmlElement } from './xml.ts';

/** Atom (RFC 4287) with the whole text. */
export function atomXml(feed: FeedDocument): string {
  const { id, title, description, language, pageUrl, url, publisher, hubUrl, updatedAt, entries } = feed;
  const root = element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xmlns:media': 'http://search.yahoo.com/mrss/', 'xml:lang': language },
    element('id', {}, id),
    element('title', {}, title),
    element('subtitle', {}, description),
    element('updated', {}, updatedAt.toISOString()),
    element('link', { rel: 'self', type: 'application/atom+xml', href: url }),
    element('link', { rel: 'alternate', type: 'text/html', href: pageUrl }),
    hubUrl === undefined ? undefined : element('link', { rel: 'hub', href: hubUrl }),
    element('author', {}, element('name', {}, publisher)),
    ...entries.map(toEntry),
  );
  return xmlDocument(root);
}

function toEntry(entry: SyndicatedEntry): XmlElement {
  const { id, url, title, summary, html, language, authors, categories, publishedAt, updatedAt, image } = entry;
  return element(
    'entry',
    { 'xml:lang': language },
    element('id', {}, id),
    element('title', {}, title),
    element('link', { rel: 'alternate', type: 'text/html', href: url }),
    element('published', {}, publishedAt.toISOString()),
    element('updated', {}, updatedAt.toISOString()),
    ...authors.map((author) => element('author', {}, element('name', {}, author))),
    ...categories.map((category) => element('category', { term: category })),
    element('summary', {}, summary),
    html === undefined ? undefined : element('content', { type: 'html' }, html),
    image && element('media:content', { url: image.url, medium: 'image' }),
  );
}
