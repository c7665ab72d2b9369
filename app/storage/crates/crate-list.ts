import * as z from 'zod/mini';

import { pageLimit } from '#lib/calls/page.ts';

export const CRATE_SORTS = ['name', 'id', 'changed', 'size'] as const;
export type CrateSort = (typeof CRATE_SORTS)[number];

export const CratesQuery = z.object({
  /** In the id or the name. */
  text: z._default(z.string().check(z.maxLength(128)), ''),
  sort: z._default(z.enum(CRATE_SORTS), 'name'),
  limit: pageLimit(100, 50),
  after: z.optional(z.string().check(z.maxLength(64))),
});
export type CratesQuery = z.output<typeof CratesQuery>;

/** What a crate holds. Large ones are measured a few times a day, and `at` says on which day; others now. */
export interface CrateExtent {
  readonly items: number;
  readonly bytes: number;
  /** Undefined for what was counted now; null for a large crate that was not measured yet, of which these are a part. */
  readonly day: string | null | undefined;
}

export interface ListedCrate {
  readonly crateId: string;
  readonly name: string;
  readonly extent: CrateExtent;
  /** The fullest of the quotas of the crate as a whole: 1 is full. */
  readonly filled: number | null;
  /** When an item or the crate itself last changed. */
  readonly changedAt: string;
}

export interface CrateSize {
  /** Such as 2026-11-28, in UTC. */
  readonly day: string;
  readonly items: number;
  readonly bytes: number;
  readonly files: number;
}
