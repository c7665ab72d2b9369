import { games } from '#content/games.ts';
import { studio } from '#content/studio.ts';
import { team } from '#content/team.ts';

import { skeletonOf } from './skeletons.server.ts';

/** Words that make any name sound like the studio's own. */
const WORDS = ['admin', 'administrator', 'moderator', 'staff', 'official', 'support', 'rumpus', studio.name];

/** Words that say nothing beside those, and keep none of them from sounding so when all are written as one. */
const FILLERS = ['the', 'real', 'team', 'mod', 'dev', 'help', 'user', 'customer', 'player', 'game'];

/** Names that nobody may have as a whole. */
const NAMES = [
  ...['mod', 'mods', 'system', 'root', 'super user', 'webmaster', 'security', 'help desk', 'developer'],
  ...['dev team', 'the team', 'studio', 'the studio', 'game master', 'newsletter', 'no reply', 'postmaster', 'abuse'],
  ...['anonymous', 'nobody', 'everyone', 'everybody', 'deleted', 'deleted player', 'player', 'guest', 'you', 'me'],
  ...['null', 'undefined', 'none', 'unknown', 'true', 'false'],
  ...games.flatMap(({ name, slug }) => [name, slug]),
  ...team.map(({ name }) => name),
];

/** What the table of look-alikes leaves apart, and people who want to pass for somebody do not. */
const READ_AS: Readonly<Record<string, string>> = { i: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };

const reservedNames = new Set(NAMES.flatMap(foldings));
const reservedRun = runOf(WORDS, FILLERS);

/** Whether a name is the studio's, or looks so: as a whole, or in one of its words, with digits in it or not. */
export function isReserved(alias: string): boolean {
  const words = alias.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').split(/[^\p{L}\p{M}\p{N}]+/u);
  return (
    foldings(alias).some((folded) => reservedNames.has(folded)) ||
    [alias, ...words].flatMap(foldings).some((folded) => reservedRun.test(folded))
  );
}

/** One of the words at least, each or several of them as one word, with nothing between them but fillers. */
function runOf(words: readonly string[], fillers: readonly string[]): RegExp {
  const anyOf = (texts: readonly string[]) => `(?:${texts.flatMap(foldings).join('|')})s?`;
  return new RegExp(`^(?:${anyOf(fillers)})*${anyOf(words)}(?:${anyOf([...words, ...fillers])})*$`);
}

/** The letters alone, as they look, with digits read as the letters they stand in for and without them. */
function foldings(text: string): string[] {
  const small = text.toLowerCase();
  return [small, small.replaceAll(/\p{Nd}/gu, '')].map(fold).filter((folded) => folded !== '');
}

function fold(text: string): string {
  return skeletonOf(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '')
    .replaceAll(/[i3-578]/g, (letter) => READ_AS[letter] ?? letter);
}
