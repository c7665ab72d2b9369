import { games } from '#content/games.ts';
import { studio } from '#content/studio.ts';
import { team } from '#content/team.ts';

import { readAsLatin } from './readings.server.ts';

/** Words that make any name sound official. */
const WORDS = ['admin', 'administrator', 'moderator', 'staff', 'official', 'support', 'rumpus', studio.name];

/** Words that do not make a reserved word harmless when they are written together with it. */
const FILLERS = ['the', 'real', 'team', 'mod', 'dev', 'help', 'user', 'customer', 'player', 'game'];

/** Reserved only as the whole name. */
const NAMES = [
  'mod',
  'mods',
  'system',
  'root',
  'super user',
  'webmaster',
  'security',
  'help desk',
  'developer',
  'dev team',
  'the team',
  'studio',
  'the studio',
  'game master',
  'newsletter',
  'no reply',
  'postmaster',
  'abuse',
  'anonymous',
  'nobody',
  'everyone',
  'everybody',
  'deleted',
  'deleted player',
  'player',
  'guest',
  'you',
  'me',
  'null',
  'undefined',
  'none',
  'unknown',
  'true',
  'false',
  ...games.flatMap(({ name, slug }) => [name, slug]),
  ...team.map(({ name }) => name),
];

/** Letters and digits that are easily taken for others. */
const READ_AS: Readonly<Record<string, string>> = { i: 'l', 1: 'l', 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };

const reservedNames = new Set(NAMES.flatMap(foldings));
const reservedRun = buildRunPattern(WORDS, FILLERS);

/** Whether a name is or looks reserved: as a whole or in one of its words, also with digits in it. */
export function isReserved(alias: string): boolean {
  const words = alias.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').split(/[^\p{L}\p{M}\p{N}]+/u);
  return (
    foldings(alias)
      .flatMap(withoutRepeats)
      .some((folded) => reservedNames.has(folded)) ||
    [alias, ...words].flatMap(foldings).some((folded) => reservedRun.test(folded))
  );
}

/** Matches one or more of the words written together, with nothing but fillers around them. */
function buildRunPattern(words: readonly string[], fillers: readonly string[]): RegExp {
  const anyOf = (texts: readonly string[]) => `(?:${texts.flatMap(foldings).map(repeatable).join('|')})s?`;
  return new RegExp(`^(?:${anyOf(fillers)})*${anyOf(words)}(?:${anyOf([...words, ...fillers])})*$`, 'u');
}

function repeatable(folded: string): string {
  return folded.replaceAll(/(.)\1*/gu, (run, letter: string) => `${letter}{${Array.from(run).length},}`);
}

/** No word has three of a letter in a row, while two are part of many. */
function withoutRepeats(folded: string): string[] {
  return [folded, ...['$1', '$1$1'].map((left) => folded.replaceAll(/(.)\1{2,}/gu, left))];
}

/** With digits read as letters, and without digits. */
function foldings(text: string): string[] {
  const small = text.toLowerCase();
  return [small, small.replaceAll(/\p{Nd}/gu, '')].map(fold).filter((folded) => folded !== '');
}

function fold(text: string): string {
  return readAsLatin(text)
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[i013-578]/g, (letter) => READ_AS[letter] ?? letter);
}
