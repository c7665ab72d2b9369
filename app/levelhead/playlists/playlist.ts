import * as z from 'zod/mini';

import { hasTooManyMarks } from '#app/aliases/rules/rules.ts';
import { plainText } from '#app/storage/item.ts';

export const MAX_PLAYLISTS = 100;
export const MAX_PLAYLIST_LEVELS = 128;
export const MAX_PLAYLIST_NAME = 64;
export const MAX_PLAYLIST_NOTE = 500;

const LEGIBLE = 'text that can be seen, in one direction, without piles of marks';

/** What turns the text around it, is not there to be seen, or grows over its line. */
function isLegible(text: string): boolean {
  return !/[\p{Bidi_Control}\u200b\u2060\ufeff]/u.test(text) && !hasTooManyMarks(text);
}

export const PlaylistWords = z.object({
  name: z.string().check(
    z.overwrite((name) => name.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()),
    z.refine((name) => plainText(MAX_PLAYLIST_NAME).safeParse(name).success, `1 to ${MAX_PLAYLIST_NAME} characters`),
    z.refine((name) => isLegible(name) && /[^\p{Default_Ignorable_Code_Point}\s]/u.test(name), LEGIBLE),
  ),
  note: z.string().check(
    z.trim(),
    z.refine(
      (note) => note === '' || plainText(MAX_PLAYLIST_NOTE).safeParse(note).success,
      `at most ${MAX_PLAYLIST_NOTE} characters`,
    ),
    z.refine(isLegible, LEGIBLE),
  ),
});
export type PlaylistWords = z.output<typeof PlaylistWords>;

/** The id of a level in whatever was copied: the code, the code with its `+`, or an address. */
export function levelIdIn(text: string): string | undefined {
  return /(?:^|[+/])([a-z0-9]{7})(?:[/?#][^]*)?$/.exec(text.trim().toLowerCase())?.[1];
}
