import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { wideCharactersOf } from '#lib/fonts/wide-characters.ts';
import { InlineScript } from '#lib/nonce/nonce.tsx';

import type { FontLink, FontLinks, RareFaces } from './font-links.ts';

/** The sheets with the faces of a locale's own characters, none of which holds the page up. */
export function FontSheets({ fonts: { text, rare } }: { fonts: FontLinks }) {
  const { key } = useLocation();
  return (
    <>
      {text && <TextSheet sheet={text} />}
      {rare && <RareSheet key={key} faces={rare} />}
    </>
  );
}

/** Asks for a sheet as soon as the page is painted in the machine's own face, and only when it is for this device. */
const ASK = `{
  const { href, media = 'all' } = document.currentScript.dataset;
  if (matchMedia(media).matches)
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
    }).observe({ type: 'paint', buffered: true });
}`;

function TextSheet({ sheet: { href, media } }: { sheet: FontLink }) {
  return (
    <>
      <InlineScript text={ASK} data-href={href} data-media={media} />
      <noscript>
        <link rel="stylesheet" href={href} media={media} />
      </noscript>
    </>
  );
}

/** Asks for the faces of rare characters when a page has one: players and staff write what no text of ours does. */
function RareSheet({ faces: { href, known } }: { faces: RareFaces }) {
  useEffect(() => {
    const ask = async () => {
      const written = wideCharactersOf(document.querySelector('main')?.textContent ?? '');
      if (written.isSubsetOf(new Set((await known()).default))) return;
      if (document.querySelector(`link[href="${href}"]`) !== null) return;
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
    };
    // Without an answer the page stays as it is.
    ask().catch(() => {});
  }, [href, known]);
  return null;
}
