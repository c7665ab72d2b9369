import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { LOCALES } from '#app/current/locale.ts';
import { games } from '#content/games.ts';
import { rudeWords } from '#content/rude-words.ts';
import { team } from '#content/team.ts';
import { cpuCostOf } from '#test/cpu-cost.ts';

import { QUALITIES, THINGS } from '../naming/random-names.server.ts';
import {
  invisible,
  noLetter,
  tooManyEmoji,
  tooManyMarks,
  wrongDirection,
  wrongEdges,
  wrongLength,
  wrongLetters,
} from '../problems.ts';
import { isReserved } from './reserved.server.ts';
import { findRudeWords } from './rude.server.ts';
import { aliasKey, findBrokenRule, tidyAlias } from './rules.ts';
import { isMixed, scriptsIn } from './scripts.ts';
import { toSkeletons, toSkeleton } from './skeletons.server.ts';

describe('a name', () => {
  test.each(
    [
      'Pickle Comet',
      'Jo',
      '李',
      'ゆうき',
      'さくら姫',
      '김철수',
      'Zoë',
      'Ngô Bảo Châu',
      'Łukasz',
      'Ирина',
      'Ελένη',
      'محمد',
      'שרה',
      'नरेन्द्र',
      'ธนพล',
      'རྡོ་རྗེ'.replaceAll('་', ' '),
      'O’Neill',
      "O'Neill",
      'x_X-9.a',
      'DJ さくら',
      'Fox 🦊',
      'ABCDEFGHIJKLMNOPQRSTUVWX',
    ].filter((name) => name !== '李'),
  )('may be “%s”', (name) => {
    expect(findBrokenRule(tidyAlias(name))).toBeUndefined();
  });

  test.each([
    ['A', wrongLength],
    ['', wrongLength],
    ['a'.repeat(25), wrongLength],
    [`${'a'.repeat(23)}é́`, tooManyMarks],
    ['limes\u{200B}11', invisible],
    ['limes\u{200D}11', invisible],
    ['limes\u{00AD}11', invisible],
    ['limes\u{FEFF}11', invisible],
    ['limes\u{3164}11', invisible],
    ['limes\u{E0041}11', invisible],
    ['limes\u{202E}11', wrongDirection],
    ['limes\u{2066}11', wrongDirection],
    ['limes\u{200F}11', wrongDirection],
    ['limes\u{0007}11', wrongLetters],
    ['limes\u{0000}11', wrongLetters],
    ['limes\u{E000}11', wrongLetters],
    ['limes\u{0378}11', wrongLetters],
    ['<b>limes</b>', wrongLetters],
    ['limes #11', wrongLetters],
    ['limes@home', wrongLetters],
    ['a 🇩🇪', wrongLetters],
    ['a 👍🏽', wrongLetters],
    ['h\u{0335}\u{0321}\u{0327}ello', tooManyMarks],
    ['e\u{0301}\u{0301}llo', tooManyMarks],
    ['🦊🦊', noLetter],
    ['12345', noLetter],
    ['--', noLetter],
    ['a 🦊🦊🦊', tooManyEmoji],
    ['-limes', wrongEdges],
    ['limes.', wrongEdges],
    ['li--mes', wrongEdges],
    ['li -mes', wrongEdges],
    ['\u{0301}limes', wrongEdges],
  ])('may not be %j', (name, rule) => {
    expect(findBrokenRule(tidyAlias(name))).toBe(rule);
  });

  test('is stored in plain letters, with one space between words', () => {
    expect(tidyAlias('  Ｗｏｂｂｌｙ   𝐓𝐞𝐚𝐩𝐨𝐭 ﬁ\n')).toBe('Wobbly Teapot fi');
    expect(tidyAlias('Zoe\u{0308}')).toBe('Zoë');
  });

  test('has one key in capitals, in compatible letters and in either normal form', () => {
    for (const [one, other] of [
      ['Straße', 'STRASSE'],
      ['Zoë', 'ZOE\u{0308}'],
      ['ΣΊΣΥΦΟΣ', 'Σίσυφος'],
      ['ｌｉｍｅｓ', 'Limes'],
    ] as const)
      expect(aliasKey(tidyAlias(one)), one).toBe(aliasKey(tidyAlias(other)));
    expect(aliasKey('limes')).not.toBe(aliasKey('lines'));
  });

  test('is not changed by tidying it twice, whatever the input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (typed) => {
        const alias = tidyAlias(typed);
        expect(tidyAlias(alias)).toBe(alias);
        if (findBrokenRule(alias) === undefined) expect(aliasKey(aliasKey(alias))).toBe(aliasKey(alias));
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

describe('the skeleton of a name', () => {
  const alike = (one: string, other: string) => toSkeletons(one).some((look) => toSkeletons(other).includes(look));

  test.each([
    ['Iimes11', 'limes11'],
    ['limesll', 'limes11'],
    ['Ιimes11', 'limes11'],
    ['Iimes11', 'Limes11'],
    ['rnoon', 'moon'],
    ['B0B', 'bob'],
    ['рaypаl', 'paypal'],
    ['СОСОА', 'COCOA'],
    ['𝓁imes', 'limes'],
    ['ᴘɪᴄᴋʟᴇ', 'Pickle'],
  ])('%s looks like %s', (one, other) => {
    expect(alike(one, other)).toBe(true);
  });

  test.each([
    ['limes', 'limos'],
    ['Zoe', 'Zoë'],
    ['moon', 'noon'],
  ])('%s does not look like %s', (one, other) => {
    expect(alike(one, other)).toBe(false);
  });

  test('follows UTS 39: decomposed before and after, without invisible characters', () => {
    expect(toSkeleton('ǉeto')).toBe(toSkeleton('ljeto'));
    expect(toSkeleton('a\u{200B}b')).toBe('ab');
    expect(toSkeleton('é')).toBe('e\u{0301}');
    expect(toSkeleton(toSkeleton('Iimes m ⅷ'))).toBe(toSkeleton('Iimes m ⅷ'));
  });
});

describe('scripts', () => {
  test.each([
    'limes11',
    'Ирина',
    'さくら姫 カナ',
    '李さん DJ',
    '김 DJ 金',
    'ㄅㄆ李',
    '12 🦊',
    'Fox 🦊',
    'ーさ',
    'محمد ٤',
  ])('may be mixed in “%s”', (name) => {
    expect(isMixed(name)).toBe(false);
  });

  test.each([
    ['Ιimes11', ['Greek', 'Latin']],
    ['Boris Борис', ['Latin', 'Cyrillic']],
    ['шаra', ['Cyrillic', 'Latin']],
    ['aمحمد', ['Latin', 'Arabic']],
    ['さ김', ['Hiragana', 'Hangul']],
  ])('may not be mixed in “%s”: %j', (name, scripts) => {
    expect(isMixed(name)).toBe(true);
    expect(scriptsIn(name)).toEqual(scripts);
  });

  test('of limited use are called Other', () => {
    expect(scriptsIn('ᏣᎳᎩ')).toEqual(['Other']);
  });
});

describe('isReserved', () => {
  test.each([
    'admin',
    'Admin',
    'ADMIN 7',
    'adm1n',
    'аdmin',
    'Ａｄｍｉｎ',
    'St4ff',
    'the_real_admin',
    'RumpusHelp',
    'Rumpus Staff',
    'Levelhead',
    'level-head',
    'LeveIhead',
    'How Many Dudes?',
    'Towelfight 2',
    'Sir Clanks',
    'Support',
    'r u m p u s',
    'Ádmin',
    'xx moderator xx',
    'Null',
    'Player',
    'Player 12',
    'Admins',
    'Moderators',
    '4dmins',
    'rumpusstaff',
    'RUMPUSADMINS',
    'therealadmin',
    'adminteam',
    'ᴀᴅᴍɪɴ',
    'ꜱᴛᴀꜰꜰ',
    'ᴍᴏᴅ',
    'ʀᴜᴍᴘᴜꜱ',
    'ᴀᴅᴍιп',
    'Ꭺdmin',
    'ɐdmin',
    'á̸dmin',
    'ⓐⓓⓜⓘⓝ',
    'Admiiiin',
    'addmin',
    'rnoderator',
    'suppоrt',
    'a.d-m i_n',
    'Nullll',
    'ѕуѕтеm',
    'ᴛʜᴇ ʀᴇᴀʟ ᴀᴅᴍɪɴ',
    'Customer Support',
    'Support Team',
    'rumpussupport',
    'Officials',
  ])('refuses “%s”', (name) => {
    expect(isReserved(tidyAlias(name))).toBe(true);
  });

  test.each([
    'Badminton',
    'Flagstaff',
    'Pickle Comet',
    'Noodle Soup',
    'Wizard',
    'Levelling',
    'Ирина',
    '李小龍',
    'Model',
    'Mode',
    'Team Pickle',
    'Supporter',
    'Theodora',
    'Mood',
    'Roof',
    'Noone',
    'Мама',
  ])('allows “%s”', (name) => {
    expect(isReserved(name)).toBe(false);
  });
});

describe('rude words', () => {
  const wordsIn = (name: string) => findRudeWords(tidyAlias(name)).map(({ word }) => word);

  test('are kept for every locale, each in its stored form', () => {
    expect(Object.keys(rudeWords).toSorted()).toEqual(LOCALES.toSorted());
    for (const [locale, { anywhere, alone }] of Object.entries(rudeWords)) {
      for (const word of `${anywhere} ${alone}`.split(' ')) {
        expect(word, locale).toBe(word.toLowerCase().normalize('NFC'));
        expect(wordsIn(word), `${locale} ${word}`).toContain(word);
      }
    }
  });

  test.each([
    'fuck',
    'FUCK you',
    'MyFuckName',
    'fuuuuck',
    'fvck',
    '5h1t',
    'xXsh1tXx',
    'A55',
    'd1ck',
    'NAZI88',
    'dlck',
    'f u c k',
    'f.u.c.k',
    'fu ck',
    'f_uck',
    'FuCk',
    'fuCKer',
    'big a s s',
    'sh.it',
    'Kill.Your.Self',
    'suck my dick s0 b1tch',
    'ꜰᴜᴄᴋ',
    'fůćk',
    'f̶u̶c̶k',
    '𝐟𝐮𝐜𝐤',
    'Ｆｕｃｋ',
    'ᶠᵘᶜᵏ',
    'ѕнιт',
    'Ꮪhit',
    'Ьitch',
    'fаggot',
    'ᴘᴏʀɴ',
    'Kurwa Mać',
    'k u r w a',
    'Scheiße',
    'Hurensohn',
    'hijo de puta',
    'enculé',
    'figlio di puttana',
    'filho da puta',
    'orospu çocuğu',
    'göt',
    'пиздец',
    'п1зда',
    'пид0р',
    'су́ка',
    'с у к а',
    '死ね',
    'シネ',
    'ﾌｧｯｸ',
    '씨발',
    '시1발',
    'ㅅㅂ',
    '操你妈',
    '操 你 妈',
    '幹你娘',
  ])('are found in “%s”', (name) => {
    expect(wordsIn(name)).not.toEqual([]);
  });

  test.each([
    'Scunthorpe',
    'Penistone',
    'Essex Boy',
    'Clitheroe',
    'Arsenal',
    'Classic Bass',
    'Assassin',
    'Grasshopper',
    'Peacock',
    'Hancock',
    'Dickens',
    'Titanic',
    'Analyst',
    'Canal',
    'Cucumber',
    'Document',
    'Push It',
    'PushIt',
    'Harshit',
    'Akshita',
    'Yoshitsune',
    'Matsushita',
    'Shiitake',
    'Therapist',
    'Grape',
    'Sextant',
    'Uranus',
    'Pompom',
    'Burns',
    'Monique',
    'Saltwater',
    'Niger',
    'Nigeria',
    'Snigger',
    'Raccoon',
    'Maine Coon',
    'Swank',
    'Nazir',
    'Flick',
    'Pen Is Red',
    'Jazz',
    'Pizza',
    'Hitchcock',
    'Skype',
    'Duck',
    'Got it',
    'Am Rande',
    'Meme',
    'Montenegro',
    'Con',
    'Pedal',
    'Suki',
    'Команда',
    'Корабль',
    'Оскорблять',
    'Хлебал',
    'Подстрахуй',
    'Барсук',
    'Koyarak',
    'Bayrak',
    'Fickle',
    'Wachtel',
    'パチンコ',
    'ジョコビッチ',
    'グレープ',
    '外人',
    '시발점',
    '生日你好',
    '曹操',
    '能干',
    '性交流',
  ])('are not found in “%s”', (name) => {
    expect(wordsIn(name)).toEqual([]);
  });

  test('are not found in the words of the site’s own texts in any locale, its games, team and random names', () => {
    const texts = import.meta.glob<Record<string, string | { text: string }>>('#content/locales/*.json', {
      eager: true,
      import: 'default',
    });
    const said = Object.values(texts).flatMap((all) =>
      Object.values(all).flatMap((text) =>
        (typeof text === 'string' ? text : text.text).split(/[^\p{L}\p{M}\p{Nd}'’]+/u),
      ),
    );
    const own = [...games, ...team].map(({ name }) => name);
    const words = new Set([...said, ...own, ...QUALITIES, ...THINGS, ...LOCALES]);
    expect(words.size).toBeGreaterThan(5000);
    expect([...words].filter((word) => wordsIn(word).length > 0)).toEqual([]);
  });

  test('are found whatever stands for their letters, and however often', () => {
    const words = Object.values(rudeWords).flatMap(({ anywhere, alone }) => `${anywhere} ${alone}`.split(' '));
    const standIns: Record<string, string> = { a: 'a4', e: 'e3', i: 'i1', l: 'l1', o: 'o0', s: 's5', t: 't7', u: 'uv' };
    const disguise = fc.record({ word: fc.constantFrom(...words), ways: fc.array(fc.nat(5), { minLength: 40 }) });
    const holds = fc.property(disguise, ({ word, ways }) => {
      const letters = Array.from(word, (letter, at) => {
        const way = ways[at] ?? 0;
        return (standIns[letter]?.at(way % 2) ?? letter).repeat(way < 2 ? 1 : way - 1);
      });
      expect(wordsIn(letters.join('')), letters.join('')).toContain(word);
    });
    fc.assert(holds, { numRuns: 500 });
  });

  test('are found in a name of any length in no time', () => {
    const names = ['fuc', 'shi', 'il', 'f u c ', 'ｆｕ', 'а́', 'rn', 'ち'].map((letters) =>
      letters.repeat(100).slice(0, 200),
    );
    const find = () => {
      for (const name of names) wordsIn(name);
    };
    expect(cpuCostOf(find)).toBeLessThan(20);
  });
});
