import * as z from 'zod/mini';

import { plainText } from '#app/storage/item.ts';

export const MAX_PLAYLISTS = 100;
export const MAX_PLAYLIST_LEVELS = 128;
export const MAX_PLAYLIST_NAME = 64;
export const MAX_PLAYLIST_NOTE = 500;

/** What its author says of a playlist. */
export const PlaylistWords = z.object({
  name: z.string().check(
    z.overwrite((name) => name.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()),
    z.refine((name) => plainText(MAX_PLAYLIST_NAME).safeParse(name).success, `1 to ${MAX_PLAYLIST_NAME} characters`),
  ),
  note: z.string().check(
    z.trim(),
    z.refine(
      (note) => note === '' || plainText(MAX_PLAYLIST_NOTE).safeParse(note).success,
      `at most ${MAX_PLAYLIST_NOTE} characters`,
    ),
  ),
});
export type PlaylistWords = z.output<typeof PlaylistWords>;

/** The id of a level in whatever was copied: the code, the code with its `+`, or an address. */
export function levelIdIn(text: string): string | undefined {
  return /(?:^|[+/])([a-z0-9]{7})(?:[/?#].*)?$/.exec(text.trim().toLowerCase())?.[1];
}
