/** Colours that ink is read on, as the fields of one quilt. */
const FIELDS = ['bg-mint', 'bg-tangerine', 'bg-lagoon', 'bg-gum', 'bg-coral'] as const;

/** The field that something stands on which is the nth of its kind. */
export function fieldAt(index: number): string {
  return FIELDS[index % FIELDS.length] ?? FIELDS[0];
}

/** What a game's own drawing stands out from. */
const FIELD_OF_GAME: Record<string, (typeof FIELDS)[number]> = {
  'crashlands-2': 'bg-gum',
  'how-many-dudes': 'bg-lagoon',
  crashlands: 'bg-mint',
  levelhead: 'bg-tangerine',
  'quadropus-rampage': 'bg-lagoon',
  'flop-rocket': 'bg-mint',
  'towelfight-2': 'bg-coral',
  'roid-rage': 'bg-gum',
};

export function fieldOf(slug: string): string {
  return FIELD_OF_GAME[slug] ?? 'bg-tangerine';
}
