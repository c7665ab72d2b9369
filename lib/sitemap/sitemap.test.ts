import { expect, test } from 'vitest';

import { sitemapIndexXml, sitemapXml } from './sitemap.ts';

const PAGE = {
  alternates: [
    { hreflang: 'de-DE', href: 'https://a.example/de-DE/x?a=1&b=<2>' },
    { hreflang: 'x-default', href: 'https://a.example/x' },
  ],
  lastmod: new Date('2026-11-01T00:00:00Z'),
};

test('each address of a page is listed with all of them, and nothing in it breaks the XML', () => {
  const xml = sitemapXml([PAGE]);
  const locs = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc);
  expect(locs).toEqual(['https://a.example/de-DE/x?a=1&amp;b=&lt;2&gt;', 'https://a.example/x']);
  expect(xml.match(/<xhtml:link rel="alternate" hreflang="de-DE"/g)).toHaveLength(2);
  expect(xml.match(/<lastmod>2026-11-01T00:00:00.000Z<\/lastmod>/g)).toHaveLength(2);
});

test('a page with a picture names it beside each address, and nothing in that breaks the XML', () => {
  const xml = sitemapXml([{ ...PAGE, image: 'https://a.example/p.png?a=1&b=<2>' }]);
  const image = '<image:image><image:loc>https://a.example/p.png?a=1&amp;b=&lt;2&gt;</image:loc></image:image>';
  expect(xml.split(image)).toHaveLength(3);
  expect(sitemapXml([PAGE])).not.toContain('<image:image>');
});

test('an index names its parts, with the time where it is known', () => {
  const xml = sitemapIndexXml([{ url: 'https://a.example/1.xml' }, { url: 'https://a.example/2.xml', ...PAGE }]);
  expect(xml.match(/<sitemap>/g)).toHaveLength(2);
  expect(xml.match(/<lastmod>/g)).toHaveLength(1);
});
