import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, relative, resolve } from 'node:path';

import type { Plugin } from 'vite';

const RULE = /@font-slices\s+'([^']+)'\s+([\w\s-]+?)(?:\s+as\s+('[^']+'))?;/g;
const FACE = /\/\*\s*([^*]+?)\s*\*\/\s*(@font-face\s*\{[^}]*\})/g;
const WOFF2 = /url\(([^)]+\.woff2)\)/;

/**
 * Replaces `@font-slices '<package>/<file>.css' latin latin-ext;` in style sheets by the package's faces of those ranges;
 * `numbered` means the many slices of a Chinese, Japanese or Korean font, `as '<name>'` renames them. WOFF2, never inlined:
 * unused slices are not loaded. A font of one weight stands for the bold ones too, so that no browser smears it.
 */
export function fontSlicesPlugin(): Plugin {
  return {
    name: 'font-slices',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css(?:$|\?)/, code: '@font-slices' },
      async handler(code, id) {
        const file = id.replace(/\?.*$/, '');
        const rules = [...code.matchAll(RULE)];
        const faces = await Promise.all(
          rules.map(([, source = '', names = '', family]) => writeSlices(file, source, names, family)),
        );
        return { code: code.replaceAll(RULE, () => faces.shift() ?? ''), map: null };
      },
    },
  };
}

async function writeSlices(file: string, source: string, names: string, family?: string): Promise<string> {
  const sheet = createRequire(file).resolve(source);
  const wanted = new Set(names.trim().split(/\s+/));
  const faces = [...(await readFile(sheet, 'utf8')).matchAll(FACE)]
    .filter(([, comment = '']) => wanted.has(readSliceName(comment)))
    .map(([, , face = '']) => onlyWoff2(face, (path) => relative(dirname(file), resolve(dirname(sheet), path))));
  if (faces.length === 0) throw new Error(`${source} has no slices called ${names}`);
  const sheetOfFaces = faces.join('\n').replaceAll('font-weight: 400;', 'font-weight: 400 900;');
  return family === undefined
    ? sheetOfFaces
    : sheetOfFaces.replaceAll(/font-family: '[^']+'/g, `font-family: ${family}`);
}

/** `nunito-latin-ext-wght-normal` is `latin-ext`, `dela-gothic-one-[7]-400-normal` is numbered. */
function readSliceName(comment: string): string {
  if (comment.includes('[')) return 'numbered';
  return /-((?:latin|cyrillic|greek)(?:-ext)?|vietnamese)-/.exec(comment)?.[1] ?? comment;
}

function onlyWoff2(face: string, address: (path: string) => string): string {
  const [, path = ''] = WOFF2.exec(face) ?? [];
  return face.replace(/src:[^;]+;/, `src: url('${address(path)}?no-inline') format('woff2');`);
}
