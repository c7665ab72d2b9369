import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { NonceProvider } from '#lib/nonce/nonce.tsx';

import { JsonLdScript, jsonLdText } from './json-ld.tsx';

const HOSTILE = '</script><script>alert(1)</script><!-- \u2028 &amp;';

test('a text that would end the element is escaped, and reads as it was', () => {
  const html = renderToStaticMarkup(<JsonLdScript things={[{ '@type': 'Thing', name: HOSTILE }]} />);
  expect(html.match(/<\/?script/g)).toHaveLength(2);
  expect(html).not.toContain('<!--');
  const inside = html.slice(html.indexOf('>') + 1, html.lastIndexOf('<'));
  expect(JSON.parse(inside)).toEqual({
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'Thing', name: HOSTILE }],
  });
});

test('the element carries the nonce of the page', () => {
  const html = renderToStaticMarkup(
    <NonceProvider nonce="n0nce">
      <JsonLdScript things={[]} />
    </NonceProvider>,
  );
  expect(html).toContain('<script type="application/ld+json" nonce="n0nce">');
});

test('an undefined member is left out', () => {
  expect(jsonLdText([{ '@type': 'Thing', image: undefined }])).toBe(
    '{"@context":"https://schema.org","@graph":[{"@type":"Thing"}]}',
  );
});
