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

export interface Answer<Context> {
  readonly call: Call;
  readonly run: (context: Context, input: Input<unknown, unknown, unknown, unknown>) => Promise<Reply>;
}

export function answer<Context, Path, Query, Headers, Body>(
  call: Call<Path, Query, Headers, Body>,
  run: (context: Context, input: Input<Path, Query, Headers, Body>) => Promise<Reply>,
): Answer<Context> {
  return { call, run: (context, input) => run(context, input as Input<Path, Query, Headers, Body>) };
}
