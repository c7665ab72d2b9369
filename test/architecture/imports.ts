import { posix } from 'node:path';

import { scan } from './scan.ts';
import type { SourceFile } from './source.ts';

export interface Import {
  readonly kind: 'import' | 'type' | 'dynamic' | 'glob';
  /** As written, without Vite's `?query`. */
  readonly specifier: string;
  /** The path of our own file, or the pattern of our own files; undefined for a package. */
  readonly to: string | undefined;
}

/** `import … from`, `export … from` and `import '…'`; the strings are blanked, so only their places are found. */
const STATIC = /(?<![\w$.])(?:import|export)\s+(type\s+(?!from\b))?(?:[\w$*{}\s,]+?\s+from\s*)?(['"])( *)\2/g;
const DYNAMIC = /(?<![\w$.])import\s*\(\s*(['"`])( *)\1/g;
const GLOB = /(?<![\w$.])import\.meta\.glob\s*(?:<[^(]*>)?\s*\(\s*(\[[^\]]*\]|(['"`]) *\2)/g;

const imports = new Map<SourceFile, Import[]>();

/** Everything that a file imports, in whatever form. The router's generated `+types` are no files of ours. */
export function importsOf(file: SourceFile): Import[] {
  const known = imports.get(file);
  if (known !== undefined) return known;
  const fresh = readImports(file).filter(({ specifier }) => !specifier.includes('/+types/'));
  imports.set(file, fresh);
  return fresh;
}

function readImports({ path, text }: SourceFile): Import[] {
  const { code, bare } = scan(text);
  const found: Import[] = [];
  const add = (kind: Import['kind'], written: string) => {
    const specifier = written.replace(/\?.*$/, '');
    found.push({ kind, specifier, to: resolve(path, specifier) });
  };
  for (const match of bare.matchAll(STATIC)) add(match[1] ? 'type' : 'import', lastString(code, match));
  for (const match of bare.matchAll(DYNAMIC)) add('dynamic', lastString(code, match));
  for (const match of bare.matchAll(GLOB)) {
    for (const pattern of scan(code.slice(match.index, match.index + match[0].length)).strings) {
      if (!pattern.startsWith('!')) add('glob', pattern);
    }
  }
  return found;
}

/** The string that ends a match: its length is known, because blanking keeps it. */
function lastString(code: string, match: RegExpExecArray): string {
  const end = match.index + match[0].length - 1;
  return code.slice(end - (match.at(-1)?.length ?? 0), end);
}

function resolve(from: string, specifier: string): string | undefined {
  if (specifier === '#package') return 'package.json';
  if (specifier.startsWith('#') || specifier.startsWith('/')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
}

/** Our own files that a file imports, as `[import, path]`. */
export function ownImports(file: SourceFile): [Import, string][] {
  return importsOf(file).flatMap((one): [Import, string][] => (one.to === undefined ? [] : [[one, one.to]]));
}
