import { posix } from 'node:path';

import type { SourceFile } from './source.ts';
import { syntaxOf } from './syntax.ts';

interface Import {
  readonly kind: 'import' | 'type' | 'dynamic' | 'glob';
  /** As written, without Vite's `?query`. */
  readonly specifier: string;
  /** The path of our own file, or the pattern of our own files; undefined for a package. */
  readonly to: string | undefined;
  /** What the file takes of it by name, `default` too; undefined for the module as a whole. */
  readonly names: readonly string[] | undefined;
}

const imports = new Map<SourceFile, Import[]>();

/** Everything that a file imports, in whatever form. The router's generated `+types` are no files of ours. */
export function importsOf(file: SourceFile): Import[] {
  const known = imports.get(file);
  if (known !== undefined) return known;
  const fresh = readImports(file).filter(({ specifier }) => !specifier.includes('/+types/'));
  imports.set(file, fresh);
  return fresh;
}

function readImports(file: SourceFile): Import[] {
  const { path, text } = file;
  const syntax = syntaxOf(file);
  const { staticImports, staticExports, dynamicImports } = syntax.module;
  const found: Import[] = [];
  const add = (kind: Import['kind'], written: string, names?: readonly string[]) => {
    const specifier = written.replace(/\?.*$/, '');
    found.push({ kind, specifier, to: resolve(path, specifier), names });
  };
  for (const { start, moduleRequest, entries } of staticImports) {
    add(kindAt(text, start), moduleRequest.value, namesOf(entries));
  }
  for (const { start, entries } of staticExports) {
    const moduleRequest = entries[0]?.moduleRequest;
    if (moduleRequest) add(kindAt(text, start), moduleRequest.value, namesOf(entries));
  }
  for (const { moduleRequest } of dynamicImports) {
    const [, specifier] = /^['"`]([^$]*)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? [];
    if (specifier !== undefined) add('dynamic', specifier);
  }
  if (/\bimport(?:\(|\.meta\.glob)/.test(text)) {
    for (const specifier of syntax.found.typeImports) add('type', specifier);
    for (const pattern of syntax.found.globs) if (!pattern.startsWith('!')) add('glob', pattern);
  }
  return found;
}

interface ImportEntry {
  readonly importName: { readonly kind: string; readonly name?: string | null | undefined };
}

function namesOf(entries: readonly ImportEntry[]): string[] | undefined {
  const isWhole = entries.some(({ importName: { kind } }) => kind === 'NamespaceObject' || kind.startsWith('All'));
  return isWhole ? undefined : entries.map(({ importName }) => importName.name ?? 'default');
}

/** `import { type A }` still runs the file. */
function kindAt(text: string, start: number): 'type' | 'import' {
  return /^(?:im|ex)port\s+type\b/.test(text.slice(start, start + 20)) ? 'type' : 'import';
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
