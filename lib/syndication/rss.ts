import type { FeedDocument, SyndicatedEntry } from './feed-document.ts';
import { element, xmlDocument } from './xml.ts';
import type { XmlElement } from './xml.ts';

/** RSS 2.0 with the whole text (`content:encoded`), the authors' names (`dc:creator`) and the picture (Media RSS). */
export function rssXml(feed: FeedDocument): string {
  const { title, description, language, pageUrl, url, hubUrl, updatedAt, entries } = feed;
  const channel = element(
    'channel',
    {},
    element('title', {}, title),
    element('link', {}, pageUrl),
    element('description', {}, description),
    element('language', {}, language),
    element('lastBuildDate', {}, updatedAt.toUTCString()),
    element('atom:link', { rel: 'self', type: 'application/rss+xml', href: url }),
    hubUrl === undefined ? undefined : element('atom:link', { rel: 'hub', href: hubUrl }),
    ...entries.map(toItem),
  );
  return xmlDocument(element('rss', { version: '2.0', ...NAMESPACES }, channel));
}

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
};

function toItem(entry: SyndicatedEntry): XmlElement {
  const { id, url, title, summary, html, language, authors, categories, publishedAt, image } = entry;
  return element(
    'item',
    {},
    element('title', {}, title),
    element('link', {}, url),
    element('guid', { isPermaLink: 'false' }, id),
    element('pubDate', {}, publishedAt.toUTCString()),
    ...authors.map((author) => element('dc:creator', {}, author)),
    element('dc:language', {}, language),
    ...categories.map((category) => element('category', {}, category)),
    element('description', {}, summary),
    html === undefined ? undefined : element('content:encoded', {}, html),
    image && element('media:content', { url: image.url, medium: 'image' }, toDescription(image.alt)),
  );
}

function toDescription(alt: string): XmlElement | undefined {
  return alt === '' ? undefined : element('media:description', { type: 'plain' }, alt);
}
