import { join } from 'node:path';

import { expect, test } from 'vitest';

import { fontSlicesPlugin } from './vite-font-slices.ts';

test('a rule becomes the named slices of a font, as WOFF2 at its own address, never inlined', async () => {
  const css = await transform("@font-slices '@fontsource-variable/nunito/wght.css' latin cyrillic;");
  expect(css.match(/@font-face/g)).toHaveLength(2);
  expect(css).toContain('nunito-cyrillic-wght-normal.woff2?no-inline');
  expect(css).toContain('nunito-latin-wght-normal.woff2?no-inline');
  expect(css).not.toContain('latin-ext');
  expect(css.match(/unicode-range/g)).toHaveLength(2);
});

test('numbered slices may go by another name, and one weight stands for the bold ones too', async () => {
  const css = await transform("@font-slices '@fontsource/dela-gothic-one/400.css' numbered as 'Kanji';");
  const faces = css.match(/@font-face/g) ?? [];
  expect(faces.length).toBeGreaterThan(100);
  expect(css.match(/font-family: 'Kanji';/g)).toHaveLength(faces.length);
  expect(css.match(/font-weight: 400 900;/g)).toHaveLength(faces.length);
  expect(css).not.toMatch(/\.woff['")]|dela-gothic-one-latin/);
});

test('a slice that a font does not have fails the build', async () => {
  await expect(transform("@font-slices '@fontsource-variable/nunito/wght.css' runic;")).rejects.toThrow('runic');
});

async function transform(css: string): Promise<string> {
  const { transform } = fontSlicesPlugin();
  if (typeof transform !== 'object') throw new Error('the plugin transforms nothing');
  const result: unknown = await Reflect.apply(transform.handler, undefined, [
    css,
    join(import.meta.dirname, 'a.css?direct'),
  ]);
  return typeof result === 'object' && result !== null && 'code' in result ? String(result.code) : '';
}
