import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createBuilder } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createText } from './messages.ts';
import { pageTexts } from './page-texts.ts';
import type { TextFiles } from './text-files.ts';
import { textFilesPlugin } from './vite-text-files.ts';

let folder: string;
let files: TextFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'text-files-'));
  await mkdir(join(folder, 'locales'));
  const texts = {
    'shell.hi': 'Hi {name}',
    'shell.bye': 'Bye',
    'shop.buy': 'Buy',
    'shop.sell': 'Sell',
    'mail.to': 'To you',
  };
  await writeFile(join(folder, 'locales/en-US.json'), JSON.stringify(texts));
  await writeFile(
    join(folder, 'locales/fr-FR.json'),
    JSON.stringify({ 'shell.hi': 'Salut {name}', 'shop.buy': 'Acheter' }),
  );
  await writeFile(
    join(folder, 'start.js'),
    `export const first = 'shell.hi'; export const shop = () => import('./shop.js');`,
  );
  await writeFile(join(folder, 'shop.js'), `export const keys = ['shop.buy', 'shop.sell', 'shell.hi'];`);
  await writeFile(
    join(folder, 'server.js'),
    `export { textFiles } from 'virtual:text-files'; export const key = 'mail.to';`,
  );
  files = await buildSite();
});
afterAll(() => rm(folder, { recursive: true }));

test('keys of a script come in the bundle of its area, and keys of the start in the common one', async () => {
  expect(Object.keys(files.imports)).toEqual(expect.arrayContaining(['en-US', 'fr-FR', 'en-XA']));
  for (const names of Object.values(files.imports)) expect(Object.keys(names)).toEqual(['texts/common', 'texts/shop']);
  const codes = await scripts();
  expect(codes.find(({ code }) => code.includes('texts/common'))?.name).toMatch(/^start/);
  expect(codes.find(({ code }) => code.includes('texts/shop'))?.name).toMatch(/^shop/);
  const needs = Object.entries(files.needs).map(([url, names]) => [url.replace(/-[^-]*$/, ''), names]);
  expect(Object.fromEntries(needs)).toEqual({ '/assets/shop': ['texts/shop'], '/assets/start': ['texts/common'] });
});

test('keys that only the server names, or nobody, reach no browser', async () => {
  const all = (await scripts()).map(({ code }) => code).join('');
  expect(all).toContain('Acheter');
  expect(all).not.toContain('To you');
  expect(all).not.toContain('Bye');
});

test('the texts of a screen join those of the page in its locale, missing ones in English', async () => {
  globalThis.pageTexts = undefined;
  expect(pageTexts).toThrow('No script has brought');
  await load('fr-FR', 'texts/common');
  const text = createText('fr-FR', pageTexts());
  expect(text('shell.hi', { name: 'Zoé' })).toBe('Salut Zoé');
  await load('fr-FR', 'texts/shop');
  expect([text('shop.buy'), text('shop.sell')]).toEqual(['Acheter', 'Sell']);
  globalThis.pageTexts = undefined;
  await load('en-XA', 'texts/common');
  expect(createText('en-XA', pageTexts())('shell.hi', { name: 'Zoé' })).toBe('⟦Ĥíí Zoé⟧');
  globalThis.pageTexts = undefined;
});

const load = (locale: string, name: string) => import(join(folder, 'out', files.imports[locale]?.[name] ?? ''));

async function scripts() {
  const names = (await readdir(join(folder, 'out/assets'))).filter((name) => name.endsWith('.js'));
  return Promise.all(
    names.map(async (name) => ({ name, code: await readFile(join(folder, 'out/assets', name), 'utf8') })),
  );
}

/** Builds the scripts of the browser and then the server, as the site does. @returns what the server knows */
async function buildSite(): Promise<TextFiles> {
  const builder = await createBuilder({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    plugins: [textFilesPlugin({ folder: join(folder, 'locales'), first: [join(folder, 'start.js')] })],
    environments: {
      client: {
        build: {
          outDir: 'out',
          minify: true,
          rollupOptions: { input: join(folder, 'start.js'), preserveEntrySignatures: 'strict' },
        },
      },
      ssr: { build: { outDir: 'server', ssr: join(folder, 'server.js') } },
    },
    builder: { sharedConfigBuild: true, sharedPlugins: true },
  });
  for (const environment of Object.values(builder.environments)) await builder.build(environment);
  const server = (await readdir(join(folder, 'server'))).find((name) => /^server\.m?js$/.test(name)) ?? '';
  return ((await import(join(folder, 'server', server))) as { textFiles: TextFiles }).textFiles;
}
