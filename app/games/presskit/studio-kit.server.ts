import type { Current } from '#app/current/current.server.ts';
import about from '#content/about.md?raw';
import { studio } from '#content/studio.ts';

import { visibleGames } from '../games.server.ts';
import { toPressImages, logoDrawings, readPressFile } from './press-drawings.server.ts';
import type { StudioKit } from './presskit.ts';

export const studioStory: readonly string[] = (about.split(/^## /m)[0] ?? '')
  .trim()
  .split(/\n{2,}/)
  .map((paragraph) => paragraph.replaceAll('\n', ' '));

/** The kit of the studio, with the games that the actor may see. @throws Problem 503 when too many pictures are generated */
export async function getStudioKit(current: Current): Promise<StudioKit> {
  const { publicUrl } = current.config;
  const kits = visibleGames(current.actor).filter(({ presskit }) => presskit !== undefined);
  return {
    name: studio.name,
    description: studio.description,
    website: `${publicUrl}/`,
    contact: studio.pressEmail,
    games: kits.map(({ name, slug }) => ({ name, slug })),
    images: await toPressImages(current, logoDrawings(), `${publicUrl}/press`),
  };
}

/** A logo of the studio. @throws Problem 404 */
export function getStudioFile(current: Current, file: string): Promise<{ bytes: Buffer; type: string }> {
  return readPressFile(current, logoDrawings(), file);
}
