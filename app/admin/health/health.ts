import type { TextKey } from '#app/current/locale.ts';
import type { TextValues } from '#lib/locale/messages.ts';

export type HealthState = 'fine' | 'warning' | 'failing' | 'unknown';

/** What was asked about one part of the site, in the reader's words. */
export interface HealthPart {
  readonly id: string;
  readonly name: string;
  readonly state: HealthState;
  /** What is wrong, or could not be asked; empty when all is well. */
  readonly words: readonly string[];
  /** For admins; undefined for others, whom the machine is none of their business. */
  readonly facts: readonly HealthFact[] | undefined;
}

interface HealthFact {
  readonly name: string;
  readonly value: string;
}

/** What a check has found, in keys of texts. */
export interface HealthFinding {
  readonly state: Exclude<HealthState, 'unknown'>;
  readonly problems?: readonly HealthWords[];
  readonly facts: readonly { readonly name: TextKey; readonly value: HealthWords | string }[];
}

export interface HealthWords {
  readonly text: TextKey;
  readonly values: TextValues;
}

export function say(text: TextKey, values: TextValues = {}): HealthWords {
  return { text, values };
}
