import type { Field, Game } from '#content/game.ts';

/** Who sees a game; one that not everyone sees is marked. */
export type Audience = 'everyone' | 'unpublished' | 'members';

export function audienceOf({ unpublished, minUsertype }: Game): Audience {
  if (unpublished) return 'unpublished';
  return minUsertype === 'public' ? 'everyone' : 'members';
}

export interface TileGame {
  readonly slug: string;
  readonly name: string;
  readonly audience: Audience;
}

export function tileOf(game: Game): TileGame {
  return { slug: game.slug, name: game.name, audience: audienceOf(game) };
}

export interface PosterGame extends TileGame {
  readonly tagline: string;
  readonly genre: string;
  readonly field: Field;
}

export function posterOf(game: Game): PosterGame {
  const { tagline, genre, field } = game;
  return { ...tileOf(game), tagline, genre, field };
}
