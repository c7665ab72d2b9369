import type { Current } from '#app/current/current.server.ts';
import { findDrawing } from '#app/media/art.server.ts';
import type { Drawing } from '#app/media/art.server.ts';
import type { Game } from '#content/game.ts';
import { studio } from '#content/studio.ts';
import { Problem } from '#lib/problem.ts';

import { getGame } from '../games.ts';
import { noGame } from '../problems.ts';
import { STORES, SYSTEM_NAMES, appIdsOf, shownStores, subscriptionOf } from '../stores.ts';
import { watchUrl } from '../trailer.ts';
import { pressKitPath } from './presskit.ts';
import type { PressImage, PressKit, PressStore } from './presskit.ts';

const LOGOS = ['logo', 'logo-mark'];

/** @throws Problem 404 when there is no such game, it has no kit, or the asker may not see it */
export function getPressKit(current: Current, slug: string): PressKit {
  const game = getGame(current.actor, slug);
  if (game.presskit === undefined) throw new Problem(noGame);
  const { publicUrl } = current.config;
  const { name, genre, tagline, description, features, presskit, releaseDate, operatingSystems, trailer } = game;
  return {
    name,
    developer: studio.name,
    website: `${publicUrl}/games/${slug}`,
    contact: studio.pressEmail,
    genre,
    tagline,
    description,
    features,
    history: presskit.history,
    ...(releaseDate !== undefined && { releaseDate }),
    platforms: operatingSystems.map((system) => SYSTEM_NAMES[system]),
    stores: storesOf(game),
    ...(trailer !== undefined && { trailer: watchUrl(trailer.youtubeId) }),
    images: drawingsOf(game).map((one) => imageOf(one, `${publicUrl}${pressKitPath(slug)}`)),
  };
}

/** The kit as the file `presskit.json`, byte for byte the one in the archive. */
export function pressKitJson(kit: PressKit): string {
  return `${JSON.stringify(kit, undefined, 2)}\n`;
}

/** A file of the kit. @throws Problem 404 as `getPressKit`, and when the kit has no such file */
export function getPressFile(current: Current, slug: string, file: string): Drawing {
  getPressKit(current, slug);
  const found = drawingsOf(getGame(current.actor, slug)).find(({ name }) => `${name}.svg` === file);
  if (found === undefined) throw new Problem(noGame);
  return found.drawing;
}

interface Named {
  readonly name: string;
  readonly kind: PressImage['kind'];
  readonly drawing: Drawing;
}

/** A picture that has not been drawn yet is in no kit. */
function drawingsOf({ slug, presskit }: Game): Named[] {
  const pictures = [`box-${slug}`, ...(presskit?.images ?? [])];
  return [...pictures, ...LOGOS].flatMap((name) => {
    const drawing = findDrawing(name);
    return drawing === undefined ? [] : [{ name, kind: LOGOS.includes(name) ? 'logo' : 'picture', drawing }];
  });
}

function imageOf({ name, kind, drawing }: Named, address: string): PressImage {
  const file = `${name}.svg`;
  return { file, kind, url: `${address}/${file}`, bytes: drawing.svg.length, sha256: drawing.sha256 };
}

function storesOf({ stores }: Game): PressStore[] {
  return shownStores(stores).map((entry) => ({
    name: STORES[entry.slug].name,
    url: entry.url,
    appIds: appIdsOf(entry),
    subscription: subscriptionOf(entry),
  }));
}
