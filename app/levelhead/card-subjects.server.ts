import { createHash } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import type { Original } from '#app/media/making/pictures.server.ts';

import { avatarSvg } from './art/avatar.ts';
import { levelCardSvg } from './art/level-card-art.ts';
import { getLevelSheet } from './level-page/level-sheets.server.ts';
import { getPlayerSheet } from './player-page/player-sheets.server.ts';
import { getPlaylistSheet } from './playlists/playlist-sheets.server.ts';

interface ArcadeCardSubject {
  kicker: string;
  title: string;
  picture: string | Original;
}

/** The map with the token on it, the title, and what there is to count. @throws Problem 404 */
export async function levelCardSubject(current: Current, id: string, locale: Locale): Promise<ArcadeCardSubject> {
  const [level, text] = await Promise.all([getLevelSheet(current, id), getText(locale)]);
  const { title, creator, clearRate, likes, levelId, content, diamonds } = level;
  const words = { creator: creator.name ?? text('arcade.player.gone'), likes };
  const kicker =
    clearRate === undefined
      ? text('arcade.card.untried', words)
      : text('arcade.card.level', { ...words, share: Math.round(clearRate.share * 1000) / 10 });
  return { kicker, title, picture: drawn(levelCardSvg(levelId, content, diamonds)) };
}

/** @throws Problem 404 */
export async function playerCardSubject(current: Current, id: string, locale: Locale): Promise<ArcadeCardSubject> {
  const [player, text] = await Promise.all([getPlayerSheet(current, id), getText(locale)]);
  const { stats, avatarId, name } = player;
  const kicker = text('arcade.card.player', { crowns: stats.Crowns ?? 0, published: stats.Published ?? 0 });
  return { kicker, title: name ?? text('arcade.player.gone'), picture: avatarPicture(avatarId) };
}

/** @throws Problem 404 */
export async function playlistCardSubject(current: Current, id: string, locale: Locale): Promise<ArcadeCardSubject> {
  const [{ name, levels }, text] = await Promise.all([getPlaylistSheet(current, id), getText(locale)]);
  const [first] = levels;
  const picture =
    first === undefined ? 'box-levelhead' : drawn(levelCardSvg(first.levelId, first.content, first.diamonds));
  return { kicker: text('arcade.card.playlist', { count: levels.length }), title: name, picture };
}

export function avatarPicture(avatarId: string): Original {
  return drawn(avatarSvg(avatarId));
}

function drawn(svg: string): Original {
  const sha256 = createHash('sha256').update(svg).digest('hex');
  return { sha256, isDrawn: true, read: async () => Buffer.from(svg) };
}
