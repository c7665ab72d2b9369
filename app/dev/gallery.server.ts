import type { Current } from '#app/current/current.server.ts';
import type { Stage } from '#app/current/stage.ts';
import { maySeeDrawing } from '#app/games/games.server.ts';
import { drawingNames } from '#app/media/art.server.ts';
import { Problem } from '#lib/problem.ts';

import { notHere } from './problems.ts';

const STAGES: ReadonlySet<Stage> = new Set(['localhost', 'dev', 'beta']);

/** @throws Problem 404 on the stages without the gallery */
export function requireGallery(current: Current): void {
  if (!STAGES.has(current.stage)) throw new Problem(notHere);
}

export function galleryDrawings({ actor }: Current): string[] {
  return drawingNames.filter((name) => maySeeDrawing(actor, name));
}
