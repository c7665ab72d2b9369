import { readFileSync, readdirSync } from 'node:fs';

import { TYPE, parse } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';

const english = read('en-US') as Record<string, { text: string; note: string }>;
const others = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.json') && file !== 'en-US.json')
  .map((file) => file.slice(0, -'.json'.length));

test('there are 13 locales besides en-US', () => {
  expect(others).toHaveLength(13);
});

test('every English text has words, a note for translators, and nothing else', () => {
  for (const [key, entry] of Object.entries(english)) {
    expect(key).toMatch(/^[a-z]+(\.[a-zA-Z0-9]+)+$/);
    expect(Object.keys(entry), key).toEqual(['text', 'note']);
    expect(entry.text.trim().length, key).toBeGreaterThan(0);
    expect(entry.note.trim().length, key).toBeGreaterThan(0);
    expect(() => argumentsOf(entry.text), key).not.toThrow();
  }
});

test.each(others)('%s has no key that en-US lacks, and the same arguments in each text', (locale) => {
  for (const [key, text] of Object.entries(read(locale) as Record<string, string>)) {
    expect(english, key).toHaveProperty([key]);
    expect(argumentsOf(text), key).toEqual(argumentsOf(english[key]?.text ?? ''));
  }
});

function read(locale: string): unknown {
  return JSON.parse(readFileSync(new URL(`${locale}.json`, import.meta.url), 'utf8'));
}

/** The names of a message's arguments and tags, each once. */
function argumentsOf(text: string): string[] {
  return [...new Set(parse(text).flatMap(namesIn))].sort();
}

function namesIn(element: MessageFormatElement): string[] {
  switch (element.type) {
    case TYPE.literal:
    case TYPE.pound:
      return [];
    case TYPE.tag:
      return [`<${element.value}>`, ...element.children.flatMap(namesIn)];
    case TYPE.select:
    case TYPE.plural:
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => value.flatMap(namesIn))];
    default:
      return [element.value];
  }
}
