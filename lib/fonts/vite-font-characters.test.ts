import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { fontCharactersPlugin } from './vite-font-characters.ts';

const FONT = '@fontsource/zcool-kuaile/files/zcool-kuaile-chinese-simplified-400-normal.woff2';
let folder: string;
let plugin: ReturnType<typeof fontCharactersPlugin>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'font-characters-'));
  await writeFile(join(folder, 'zh-CN.json'), JSON.stringify({ hello: '你好，世界！ Hello! ü 😀', again: '你好' }));
  plugin = fontCharactersPlugin({ texts: folder, cache: join(folder, 'fonts') });
});

afterAll(() => rm(folder, { recursive: true }));

test('the characters of a locale are the Chinese, Japanese and Korean ones of its texts, dates and numbers, each once', async () => {
  const characters = String(JSON.parse(codeOf(await call(plugin.load, join(folder, 'zh-CN.json?characters')))));
  for (const text of ['世你好界！，', '年月日', '星期', '周前', '万亿'])
    expect(Array.from(characters)).toEqual(expect.arrayContaining(Array.from(text)));
  expect(characters).not.toMatch(/[\0-\u10FF]|😀/);
  expect(new Set(characters).size).toBe(characters.length);
});

test('a face and an address name one small file with nothing else, which is made once and never inlined', async () => {
  const css = codeOf(await call(plugin.transform, `@font-characters 'zh-CN' of '${FONT}' as 'Kuai';`, sheet()));
  expect(css).toContain("font-family: 'Kuai'; font-weight: 400 900; font-display: swap;");
  const address = await call(plugin.resolveId, `${FONT}?characters=zh-CN&font`, sheet());
  const [, path = ''] = /src: url\('([^']+)' *\) format\('woff2'\)/.exec(css) ?? [];
  expect(join(import.meta.dirname, path)).toBe(address);
  expect(path).toMatch(/\?no-inline$/);
  expect(await readdir(join(folder, 'fonts'))).toHaveLength(1);
  const font = await readFile(join(import.meta.dirname, path.replace('?no-inline', '')));
  expect(font.toString('latin1', 0, 4)).toBe('wOF2');
  expect(font.length).toBeLessThan(10_000);
});

test('a missing locale fails the build', async () => {
  await expect(call(plugin.transform, `@font-characters 'ko-KR' of '${FONT}' as 'Kuai';`, sheet())).rejects.toThrow(
    'ko-KR',
  );
});

function sheet(): string {
  return join(import.meta.dirname, 'a.css?direct');
}

/** Calls a hook as the bundler does, which finds every file where its path says. */
async function call(hook: unknown, ...args: string[]): Promise<unknown> {
  const handler: unknown = typeof hook === 'object' && hook !== null ? Reflect.get(hook, 'handler') : hook;
  if (typeof handler !== 'function') throw new Error('the plugin has no such hook');
  return Reflect.apply(handler, { resolve: (id: string) => id }, args);
}

function codeOf(made: unknown): string {
  return typeof made === 'object' && made !== null && 'code' in made ? String(made.code) : '';
}
