import type { Calls } from './calls.d.ts';

export type { Calls } from './calls.d.ts';

export type CallId = keyof Calls;

export interface ClientOptions {
  /** Such as `https://www.rumpus.example`. */
  readonly baseUrl: string;
  /** A delegation key of the player for whom the program acts. */
  readonly key?: string;
  /** The key of a game’s server, which never goes into the game itself. */
  readonly appKey?: string;
  /** In which names and texts are answered, such as `ja-JP`. */
  readonly locale?: string;
  /** How often a call is sent again after a 429; 2 unless told. */
  readonly retries?: number;
  /** A longer wait is refused instead; 120 unless told. */
  readonly maxWaitSeconds?: number;
  /** In the place of the global one. */
  readonly fetch?: typeof fetch;
}

type Member<Id extends CallId, Name extends keyof Calls[Id]> = Calls[Id][Name];
/** Nothing where nothing is taken, required where something in it is. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [Key in Name]?: undefined }
  : Partial<Value> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

export type CallRequest<Id extends CallId> = Part<'params', Member<Id, 'params'>> &
  Part<'query', Member<Id, 'query'>> &
  Part<'headers', Member<Id, 'headers'>> &
  Part<'body', Member<Id, 'body'>>;

type Arguments<Id extends CallId> =
  Partial<CallRequest<Id>> extends CallRequest<Id>
    ? [input?: CallRequest<Id>, options?: RequestOptions]
    : [input: CallRequest<Id>, options?: RequestOptions];

export interface RequestOptions {
  readonly signal?: AbortSignal;
}

export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds. */
  readonly resetSeconds: number;
}

export interface CallAnswer<Data> {
  readonly status: number;
  readonly data: Data;
  /** Beside `data`, such as `lastId`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The address of the next page. */
  readonly next?: string;
  readonly headers: Headers;
  readonly rateLimit: RateLimit;
}

type RowOf<Data> = Data extends readonly (infer Row)[] ? Row : never;

export interface RumpusClient {
  /** @throws RumpusError for a refusal, `TypeError` when there is no answer, the signal's reason */
  ask<Id extends CallId>(call: Id, ...more: Arguments<Id>): Promise<CallAnswer<Member<Id, 'data'>>>;
  /** One page after the other, until one is empty or the last. */
  pages<Id extends CallId>(call: Id, ...more: Arguments<Id>): AsyncGenerator<CallAnswer<Member<Id, 'data'>>, void>;
  /** The rows of all pages. */
  rows<Id extends CallId>(call: Id, ...more: Arguments<Id>): AsyncGenerator<RowOf<Member<Id, 'data'>>, void>;
}

export function createClient(options: ClientOptions): RumpusClient;

/** RFC 9457, with the members that this API adds. */
export class RumpusError extends Error {
  readonly call: CallId;
  readonly status: number;
  /** Stable; undefined for an answer of something between here and the server. */
  readonly code: string | undefined;
  /** What is wrong with a parameter or a member of the body, by its name. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** For a report of a bug. */
  readonly requestId: string | undefined;
  readonly headers: Headers;
}

/** Whether this call was refused so. @param code one that it can answer, or any */
export function isRefusal<Id extends CallId>(
  error: unknown,
  call: Id,
  code?: Member<Id, 'problem'>,
): error is RumpusError & { readonly code: Member<Id, 'problem'> };
