import { Problem } from './problem.ts';
import type { ProblemKind } from './problem.ts';
import { readSigned, sign } from './signed.server.ts';

/** Behind which row a list goes on: by its value of what the list is sorted by, and its id. Neither has a space in it. */
export interface ListPosition {
  readonly value: string;
  readonly id: string;
}

interface Signer {
  readonly secret: string;
}

/** A place in a list, signed, so that nobody makes one up; `purpose` keeps lists apart. */
export class ListCursor {
  readonly #purpose: string;
  readonly #foreign: ProblemKind;

  constructor(purpose: string, foreign: ProblemKind) {
    this.#purpose = purpose;
    this.#foreign = foreign;
  }

  write({ secret }: Signer, value: string | number | Date, id: string): string {
    return sign(`${value instanceof Date ? value.toISOString() : value} ${id}`, this.#purpose, secret);
  }

  /** @returns undefined for no cursor @throws Problem `foreign` for one of another list */
  read({ secret }: Signer, cursor: string | undefined): ListPosition | undefined {
    if (cursor === undefined) return undefined;
    const [value, id] = readSigned(cursor, this.#purpose, secret)?.split(' ') ?? [];
    if (value === undefined || id === undefined) throw new Problem(this.#foreign);
    return { value, id };
  }
}
