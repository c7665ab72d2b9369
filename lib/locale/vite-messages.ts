import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import type { Plugin } from 'vite';

import { compileMessages } from './compile.ts';
import type { LocaleSource, MessageSource } from './compile.ts';
import { pseudoMessages } from './pseudo.ts';

const QUERY = /\?(messages|pseudo)$/;

/** Compiles `{folder}/{locale}.json?messages`, filled up from the default locale's file; `?pseudo` is the pseudo-locale. */
export function messagesPlugin({ defaultLocale = 'en-US' }: { defaultLocale?: string } = {}): Plugin {
  return {
    name: 'locale-messages',
    enforce: 'pre',
    async load(id) {
      const [query, kind] = QUERY.exec(id) ?? [];
      const file = id.slice(0, -(query?.length ?? 0));
      if (query === undefined || !file.endsWith('.json')) return undefined;
      const standard = join(dirname(file), `${defaultLocale}.json`);
      this.addWatchFile(standard);
      const messages = compileMessages(await readLocale(file), await readLocale(standard));
      const made = kind === 'pseudo' ? { ...messages, texts: pseudoMessages(messages) } : messages;
      return { code: JSON.stringify(made), moduleType: 'json' };
    },
  };
}

export async function readLocale(file: string): Promise<LocaleSource> {
  return { locale: basename(file, '.json'), source: JSON.parse(await readFile(file, 'utf8')) as MessageSource };
}
