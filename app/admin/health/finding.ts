import type { TextKey } from '#app/current/locale.ts';
import type { TextValues } from '#lib/locale/messages.ts';

import type { HealthState } from './health.ts';

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
