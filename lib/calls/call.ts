import type * as z from 'zod/mini';

import type { ProblemKind } from '#lib/problem.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** JSON (or a form of the same fields) of at most `maxBytes`, 1 MB by default, or opaque bytes of any type. */
type BodyKind<Body> = undefined | 'bytes' | { json: z.ZodMiniType<Body>; refusal?: ProblemKind; maxBytes?: number };

export interface Success {
  status: number;
  description: string;
  /** The schema of the member `data`; absent when the answer has no JSON. */
  data?: z.ZodMiniType;
  /** Members of the JSON beside `data`. */
  beside?: Readonly<Record<string, z.ZodMiniType>>;
  /** The answer may be a body of any type instead, or of this one. */
  bytes?: boolean | string;
}

/** A call's contract: routing, validation, types, OpenAPI and the typed browser client all come from it. */
export interface Call<Path = unknown, Query = unknown, Headers = unknown, Body = unknown> {
  /** `noun.verbThing`, stable. */
  readonly id: string;
  readonly method: Method;
  /** With parameters in braces: `/api/storage/crates/{crateId}`. */
  readonly path: string;
  readonly summary: string;
  /** The lowest of those who are answered, in the words of the product, which narrows them. */
  readonly least: string;
  /** Only pages of our own ask it, and nobody else reads of it. */
  readonly isInternal?: boolean;
  readonly params?: z.ZodMiniType<Path>;
  readonly query?: z.ZodMiniType<Query>;
  readonly headers?: z.ZodMiniType<Headers>;
  readonly body?: BodyKind<Body>;
  readonly success: readonly Success[];
  readonly problems: readonly ProblemKind[];
  /** The permission that an API key needs, or `true`; without it a key counts as anonymous and changes nothing. */
  readonly byKey?: string | true;
  /** Its answer tells of the request itself, so nobody keeps it. */
  readonly isEcho?: boolean;
  /** Where its address answers no GET: what to ask instead, with the parameters of the path in braces. */
  readonly instead?: string;
  /** The right that the key of a game’s server needs, as `crate:right`, where no `{crateId}` of the path says the crate. */
  readonly byApp?: string;
}

/** A call whose method and least are told by its type. */
export type ExactCall<Path, Query, Headers, Body, Least extends string, Verb extends Method> = Call<
  Path,
  Query,
  Headers,
  Body
> & { readonly least: Least; readonly method: Verb };

export function call<
  Least extends string,
  Verb extends Method,
  Path = undefined,
  Query = undefined,
  Headers = undefined,
  Body = undefined,
>(contract: ExactCall<Path, Query, Headers, Body, Least, Verb>): ExactCall<Path, Query, Headers, Body, Least, Verb> {
  return contract;
}
