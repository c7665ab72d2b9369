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
