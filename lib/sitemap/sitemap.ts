export interface SitemapEntry {
  /** Without a locale, starting with `/`. */
  readonly path: string;
  /** When the page's content last changed, where known. */
  readonly lastmod?: Date | undefined;
  /** The path of the picture that the page is about. */
  readonly image?: string | undefined;
}

interface SitemapPage {
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
  readonly lastmod?: Date | undefined;
  /** Its whole address. */
  readonly image?: string | undefined;
}

/** Lists every address of a page, each with all alternates, as the protocol wants it. */
export function sitemapXml(pages: readonly SitemapPage[]): string {
  const urls = pages.flatMap(({ alternates, lastmod, image }) => {
    const links = alternates.map(
      ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escaped(href)}"/>`,
    );
    const about = `${links.join('')}${imageXml(image)}`;
    return alternates.map(({ href }) => `<url><loc>${escaped(href)}</loc>${lastmodXml(lastmod)}${about}</url>`);
  });
  const names = [
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
    'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
    'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
  ].join(' ');
  return `${HEADER}<urlset ${names}>\n${urls.join('\n')}\n</urlset>\n`;
}

interface SitemapPart {
  readonly url: string;
  readonly lastmod?: Date | undefined;
}

export function sitemapIndexXml(parts: readonly SitemapPart[]): string {
  const maps = parts.map(({ url, lastmod }) => `<sitemap><loc>${escaped(url)}</loc>${lastmodXml(lastmod)}</sitemap>`);
  return `${HEADER}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${maps.join('\n')}\n</sitemapindex>\n`;
}

const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n';

function lastmodXml(lastmod: Date | undefined): string {
  return lastmod === undefined ? '' : `<lastmod>${lastmod.toISOString()}</lastmod>`;
}

function imageXml(image: string | undefined): string {
  return image === undefined ? '' : `<image:image><image:loc>${escaped(image)}</image:loc></image:image>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
