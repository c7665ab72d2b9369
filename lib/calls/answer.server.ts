import type { Call } from './call.ts';
import type { PageLinks } from './page.ts';

/** `data` becomes the JSON member of that name, `body` is sent as it is. */
export interface Reply {
  status?: number;
  data?: unknown;
  /** Members of the JSON beside `data`. */
  beside?: Readonly<Record<string, unknown>>;
  body?: string | Uint8Array<ArrayBuffer> | (() => Promise<ReadableStream<Uint8Array>>) | null;
  headers?: Record<string, string>;
  pages?: PageLinks;
  cookies?: string[];
}

export interface Input<Path, Query, Headers, Body> {
  params: Path;
  query: Query;
  headers: Headers;
  body: Body;
  request: Request;
}

/** What an example sends, where the names of its parameters alone would make no sensible request. */
export interface CallSample<Path = unknown, Query = unknown> {
  readonly params?: { readonly [Name in keyof Path]?: string };
  readonly query?: { readonly [Name in keyof Query]?: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: unknown;
  /** Sent as they are, for a call that takes bytes. */
  readonly bytes?: string;
  /** Of the answer, where that is a refusal. */
  readonly status?: number;
}

export interface Answer<Context> {
  readonly call: Call;
  readonly run: (context: Context, input: Input<unknown, unknown, unknown, unknown>) => Promise<Reply>;
  readonly sample: CallSample;
}

export function answer<Context, Path, Query, Headers, Body>(
  call: Call<Path, Query, Headers, Body>,
  run: (context: Context, input: Input<Path, Query, Headers, Body>) => Promise<Reply>,
  sample: CallSample<Path, Query> = {},
): Answer<Context> {
  return { call, run: (context, input) => run(context, input as Input<Path, Query, Headers, Body>), sample };
}
