import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import english from '#content/locales/en-US.json' with { type: 'json' };

const APP = join(import.meta.dirname, '../../app');
const code = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => readFileSync(join(APP, path), 'utf8'));

test('en-US has every key that the code asks for', () => {
  const keys = code.flatMap((text) => [...text.matchAll(/(?<!\.)\btext\(\s*'([^']+)'/g)].map(([, key = '']) => key));
  expect(keys.length).toBeGreaterThan(30);
  for (const key of keys) expect(english, key).toHaveProperty([key]);
});

test('the code asks for no key that it puts together, so that each can be found', () => {
  expect(code.filter((text) => /\btext\(\s*`/.test(text))).toEqual([]);
});

const GALLERY = /^dev\/(?:gallery\/|screens\/components\.tsx)/;

test('no component has words of its own but the gallery, not even one that shows only later', () => {
  const folders = [APP, join(APP, '../lib/ui')];
  const found = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx') && !path.includes('.test.') && !GALLERY.test(path))
      .flatMap((path) => wordsIn(readFileSync(join(folder, path), 'utf8')).map((words) => `${path}: ${words}`)),
  );
  expect(found).toEqual([]);
  expect(wordsIn('<p>\n  Hello there\n</p> <a title="Go on">{x}</a>')).toEqual(['Hello there', 'title="Go on"']);
});

/** Texts between tags, and attributes that are shown or read out. */
function wordsIn(code: string): string[] {
  const texts = [...code.matchAll(/>\s*([A-Z][A-Za-z][^<>{}=;()]*)<\//g)].map(([, words = '']) => words.trim());
  const attributes = code.matchAll(
    /\b(?:aria-label|alt|title|placeholder|label|heading|hint)="[^"]*[A-Za-z]{2}[^"]*"/g,
  );
  return [...texts, ...[...attributes].map(([attribute]) => attribute)];
}
