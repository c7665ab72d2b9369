import type { TextKey } from '#app/current/locale.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';
import type { Text } from '#lib/locale/messages.ts';

export interface PaletteResult {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** Other words by which it is found. */
  readonly words?: string;
  /** The address of a screen, without a locale. */
  readonly to: string;
  /** For what the server does with a page: the address is loaded anew. */
  readonly isFullLoad?: boolean;
  /** Why it is not possible now, in words. */
  readonly refusal?: string | undefined;
}

export function thingResult({ kind, id, name, about, to }: FoundThing, text: Text<TextKey>): PaletteResult {
  const parts = [text('admin.palette.kind', { kind }), about];
  return { id: `${kind} ${id}`, name, to, about: parts.filter((part) => part !== '').join(' · ') };
}
