import type { Current } from '#app/current/current.server.ts';
import type { Game } from '#content/game.ts';
import { studio } from '#content/studio.ts';
import { Problem } from '#lib/problem.ts';
import { watchUrl } from '#lib/youtube.ts';

import { getGame } from '../games.server.ts';
import { noGame } from '../problems.ts';
import { STORES, SYSTEM_NAMES, listAppIds, shownStores, findSubscription } from '../stores.ts';
import { gameDrawings, toPressImages, logoDrawings, readPressFile } from './press-drawings.server.ts';
import { pressKitPath } from './presskit.ts';
import type { PressKitData, PressStore } from './presskit.ts';

/** @throws Problem 404 without a kit that the actor may see, 503 when too many pictures are being generated */
export async function getPressKit(current: Current, slug: string): Promise<PressKitData> {
  const { game, history } = getKitGame(current, slug);
  const { publicUrl } = current.config;
  const { name, genre, tagline, description, features, releaseDate, operatingSystems, trailer } = game;
  return {
    name,
    developer: studio.name,
    website: `${publicUrl}/games/${slug}`,
    contact: studio.pressEmail,
    genre,
    tagline,
    description,
    features,
    history,
    ...(releaseDate !== undefined && { releaseDate }),
    platforms: operatingSystems.map((system) => SYSTEM_NAMES[system]),
    stores: listStores(game),
    ...(trailer !== undefined && { trailer: watchUrl(trailer.youtubeId) }),
    images: await toPressImages(current, listDrawings(game), `${publicUrl}${pressKitPath(slug)}`),
  };
}

export function pressKitJson(kit: PressKitData): string {
  return `${JSON.stringify(kit, undefined, 2)}\n`;
}

/** A file of the kit. @throws Problem as `getPressKit`, and 404 for an unknown file */
export async function getPressFile(
  current: Current,
  slug: string,
  file: string,
): Promise<{ bytes: Buffer; type: string }> {
  return readPressFile(current, listDrawings(getKitGame(current, slug).game), file);
}

function getKitGame(current: Current, slug: string): { game: Game; history: readonly string[] } {
  const game = getGame(current.actor, slug);
  if (game.presskit === undefined) throw new Problem(noGame);
  return { game, history: game.presskit.history };
}

function listDrawings(game: Game) {
  return [...gameDrawings(game), ...logoDrawings()];
}

function listStores({ stores, operatingSystems }: Game): PressStore[] {
  return shownStores(stores).map((entry) => ({
    name: STORES[entry.slug].name,
    url: entry.url,
    platforms: STORES[entry.slug].systems
      .filter((system) => operatingSystems.includes(system))
      .map((system) => SYSTEM_NAMES[system]),
    appIds: listAppIds(entry),
    subscription: findSubscription(entry),
  }));
}
