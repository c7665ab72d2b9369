import type * as z from 'zod/mini';

import type { ProblemKind } from '#lib/problem.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What a call takes as its body: nothing, JSON (or a form of the same fields) of at most `maxBytes`, 1 MB unless told,
 * or opaque bytes of any type.
 */
export type BodyKind<Body> =
  | undefined
  | 'bytes'
  | { json: z.ZodMiniType<Body>; refusal?: ProblemKind; maxBytes?: number };

export interface Success {
  status: number;
  description: string;
  /** The schema of the member `data`; absent when the answer has no JSON. */
  data?: z.ZodMiniType;
  /** The answer may be a body of any type instead, or of this one. */
  bytes?: boolean | string;
}

/** What may be asked: one value gives routing, validation, types, OpenAPI and the typed browser client. */
export interface Call<Path = unknown, Query = unknown, Headers = unknown, Body = unknown> {
  /** `noun.verbThing`, stable. */
  readonly id: string;
  readonly method: Method;
  /** With parameters in braces: `/api/storage/crates/{crateId}`. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodMiniType<Path>;
  readonly query?: z.ZodMiniType<Query>;
  /** By lower-case name. */
  readonly headers?: z.ZodMiniType<Headers>;
  readonly body?: BodyKind<Body>;
  readonly success: readonly Success[];
  readonly problems: readonly ProblemKind[];
  /**
   * What somebody's key needs to ask this in their name: the id of a permission, or `true` where every key may. Without
   * it, a key is answered what anyone is, and changes nothing.
   */
  readonly byKey?: string | true;
}

/** A contract, typed by its schemas; what it leaves out it does not take. */
export function call<Path = undefined, Query = undefined, Headers = undefined, Body = undefined>(
  contract: Call<Path, Query, Headers, Body>,
): Call<Path, Query, Headers, Body> {
  return contract;
}
