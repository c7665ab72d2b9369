import type { Field } from '#content/game.ts';

/** Colours that ink is read on, as the fields of one quilt. */
const FIELDS: Record<Field, string> = {
  mint: 'bg-mint',
  tangerine: 'bg-tangerine',
  lagoon: 'bg-lagoon',
  gum: 'bg-gum',
  coral: 'bg-coral',
};

const QUILT = Object.values(FIELDS);

/** The field that something stands on which is the nth of its kind. */
export function fieldAt(index: number): string {
  return QUILT[index % QUILT.length] ?? FIELDS.mint;
}

/** What a game's own drawing stands out from. */
export function fieldOf({ field }: { readonly field: Field }): string {
  return FIELDS[field];
}
