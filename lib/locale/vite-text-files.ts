import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Plugin, Rolldown } from 'vite';

import { compileMessages } from './compile.ts';
import type { MessageCatalog } from './messages.ts';
import { pseudoMessages } from './pseudo.ts';
import { bundleTexts } from './text-bundles.ts';
import type { TextBundles } from './text-bundles.ts';
import type { TextFiles } from './text-files.ts';
import { readLocale } from './vite-messages.ts';

const MODULE = 'virtual:text-files';
const PREFIX = 'texts/';
const IMPORT = /\bimport\s*["'`](texts\/\w+)["'`]/g;
const DIGITS = 10;

interface TextFileOptions {
  /** The modules that every page starts with, and the first page: their texts are the common bundle. */
  readonly first?: readonly string[];
  /** The folder of `{locale}.json`; paths are relative to the project. */
  readonly folder?: string;
  readonly defaultLocale?: string;
  readonly pseudoLocale?: string;
}

/**
 * Splits the texts that the browser's scripts name into bundles per locale. Scripts import them as `texts/{bundle}`, and
 * the page's import map resolves those for its locale: nobody declares anything, a text is there before its code, and
 * texts of the server stay there. The server learns of the files from `virtual:text-files`.
 */
export function textFilesPlugin(options: TextFileOptions = {}): Plugin {
  const { first = [], folder = 'content/locales', defaultLocale = 'en-US', pseudoLocale = 'en-XA' } = options;
  let division: TextBundles | undefined;
  let known: ReadonlySet<string> = new Set();
  let files: TextFiles | undefined;
  return {
    name: 'text-files',
    sharedDuringBuild: true,
    resolveId: (source) => (source === MODULE ? `\0${MODULE}` : undefined),
    // The scripts of the browser are built before the server.
    load: (id) => (id === `\0${MODULE}` ? `export const textFiles = ${JSON.stringify(files)};` : undefined),
    async renderStart() {
      division = undefined;
      known = new Set(Object.keys((await readLocale(join(folder, `${defaultLocale}.json`))).source));
    },
    renderChunk(code, { fileName }, _, { chunks }) {
      if (this.environment.config.consumer !== 'client') return undefined;
      division ??= bundleTexts(
        Object.values(chunks).map(toScript),
        known,
        first.map((file) => resolve(file)),
      );
      const needed = division.needs.get(fileName) ?? [];
      return { code: needed.map((bundle) => `import"${PREFIX}${bundle}";`).join('') + code, map: null };
    },
    async generateBundle(_, output) {
      if (division === undefined || this.environment.config.consumer !== 'client') return;
      const imports: Record<string, Record<string, string>> = {};
      for (const [locale, messages] of await compileLocales(folder, defaultLocale, pseudoLocale)) {
        const urls: Record<string, string> = (imports[locale] = {});
        for (const [bundle, keys] of division.bundles) {
          const source = bundleCode(messages, keys);
          const fileName = `assets/${bundle}-${locale}-${hashText(source)}.js`;
          this.emitFile({ type: 'asset', fileName, source });
          urls[PREFIX + bundle] = `/${fileName}`;
        }
      }
      files = { imports, needs: collectNeeds(Object.values(output)) };
    },
  };
}

function toScript({ fileName, imports, modules }: Rolldown.RenderedChunk) {
  const code = Object.values(modules).map((module) => module.code ?? '');
  return {
    fileName,
    imports,
    modules: Object.keys(modules).map((id) => id.replace(/\?.*/, '')),
    code: code.join('\n'),
  };
}

async function compileLocales(folder: string, defaultLocale: string, pseudoLocale: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const sources = await Promise.all(names.map((name) => readLocale(join(folder, name))));
  const standard = await readLocale(join(folder, `${defaultLocale}.json`));
  const compiled = new Map(sources.map((source) => [source.locale, compileMessages(source, standard)]));
  const english = compileMessages(standard, standard);
  return compiled.set(pseudoLocale, { ...english, texts: pseudoMessages(english) });
}

function bundleCode({ texts, fallback }: MessageCatalog, keys: readonly string[]): string {
  const pick = (all: MessageCatalog['texts']) =>
    JSON.stringify(Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(all, key) ? [[key, all[key]]] : []))));
  const empty = JSON.stringify({
    texts: {},
    fallback: { locale: fallback.locale, texts: {} },
  } satisfies MessageCatalog);
  const add = `Object.assign(p.texts,${pick(texts)});Object.assign(p.fallback.texts,${pick(fallback.texts)});`;
  return `const p=globalThis.pageTexts??=${empty};${add}`;
}

function hashText(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, DIGITS);
}

function collectNeeds(output: (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): TextFiles['needs'] {
  const needs: Record<string, string[]> = {};
  for (const part of output) {
    if (part.type !== 'chunk') continue;
    const named = [...part.code.matchAll(IMPORT)].map(([, name = '']) => name);
    if (named.length > 0) needs[`/${part.fileName}`] = named;
  }
  return needs;
}
