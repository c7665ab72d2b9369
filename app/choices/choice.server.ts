import { createContext } from 'react-router';
import type * as z from 'zod/mini';

import type { Current } from '#app/current/current.server.ts';
import type { Locale, TextKey } from '#app/current/locale.ts';
import type { Text } from '#lib/locale/messages.ts';
import type { ProblemKind } from '#lib/problem.ts';

import type { ChoiceOption, ChoicePage } from './choice.ts';

/** What people choose for themselves, declared by its noun: a short text for each account. */
export interface Choice {
  /** Unique; also the name of its field. */
  readonly name: string;
  readonly schema: z.ZodMiniType<string>;
  /** What is typed may be taken back by an empty field. */
  readonly isClearable?: boolean;
  /** Of who has chosen nothing. */
  readonly fallback: string;
  readonly pages: readonly ChoicePage[];
  readonly title: TextKey;
  readonly about?: TextKey;
  /** What its reader picks from; without them it is typed. */
  readonly options?: (text: Text<TextKey>, locale: Locale) => readonly ChoiceOption[];
  /** For values that the schema does not take. */
  readonly refusal?: ProblemKind;
  /** Asked of values that the schema takes. */
  readonly isKnown?: (current: Current, value: string) => Promise<boolean>;
  /** What the browser knows is kept, once, until something is chosen. */
  readonly guess?: 'zone';
}

export interface ChoiceCatalog {
  readonly choices: readonly Choice[];
  /** In the transaction in which somebody has chosen. */
  afterChange(current: Current, userId: string): Promise<void>;
}

/** Set by the door, because nouns declare above this floor. */
export const choiceCatalogContext = createContext<ChoiceCatalog>();
