import type { DeedExplanation } from '#app/storage/explain/explanation.ts';

import type { NamedPerson } from '../person-link.tsx';

export interface WhyPage {
  /** What may be asked. */
  readonly deeds: readonly string[];
  readonly asked: WhyQuery;
  /** What is asked about, or why there is no answer; undefined before anybody asks. */
  readonly found: WhyAnswer | undefined;
}

export interface WhyQuery {
  readonly who: string;
  readonly role: string;
  readonly deed: string;
  readonly item: string;
}

export type WhyAnswer =
  | { readonly kind: 'nobody' | 'noItem' }
  | { readonly kind: 'several'; readonly people: readonly NamedPerson[] }
  | {
      readonly kind: 'answer';
      readonly explanation: DeedExplanation;
      readonly person: NamedPerson | undefined;
      /** The part of the policy that decides, as JSON. */
      readonly excerpt: string | undefined;
    };
