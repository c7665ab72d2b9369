import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import english from '#content/locales/en-US.json' with { type: 'json' };

const code = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'));

test('en-US has every key that the code asks for', () => {
  const asked = code.flatMap((text) => [...text.matchAll(/\btext\(\s*'([^']+)'/g)].map(([, key = '']) => key));
  expect(asked.length).toBeGreaterThan(30);
  for (const key of asked) expect(english, key).toHaveProperty([key]);
});

test('the code asks for no key that it puts together, so that each can be found', () => {
  expect(code.filter((text) => /\btext\(\s*`/.test(text))).toEqual([]);
});
