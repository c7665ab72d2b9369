import { randomInt } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';

import { DEFAULT_CONTEXT } from '../alias.ts';
import { aliasKey } from '../rules/rules.ts';

import { QUALITIES, THINGS } from './words.ts';

/** A name that nobody has, for who has to choose one. It may be taken until it is claimed. */
export async function suggestAlias(current: Current, context: string = DEFAULT_CONTEXT): Promise<string> {
  const names = [0, 0, 0, 0, 2, 3, 4, 4].map((digits) => randomAlias(digits));
  const rows = await current.db.query<{ alias_key: string }>(TAKEN, [context, names.map(aliasKey)]);
  const taken = new Set(rows.map((row) => row.alias_key));
  return names.find((name) => !taken.has(aliasKey(name))) ?? suggestAlias(current, context);
}

/** Such as “Wobbly Teapot”, with so many digits behind it. */
export function randomAlias(digits: number): string {
  const name = `${pick(QUALITIES)} ${pick(THINGS)}`;
  return digits === 0 ? name : `${name} ${randomNumber(digits)}`;
}

/** Such as “Wobbly Teapot #48213”: no name that somebody chose has the sign. */
export function randomSafeAlias(): string {
  return `${pick(QUALITIES)} ${pick(THINGS)} #${randomNumber(5)}`;
}

function randomNumber(digits: number): number {
  return randomInt(10 ** (digits - 1), 10 ** digits);
}

function pick(words: readonly string[]): string {
  return words[randomInt(words.length)] ?? '';
}

const TAKEN = {
  name: 'alias_names_taken',
  text: 'select alias_key from alias_names where context = $1 and alias_key = any($2::text[])',
};
