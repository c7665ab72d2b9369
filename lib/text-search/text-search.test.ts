import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cpuCostOf } from '#test/cpu-cost.ts';

import { findExcerpt, highlight } from './highlights.ts';
import { OTHER, indexWords } from './index-words.ts';
import { stripMarkdown } from './plain-text.ts';
import { MAX_TERMS, readSearchTerms, readSearchText } from './search-terms.ts';
import { listTextQueries } from './text-query.server.ts';
import { isTypingError, listTypingErrors } from './typing-errors.ts';
import { cutWords } from './words.ts';

const exact = (text: string) => [...cutWords(text)].filter(({ kind }) => kind !== 'letter').map((word) => word.exact);
const tokens = (text: string) => [...indexWords(text).tokens];

describe('words', () => {
  test.each([
    ['Sam’s node.js: 1.2.3 & foo_bar, e-mail', 'sam s node js 1.2.3 foo bar e mail'],
    ['l’eau SOFT\u00adHYPHEN ﬁne Ⅳ ２０２６', 'l eau softhyphen fine iv 2026'],
    ['ゲームの更新', 'ゲー ーム ムの の更 更新'],
    ['ｹﾞｰﾑ', 'ゲー ーム'],
    ['更新日志 v2', '更新 新日 日志 v2'],
    ['게임을 했다', '게임 임을 했다'],
    ['เกมใหม่', 'เก กม มใ ให หม ม่'],
    ['Привет, МИР', 'привет мир'],
    ['👩🏽‍🚀 & ❤️ ❤ 🎮', '👩‍🚀 ❤ 🎮'],
    ['--- … !? ()', ''],
  ])('of “%s” are cut', (text, words) => {
    expect(exact(text).join(' ')).toBe(words);
  });

  test.each([
    ['Łódź', ['łódź', '~lodz']],
    ['Straße STRASSE', ['straße', '~strasse', 'strasse']],
    ['Schlüssel', ['schlüssel', '~schlussel', '~schluessel']],
    ['İstanbul ışık IŞIK', ['istanbul', 'ışık', '~isik', 'işik', '~isik']],
    ['ёлка й', ['ёлка', '~елка', 'й', '~и']],
    ['Ὀδυσσεύς', ['ὀδυσσεύσ', '~οδυσσευσ']],
    ['が', ['が']],
    ['كِتَاب', ['كِتَاب', '~كتاب']],
  ])('of “%s” have their other spellings beside them', (text, all) => {
    expect(tokens(text)).toEqual([...new Set(all)]);
  });

  test('are as many as are allowed, and as long', () => {
    expect([...cutWords('a '.repeat(100), 7)]).toHaveLength(7);
    expect(exact('é'.repeat(5000))).toEqual(['é'.repeat(64)]);
    expect(readSearchTerms('one two three four five six seven eight nine ten')).toHaveLength(MAX_TERMS);
    expect(readSearchTerms('漢'.repeat(300)).length).toBeLessThanOrEqual(MAX_TERMS);
  });
});

const anyText = fc.string({ unit: 'grapheme', maxLength: 80 });
/** Letters of all kinds, marks, signs, halves of characters and what nobody sees. */
const wildText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...Array.from('aZß İıŁ゙がゲｹﾞ漢字한글ไทยй\u0301\u00ad\u200d\ufe0f\ud83d\ude00\0.,:_-’|~%\'"\\\n1２③ﬁ'),
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom('👩🏽‍🚀', '🏳️‍🌈', '1️⃣', 'Σίσυφος', 'Straße', '更新'),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('whatever the text', () => {
  test('its words stand in it, in their order, without what no index takes', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, wildText), (text) => {
        let last = 0;
        for (const { start, end, exact, others } of cutWords(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          last = start;
          for (const form of [exact, ...others]) expect(form).toMatch(/^[^\0\s~|\ud800-\udfff]+$/u);
        }
      }),
    );
  });

  test('each of its words is found in it by itself, in capitals and in the other form of Unicode', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, wildText), fc.nat(), (text, seed) => {
        const words = [...cutWords(text)];
        const word = words[seed % words.length];
        if (word === undefined) return;
        const piece = text.slice(word.start, word.end);
        const index = indexWords(text).tokens;
        for (const typed of [piece, piece.normalize('NFD'), piece.normalize('NFC')]) {
          for (const { exact, other } of readSearchTerms(typed)) {
            expect(
              [exact, ...other].some((form) => index.has(form)),
              JSON.stringify([text, typed]),
            ).toBe(true);
          }
        }
      }),
    );
  });

  test('what is highlighted is the text itself, and so is an excerpt a piece of it', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, wildText), fc.oneof(anyText, wildText), (text, q) => {
        const terms = readSearchTerms(q);
        const joined = highlight(text, terms).map((part) => part.text);
        expect(joined.join('')).toBe(text);
        const excerpt = findExcerpt(text, terms) ?? [];
        const middle = excerpt
          .map((part) => part.text)
          .join('')
          .replaceAll(/^…|…$/g, '');
        expect(text).toContain(middle);
      }),
    );
  });
});

