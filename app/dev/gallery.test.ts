import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();

/** The code of the files in a folder by path, without tests. */
function codeIn(folder: string): Map<string, string> {
  const root = new URL('../../', import.meta.url);
  const paths = globSync(`${folder}/**/*.tsx`, { cwd: root }).filter((path) => !path.endsWith('.test.tsx'));
  return new Map(paths.map((path) => [path, readFileSync(new URL(path, root), 'utf8')]));
}

const componentsOf = (code: string) => [...code.matchAll(/^export function ([A-Z]\w*)/gm)].map(([, name = '']) => name);

test('the gallery shows every component of lib/ui, and its page every section', () => {
  const shelves = codeIn('app/dev/gallery');
  const shown = (name: string, file: string, where: Iterable<string>) =>
    [...where].some((code) => code.includes(`/${file}'`) && new RegExp(String.raw`<${name}\b`).test(code));
  const parts = [...codeIn('lib/ui')].flatMap(([path, code]) =>
    componentsOf(code).map((name) => ({ name, file: path.replace('lib/', '') })),
  );
  expect(parts.length).toBeGreaterThan(15);
  expect(parts.filter(({ name, file }) => !shown(name, file, shelves.values()))).toEqual([]);
  const page = codeIn('app/dev/screens').get('app/dev/screens/components.tsx') ?? '';
  const chapters = [...shelves].flatMap(([path, code]) =>
    path.endsWith('/gallery-section.tsx')
      ? []
      : componentsOf(code).map((name) => ({ name, file: path.replace('app/dev/', '') })),
  );
  expect(chapters.filter(({ name, file }) => !shown(name, file, [page]))).toEqual([]);
});

test.each([
  ['localhost', 200],
  ['dev', 200],
  ['sandbox', 404],
  ['beta', 200],
  ['www', 404],
] as const)('the gallery on the %s stage answers %i', async (stage, status) => {
  const door = openTestApp(site, { STAGE: stage, PUBLIC_URL: `https://${stage}.rumpus.example` });
  const response = await door.sendRequest('/dev/components');
  expect(response.status).toBe(status);
  expect((await response.text()).includes('class="dialog"')).toBe(status === 200);
});

test('a page preloads the display and text faces of its locale', async () => {
  const fontsOf = async (path: string) => {
    const html = await (await site.ask(undefined, path)).text();
    const preloads = html.matchAll(
      /<link rel="preload" href="[^"]*\/([a-z-]+?)-(\d+|latin|cyrillic|japanese|korean|chinese-simplified)-[^"]*\.woff2/g,
    );
    return [...preloads].map(([, name, slice]) => `${name} ${slice}`);
  };
  const latin = ['dela-gothic-one latin', 'nunito latin'];
  expect(await fontsOf('/de-DE')).toEqual(latin);
  expect(await fontsOf('/ru-RU')).toEqual([...latin, 'dela-gothic-one cyrillic', 'nunito cyrillic']);
  expect(await fontsOf('/ja-JP')).toEqual([...latin, 'dela-gothic-one japanese', 'noto-sans-jp 119']);
  expect(await fontsOf('/ko-KR')).toEqual([...latin, 'black-han-sans korean', 'noto-sans-kr 118']);
  expect(await fontsOf('/zh-CN')).toEqual([...latin, 'zcool-kuaile chinese-simplified', 'noto-sans-sc 118']);
  expect(await fontsOf('/zh-TW')).toEqual([...latin, 'noto-sans-tc 122']);
});
