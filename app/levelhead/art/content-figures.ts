/** What a level is made of, each from 0 to 100 as the game counts it. */
export interface ContentFigures {
  World: number;
  Movement: number;
  Puzzles: number;
  Enemies: number;
  Hazards: number;
}

export const FIGURES = ['World', 'Movement', 'Puzzles', 'Enemies', 'Hazards'] as const;
export type Figure = (typeof FIGURES)[number];

export const FIGURE_COLOURS: Record<Figure, string> = {
  World: '#35d69a',
  Movement: '#18b3cc',
  Puzzles: '#7a45e6',
  Enemies: '#ff5d62',
  Hazards: '#ff9440',
};

/** Whole numbers from 0 to 100, whatever is given. */
export function cleanFigures(given: Partial<Record<Figure, unknown>>): ContentFigures {
  const clean = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.min(100, Math.round(value)) : 0);
  const { World, Movement, Puzzles, Enemies, Hazards } = given;
  return {
    World: clean(World),
    Movement: clean(Movement),
    Puzzles: clean(Puzzles),
    Enemies: clean(Enemies),
    Hazards: clean(Hazards),
  };
}

/** The largest first; of equal ones the first. */
export function rankFigures(figures: ContentFigures): [Figure, Figure] {
  const [first = 'World', second = 'Movement'] = FIGURES.toSorted((a, b) => figures[b] - figures[a]);
  return [first, second];
}
