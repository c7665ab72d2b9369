import type { Field } from '#content/game.ts';

const FIELDS: Record<Field, string> = {
  mint: 'bg-mint',
  tangerine: 'bg-tangerine',
  lagoon: 'bg-lagoon',
  gum: 'bg-gum',
  coral: 'bg-coral',
};

const QUILT = Object.values(FIELDS);

export function fieldAt(index: number): string {
  return QUILT[index % QUILT.length] ?? FIELDS.mint;
}

export function toFieldClass({ field }: { readonly field: Field }): string {
  return FIELDS[field];
}