describe('a phrase', () => {
  const stands = (text: string, q: string) =>
    readSearchText(q).phrases.every((phrase) => {
      const { sequence } = indexWords(text);
      const isThere = String(sequence).includes(phrase.text);
      const hasNeighbours = phrase.neighbours.every((two) => sequence.neighbours.has(two));
      // By its neighbours an index finds every text that has it, and of two words no other.
      expect(phrase.isOfTwo ? hasNeighbours === isThere : hasNeighbours || !isThere).toBe(true);
      return isThere;
    });

  test.each([
    ['The Wrench, lies here.', '"wrench lies"', true],
    ['The wrench lies here.', '"wrench here"', false],
    ['A wrenchful lies', '"wrench lies"', false],
    ['Straße und Łódź', '"STRASSE und lodz"', true],
    ['One two, two three', '"one two three"', false],
    ['One 字 two', '"one two"', false],
    ['更新日志', '更新日志', true],
    ['更新、新日、日志', '更新日志', false],
    ['｢ｹﾞｰﾑの更新｣', 'ゲームの更新', true],
    ['ゲームの更新', 'ゲーム 更新', true],
    ['v2の更新', '"v2 の更新"', true],
    ['one 🎉 two', '"one 🎉"', true],
  ])('in “%s” is “%s”: %s', (text, q, expected) => {
    expect(stands(text, q)).toBe(expected);
  });

  test('of any words of a text stands in it', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, wildText), fc.nat(), fc.nat(9), (text, seed, length) => {
        const words = [...cutWords(text)];
        const first = words[seed % words.length];
        const last = words[Math.min((seed % words.length) + length, words.length - 1)];
        if (first === undefined || last === undefined) return;
        const piece = text.slice(first.start, last.end).replaceAll(/["“”„«»]/g, ' ');
        expect(stands(text, `"${piece}"`), JSON.stringify([text, piece])).toBe(true);
      }),
    );
  });

  test('ends with a part of its text', () => {
    const all = indexWords('one two');
    for (const part of ['更新', '日志', 'three']) indexWords(part, all);
    const text = String(all.sequence);
    for (const [q, expected] of [
      ['"one two"', true],
      ['"two 更新"', false],
      ['更新日志', false],
      ['"日志 three"', false],
    ] as const) {
      expect(text.includes(readSearchText(q).phrases[0]?.text ?? '?'), q).toBe(expected);
    }
  });
});

test('a word after a hyphen is excluded in each spelling, several as a whole', () => {
  const read = (q: string) => {
    const { terms, excluded } = readSearchText(q);
    return [terms.map((term) => term.exact), excluded.map((words) => words.join(' '))];
  };
  expect(read('cake -cafe')).toEqual([['cake'], ['cafe', '~cafe']]);
  expect(read('-Łódź e-mail')).toEqual([
    ['e', 'mail'],
    ['łódź', 'lodz', '~lodz', '~łódź'],
  ]);
  expect(read('cake -e-mail -"a b"')).toEqual([['cake'], ['e mail', 'a b']]);
  expect(read('2 - 1 -- x -')).toEqual([['2', '1', 'x'], []]);
});

const marked = (text: string, q: string) =>
  highlight(text, readSearchTerms(q))
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');

test.each([
  ['The Straße of Łódź', 'STRASSE lodz', 'The [Straße] of [Łódź]'],
  ['Level up with Levelhead', 'level', '[Level] up with [Levelhead]'],
  ['All Patchnotizen here', 'notizen', 'All [Patchnotizen] here'],
  ['A bonk is a bonk', 'bnok', 'A [bonk] is a [bonk]'],
  ['It crashed on a Steam Deck', 'crashes steamdeck', 'It [crashed] on a [Steam] [Deck]'],
  ['Report AB-1234', 'ab1234', 'Report [AB]-[1234]'],
  ['更新日志', '新日', '更[新日]志'],
  ['ゲームの更新', 'ゲーム', '[ゲーム]の更新'],
  ['nothing here', 'other', 'nothing here'],
])('in “%s” the words of “%s” are highlighted', (text, q, expected) => {
  expect(marked(text, q)).toBe(expected);
});

test('an excerpt stands around the first hit, and is cut between words', () => {
  const text = `Title line\n${'lorem ipsum '.repeat(30)}the wrench lies here ${'dolor sit '.repeat(30)}`;
  const excerpt = findExcerpt(text, readSearchTerms('wrench'))?.map((part) => part.text);
  expect(excerpt?.join('')).toMatch(/^…ipsum (?:lorem ipsum )+the wrench lies here (?:dolor sit )+dolor…$/);
  expect(findExcerpt(text, readSearchTerms('spanner'))).toBeUndefined();
});

