import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'vite';
import type { InlineConfig, Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { messagesPlugin } from './vite-messages.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'messages-'));
  const english = { hi: { text: 'Hi {name}', note: 'For the translator' }, bye: { text: 'Bye', note: 'n' } };
  await writeFile(join(folder, 'en-US.json'), JSON.stringify(english));
  await writeFile(join(folder, 'fr-FR.json'), JSON.stringify({ hi: 'Salut {name}' }));
  await writeFile(join(folder, 'main.js'), MAIN);
});
afterAll(() => rm(folder, { recursive: true }));

const MAIN = `
  import { createText } from '${join(import.meta.dirname, 'messages.ts')}';
  const bundles = import.meta.glob('./*.json', { query: '?messages', import: 'default' });
  const pseudo = import.meta.glob('./en-US.json', { query: '?pseudo', import: 'default' });
  export const sayPseudo = async (key, values) => createText('en-XA', await pseudo['./en-US.json']())(key, values);
  export const say = async (locale, key, values) => createText(locale, await bundles['./' + locale + '.json']())(key, values);
`;

test('each locale is one chunk with its own texts and the English ones that it lacks, without notes', async () => {
  const chunks = await bundle();
  const french = chunks.filter(({ code }) => code.includes('Salut'));
  expect(french).toHaveLength(1);
  expect(french[0]?.isEntry).toBe(false);
  expect(french[0]?.code).toContain('Bye');
  expect(french[0]?.code).not.toContain('Hi ');
  expect(chunks.some(({ code }) => code.includes('translator'))).toBe(false);
});

test('the pseudo-locale is a chunk of its own, which only its own loader names', async () => {
  const chunks = await bundle();
  const pseudo = chunks.filter(({ code }) => code.includes('⟦'));
  expect(pseudo).toHaveLength(1);
  expect(pseudo[0]?.isEntry).toBe(false);
  expect(pseudo[0]?.code).toContain('Ɓýéé');
  expect(pseudo[0]?.code).not.toContain('Bye');
  expect(chunks.filter(({ imports }) => imports.includes(pseudo[0]?.fileName ?? ''))).toEqual([]);
});

test('the browser gets a formatter and no parser', async () => {
  const code = (await bundle()).map((chunk) => chunk.code).join('');
  expect(code).toContain('The text lacks its value');
  expect(code).not.toContain('EXPECT_ARGUMENT_CLOSING_BRACE');
  expect(code.length).toBeLessThan(6000);
});

test('the built bundle formats the texts', async () => {
  await build({ ...CONFIG, root: folder, build: { ...library(), outDir: 'out', minify: false } });
  type Say = (...args: unknown[]) => Promise<string>;
  const { say, sayPseudo } = (await import(join(folder, 'out/main.mjs'))) as { say: Say; sayPseudo: Say };
  expect(await say('fr-FR', 'hi', { name: 'Zoé' })).toBe('Salut Zoé');
  expect(await say('fr-FR', 'bye')).toBe('Bye');
  expect(await sayPseudo('hi', { name: 'Zoé' })).toBe('⟦Ĥíí Zoé⟧');
});

test('a malformed message fails the build with its locale and key', async () => {
  await writeFile(join(folder, 'de-DE.json'), JSON.stringify({ hi: 'Hallo {name' }));
  await expect(bundle()).rejects.toThrow('de-DE hi: ');
  await rm(join(folder, 'de-DE.json'));
});

const CONFIG = { configFile: false, logLevel: 'silent', plugins: [messagesPlugin()] } satisfies InlineConfig;

function library() {
  return { lib: { entry: join(folder, 'main.js'), formats: ['es' as const], fileName: 'main' } };
}

async function bundle(): Promise<Rolldown.OutputChunk[]> {
  const built = await build({ ...CONFIG, root: folder, build: { ...library(), write: false, minify: false } });
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  return outputs.flatMap(({ output }) => output).filter((part) => part.type === 'chunk');
}
