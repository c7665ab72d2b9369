import type { Field, Game } from '#content/game.ts';

/** Who sees a game; one that not everyone sees is marked. */
export type Audience = 'everyone' | 'unpublished' | 'members';

export function toAudience({ unpublished, minUsertype }: Game): Audience {
  if (unpublished) return 'unpublished';
  return minUsertype === 'public' ? 'everyone' : 'members';
}

export interface TileGame {
  readonly slug: string;
  readonly name: string;
  readonly audience: Audience;
}

export function toTileGame(game: Game): TileGame {
  return { slug: game.slug, name: game.name, audience: toAudience(game) };
}

export interface PosterGame extends TileGame {
  readonly tagline: string;
  readonly genre: string;
  readonly field: Field;
}

export function toPosterGame(game: Game): PosterGame {
  const { tagline, genre, field } = game;
  return { ...toTileGame(game), tagline, genre, field };
}
