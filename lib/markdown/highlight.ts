import dockerfile from 'highlight.js/lib/languages/dockerfile';
import glsl from 'highlight.js/lib/languages/glsl';
import gml from 'highlight.js/lib/languages/gml';
import powershell from 'highlight.js/lib/languages/powershell';
import { common, createLowlight } from 'lowlight';

import type { HtmlNode } from './html-tree.ts';

/** Characters; more is shown in one colour. */
const MAX_CODE = 20_000;

const lowlight = createLowlight({ ...common, dockerfile, glsl, gml, powershell });

/** The code in spans with classes, or undefined for a language that is not known and for too much. */
export function highlight(language: string, code: string): HtmlNode[] | undefined {
  if (code.length > MAX_CODE || !lowlight.registered(language)) return undefined;
  const spans = lowlight.highlight(language, code, { prefix: 'hl-' }).children;
  return isDeeper(spans, MAX_DEPTH) ? undefined : spans;
}

/** Of spans in spans: code in strings in code has no end, and the stack has one. */
const MAX_DEPTH = 64;

function isDeeper(nodes: readonly HtmlNode[], depth: number): boolean {
  return nodes.some(({ children = [] }) => children.length > 0 && (depth === 0 || isDeeper(children, depth - 1)));
}
