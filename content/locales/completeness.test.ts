import { readFileSync } from 'node:fs';

import { TYPE, parse } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement, PluralElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';

import { LOCALES, isComplete } from '#app/current/locale.ts';
import { intlLocale } from '#lib/locale/intl.ts';

/**
 * The first parts of the keys that every locale has, once a page is done. The others fall back to English: a page for
 * developers, whose calls and words are English, and what stands on the localhost stage alone.
 */
const TRANSLATED = [
  'shell',
  'notice',
  'error',
  'login',
  'home',
  'post',
  'linkout',
  'telegrams',
  'games',
  'about',
].concat(['legal', 'leveltags', 'changelog', 'press', 'account', 'aliases', 'confirmation', 'keys', 'mail', 'problem']);
const ENGLISH = [
  'admin',
  'arcade',
  'blocks',
  'campaigns',
  'ce',
  'changelogs',
  'choices',
  'contact',
  'deletions',
  'dev',
  'devices',
  'docs',
  'editor',
  'exports',
  'feed',
  'feedbag',
  'following',
  'go',
  'mailbox',
  'merges',
  'newsletters',
  'notify',
  'perks',
  'podcast',
  'profile',
  'reading',
  'recovery',
  'releases',
  'reports',
  'search',
  'settings',
  'support',
  'things',
  'threads',
  'welcome',
];

const english = textsOf('en-US');
/** The refusals of these are read on their own pages alone. */
const OWN_PROBLEM =
  /^problem\.(admin|announcements|storage|approvals|apps|audit|changelog|choices|deletions|devices|editor|exports|posts|campaigns|newsletters|following|notify|mail|mailbox|levelhead|contact|feedbag|merges|perks|podcast|recovery|reports|shortlinks|support|telemetry|threads)\./;
const AREAS: Readonly<Record<string, string>> = {
  announcements: 'admin',
  approvals: 'admin',
  apps: 'admin',
  audit: 'admin',
  changelog: 'editor',
  posts: 'editor',
  following: 'notify',
  levelhead: 'arcade',
  mail: 'notify',
  shortlinks: 'go',
  storage: 'admin',
  telemetry: 'admin',
};
function areaOf(key: string): string {
  // Above every page, for staff alone.
  if (key.startsWith('shell.staff.')) return 'admin';
  const own = OWN_PROBLEM.exec(key)?.[1];
  return own === undefined ? (key.split('.', 1)[0] ?? '') : (AREAS[own] ?? own);
}

test('it is decided for every area whether it is translated', () => {
  expect([...new Set(Object.keys(english).map(areaOf))].toSorted()).toEqual([...TRANSLATED, ...ENGLISH].toSorted());
});

/** Read by nobody but staff and developers, in English. */
const STAFF = new Set(['admin', 'campaigns', 'dev', 'docs', 'editor']);

test('a locale is complete, and machines are led to its pages, once it has all that visitors read', () => {
  const wanted = Object.keys(english).filter((key) => !STAFF.has(areaOf(key)));
  const isWhole = (texts: Record<string, string>) => wanted.every((key) => (texts[key] ?? '').trim() !== '');
  expect(LOCALES.filter(isComplete)).toEqual(LOCALES.filter((locale) => isWhole(textsOf(locale))));
});

describe.each(LOCALES.filter((locale) => locale !== 'en-US'))('%s', (locale) => {
  const texts = textsOf(locale);

  test('says everything that the pages of the site show', () => {
    const wanted = Object.keys(english).filter((key) => TRANSLATED.includes(areaOf(key)));
    expect(wanted.length).toBeGreaterThan(200);
    expect(wanted.filter((key) => (texts[key] ?? '').trim() === '')).toEqual([]);
  });

  test('leaves nothing longer than two words in English', () => {
    const kept = Object.entries(texts).filter(
      ([key, text]) => text === english[key] && /\p{L}+\s+\p{L}+\s+\p{L}+/u.test(wordsOf(text)),
    );
    expect(kept.map(([key]) => key)).toEqual([]);
  });
});

test.each(LOCALES)('%s counts by exactly the categories of its language, and counts what English counts', (locale) => {
  const texts = textsOf(locale);
  let counted = 0;
  for (const [key, text] of Object.entries(texts)) {
    const plurals = pluralsIn(parse(text));
    for (const { options, pluralType } of plurals) {
      const { pluralCategories } = new Intl.PluralRules(intlLocale(locale), {
        type: pluralType ?? 'cardinal',
      }).resolvedOptions();
      const named = Object.keys(options).filter((name) => !/^=\d+$/.test(name));
      expect([key, named.toSorted()]).toEqual([key, pluralCategories.toSorted()]);
      counted += 1;
    }
    expect([key, argumentsOf(plurals)]).toEqual([key, argumentsOf(pluralsIn(parse(english[key] ?? '')))]);
  }
  expect(counted).toBeGreaterThan(0);
});

function textsOf(locale: string): Record<string, string> {
  const written = JSON.parse(readFileSync(new URL(`${locale}.json`, import.meta.url), 'utf8')) as Source;
  return Object.fromEntries(Object.entries(written).map(([key, of]) => [key, typeof of === 'string' ? of : of.text]));
}

type Source = Record<string, string | { text: string }>;

/** The literal words of a message. */
function wordsOf(text: string): string {
  return parse(text)
    .map((element) => (element.type === TYPE.literal ? element.value : ' '))
    .join('');
}

const argumentsOf = (plurals: PluralElement[]) => [...new Set(plurals.map(({ value }) => value))].toSorted();

function pluralsIn(elements: MessageFormatElement[]): PluralElement[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return pluralsIn(element.children);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    const inside = Object.values(element.options).flatMap(({ value }) => pluralsIn(value));
    return element.type === TYPE.plural ? [element, ...inside] : inside;
  });
}