test.each([
  ['bonk', 'bnok', true],
  ['crahs', 'crash', true],
  ['crashh', 'crash', true],
  ['crsh', 'crash', true],
  ['ошибка', 'ошибки', true],
  ['crasshlnads', 'crashlands', true],
  ['planet', 'weapon', false],
  ['lode', 'load', false],
  ['crashlands', 'carshlanbz', false],
  ['cat', 'car', false],
  ['2026', '2025', false],
  ['text', 'ten', false],
])('“%s” may have been typed for “%s”: %s', (typed, meant, expected) => {
  expect([isTypingError(typed, meant), isTypingError(meant, typed)]).toEqual([expected, expected]);
});

test('all words of which one letter is wrong are listed, in the letters of the word', () => {
  const words = listTypingErrors('crahs');
  expect(words).toContain('crash');
  for (const word of words) expect(isTypingError('crahs', word), word).toBe(true);
  expect(listTypingErrors('сахра')).toContain('сахар');
  expect([listTypingErrors('cat'), listTypingErrors('2026'), listTypingErrors('x'.repeat(64))]).toEqual([[], [], []]);
});

test.each([
  ['crashes', ['crash', 'crashed', 'crashing']],
  ['loading', ['load', 'loads', 'loaded']],
  ['save', ['saves', 'saved', 'saving']],
  ['seed', ['seeds']],
  ['редакторе', ['редактор']],
])('of “%s” there are other forms, such as %j', (typed, forms) => {
  expect(readSearchTerms(typed)[0]?.inflected).toEqual(expect.arrayContaining(forms));
});

test('a word may be written as two, and two as one', () => {
  const joined = (q: string) => readSearchTerms(q).map((term) => term.joined);
  expect(joined('steamdeck')[0]).toContain('steam+deck');
  expect(joined('ab1234')[0]).toContain('ab+1234');
  for (const one of joined('steam deck')) expect(one).toContain('steamdeck');
  expect(joined('deck')).toEqual([[]]);
  expect(joined('x'.repeat(64))).toEqual([[]]);
});

test('an index of words alone is asked for what was typed, then for what was meant, then for most of it', () => {
  const [typed, meant, most] = listTextQueries(readSearchText('the crahs on lod'));
  expect(typed?.all).toHaveLength(4);
  expect(typed?.all[1]).toMatch(/^\('crahs' \| .*'crahs':\*/);
  expect(typed?.all[1]).not.toContain("'crash'");
  expect(meant?.all[1]).toContain("'crash'");
  expect([most?.all, most?.some.length, most?.needed]).toEqual([[], 3, 2]);
  expect(listTextQueries(readSearchText('crash load'))).toHaveLength(2);
  expect(listTextQueries(readSearchText('"ann@example.com" -cake'))[0]?.all.slice(-4)).toEqual([
    "'ann+example'",
    "'example+com'",
    "!('cake')",
    "!('~cake')",
  ]);
  expect(listTextQueries(readSearchText('!!!'))).toEqual([]);
});

test('what is looked for takes little time, however long its words are', () => {
  for (const hostile of [
    'a'.repeat(256),
    'ab'.repeat(15).concat(' ').repeat(8),
    'é'.repeat(31).concat(' ').repeat(8),
    '漢'.repeat(256),
  ]) {
    const cost = cpuCostOf(() => {
      const text = readSearchText(hostile);
      for (const query of listTextQueries(text)) expect(query.all.join('').length).toBeLessThan(500_000);
      highlight(hostile.repeat(20), text.terms);
    });
    expect(cost, hostile.slice(0, 9)).toBeLessThan(20);
  }
});

test('markdown loses its marks and keeps its words', () => {
  const markdown = [
    '# A *loud* title',
    '',
    '> - Read [the **first** words](https://x.example "t"), ![a cat](cat.png)',
    ':::callout{kind="tip"}',
    'Inside <b>it</b>: :store[Steam]{of=levelhead} &amp; snake_case',
    ':::',
    '```ts',
    'const answer = { a: 1 };',
    '```',
    '| a | b |',
    '|---|:-:|',
    '| c | d |',
    '<!-- gone -->[ref]: https://y.example',
  ].join('\n');
  expect(stripMarkdown(markdown).split(/\s+/).join(' ')).toBe(
    'A loud title Read the first words, a cat Inside it : Steam snake_case const answer = { a: 1 }; a b c d',
  );
  for (const hostile of ['<!--', '[', '![](', '{', ':a[', '*_', '<a', '> ', '|']) {
    const text = hostile.repeat(65_536 / hostile.length);
    expect(
      cpuCostOf(() => void stripMarkdown(text)),
      hostile,
    ).toBeLessThan(20);
  }
  expect(OTHER).not.toMatch(/\w/);
});
