import { createHash } from 'node:crypto';

import { Problem } from '#lib/problem.ts';
import { readSigned, sign } from '#lib/signed.server.ts';

import { foreignCursor } from '../problems.ts';
import { NEWEST_FIRST } from './search.ts';
import type { ItemSearch } from './search.ts';

export interface CursorPosition {
  value: string;
  itemId: string;
}

/** Signed for one crate and one search, so that a forged or foreign cursor is refused. */
export class Cursors {
  readonly #purpose: string;
  readonly #secret: string;

  constructor(crateId: string, search: ItemSearch, secret: string) {
    const { tags, anyOf = [], names, nameStart, itemIds, among, userIds, dates, stats, q } = search;
    const { sort = NEWEST_FIRST } = search;
    // In a list of its own, so that cursors of searches without stats stay as they are.
    const ofStats = stats === undefined ? [] : [stats];
    const terms = [crateId, tags, names, itemIds, among, userIds, dates, q, sort, ...anyOf, nameStart, ...ofStats];
    this.#purpose = `cursor ${createHash('sha256').update(JSON.stringify(terms)).digest('base64url')}`;
    this.#secret = secret;
  }

  write(position: CursorPosition): string {
    return sign(JSON.stringify([position.value, position.itemId]), this.#purpose, this.#secret);
  }

  /** @throws Problem 400 for a cursor of another search */
  read(cursor: string): CursorPosition {
    const text = readSigned(cursor, this.#purpose, this.#secret);
    if (text === undefined) throw new Problem(foreignCursor);
    const [value, itemId] = JSON.parse(text) as [string, string];
    return { value, itemId };
  }
}
