import dockerfile from 'highlight.js/lib/languages/dockerfile';
import glsl from 'highlight.js/lib/languages/glsl';
import gml from 'highlight.js/lib/languages/gml';
import powershell from 'highlight.js/lib/languages/powershell';
import { common, createLowlight } from 'lowlight';

import type { HtmlNode } from './html-tree.ts';

/** Characters; more is shown in one colour. */
const MAX_CODE = 20_000;

const lowlight = createLowlight({ ...common, dockerfile, glsl, gml, powershell });

/** The code in spans with classes, or undefined for a language that is not known. */
export function highlight(language: string, code: string): HtmlNode[] | undefined {
  if (code.length > MAX_CODE || !lowlight.registered(language)) return undefined;
  return lowlight.highlight(language, code, { prefix: 'hl-' }).children;
}
