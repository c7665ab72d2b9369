import * as z from 'zod/mini';

import { DEFAULT_MAX_SIZE } from '../crates/policy.ts';
import type { MemberRule, SetRule } from '../crates/policy.ts';
import { isTag, normalized } from '../item.ts';

/** In one call. */
export const MAX_MEMBERS = 128;
export const MAX_SET_PAGE = 128;
export const ID_SYNTAX = 'text of 1 to 64 bytes without a comma, a leading - or @, or invisible characters';

/** `createdAt` is newest first, `member` from z to a; with a leading `-` the other way round. */
export const SET_ORDERS = ['createdAt', '-createdAt', 'member', '-member'] as const;
export type SetOrder = (typeof SET_ORDERS)[number];

const Stamp = z.iso.datetime();

/** `_id` rises with time; pages go on before or after it. */
export const SetEntry = z.object({ _id: z.uuid(), owner: z.string(), member: z.string(), createdAt: Stamp });
export type SetEntry = z.output<typeof SetEntry>;

/** `userId` is who did it; null for a game's server and for the site itself. */
export const SetChange = z.object({
  _id: z.uuid(),
  owner: z.string(),
  member: z.string(),
  kind: z.enum(['add', 'remove']),
  at: Stamp,
  userId: z.nullable(z.string()),
});
export type SetChange = z.output<typeof SetChange>;

/** Ids that read the same are the same; undefined for what is no id, as words such as `@me` are. */
export function readId(text: string): string | undefined {
  const id = normalized(text);
  return isTag(id) && !id.startsWith('@') ? id : undefined;
}

/** @returns what is wrong with it */
export function faultOfMember(text: string, rule: MemberRule = {}): string | undefined {
  const member = readId(text);
  if (member === undefined) return ID_SYNTAX;
  const { characters, minLength = 1, maxLength = 64 } = rule;
  const { length } = member;
  if (length < minLength || length > maxLength) return `${minLength} to ${maxLength} characters`;
  return characters === undefined || CHARACTERS[characters].test(member) ? undefined : characters;
}

export function maxSizeFor({ maxSize = DEFAULT_MAX_SIZE }: SetRule): number {
  return maxSize;
}

const CHARACTERS = {
  digits: /^[0-9]*$/,
  'lowercase letters and digits': /^[a-z0-9]*$/,
  'letters and digits': /^[A-Za-z0-9]*$/,
} as const satisfies Record<NonNullable<MemberRule['characters']>, RegExp>;
