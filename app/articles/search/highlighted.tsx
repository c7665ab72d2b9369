import { Fragment, createElement } from 'react';

import type { HighlightedText } from '#lib/text-search/highlights.ts';

/** As separate children, so that React asks for no keys: the parts have nothing to be known by. */
export function Highlighted({ parts }: { parts: HighlightedText }) {
  const marked = parts.map(({ text, isHit }) => (isHit ? createElement('mark', { className: MARK }, text) : text));
  return createElement(Fragment, undefined, ...marked);
}

const MARK = 'rounded-sm bg-accent px-0.5 text-on-accent';
