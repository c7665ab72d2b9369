import { fillPath, joinAddress, withQuery } from './browser/address.ts';
import type { QueryValue } from './browser/address.ts';
import { readBlob, readData, readRefusal } from './browser/bodies.ts';
import { CallError, noUrl, overNetwork } from './browser/call-error.ts';
import { encodeBody } from './browser/encoding.ts';
import type { CallBody } from './browser/encoding.ts';
import { pageLinks } from './browser/page-links.ts';
import type { RateLimitBlock } from './browser/rate-limit-block.ts';
import type { Call } from './call.ts';

/** What the client needs of its page. Functions are called for every request. */
export interface CallClientEnvironment {
  base?: string;
  /** Query parameters of every GET; undefined removes one from an address that has it. */
  parameters(): Record<string, string | undefined>;
  headers(): Record<string, string | undefined>;
  cookie(): string;
  /** The cookie whose value every state-changing call repeats in the header. */
  xsrf: { cookie: string; header: string };
  rateLimit: RateLimitBlock;
  /** Gets the headers of every answer, refusals included. */
  onHeaders(headers: Headers): void;
  /** Runs on a 401 of any call that is no login call. */
  onLoggedOut(): void;
}

interface CallOptions {
  /** There is no timeout otherwise. */
  signal?: AbortSignal;
  /** A 401 then says nothing about having been logged out. */
  isLogin?: boolean;
  asForm?: boolean;
  /** Gets the share of the body that is sent, from 0 to 1. */
  onProgress?: (share: number) => void;
}

type CallInput<Path, Query, Names, Body> = AnyInput &
  IfRequired<Path, { params: { [Name in keyof Path]: string | number } }> & {
    query?: { [Name in keyof Query]?: QueryValue };
    headers?: { [Name in keyof Names]?: string };
  } & ([Body] extends [undefined] ? { body?: CallBody } : { body: Body });

/** The member `data` unwrapped, or the whole body where there is none. */
export interface CallResult<Data> {
  status: number;
  data: Data;
  headers: Headers;
  next: string | undefined;
  previous: string | undefined;
}

/**
 * Each throws `CallError` when the server refuses, when it cannot be reached ('Network Error'), when the address is
 * empty ('No URL provided') and while a rate limit lasts ('Exceeded rate limit.'); and the signal's reason when aborted.
 */
export interface CallClient {
  ask: <Path, Query, Names, Body, Data>(
    call: Call<Path, Query, Names, Body>,
    input: CallInput<Path, Query, Names, Body>,
  ) => Promise<CallResult<Data>>;
  askBytes: <Path, Query, Names, Body>(
    call: Call<Path, Query, Names, Body>,
    input: CallInput<Path, Query, Names, Body>,
  ) => Promise<CallResult<Blob>>;
  /** Events, as they come; aborting the signal ends them. */
  askStream: <Path, Query, Names, Body>(
    call: Call<Path, Query, Names, Body>,
    input: CallInput<Path, Query, Names, Body>,
  ) => Promise<CallResult<ReadableStream<Uint8Array<ArrayBuffer>> | null>>;
  askUrl: <Data>(url: string, options?: CallOptions) => Promise<CallResult<Data>>;
}

export function createCallClient(environment: CallClientEnvironment): CallClient {
  async function exchange<Data>(
    sent: PreparedRequest,
    read: (response: Response) => Promise<Data>,
  ): Promise<CallResult<Data>> {
    if (sent.url === '') throw new CallError(noUrl);
    environment.rateLimit.requireNone();
    // Outside the translation of failures: a request that cannot be built is a bug and no network failure.
    const request = new Request(sent.url, sent.init);
    const { onProgress } = sent;
    const response = await overNetwork(async () => {
      if (onProgress === undefined) return fetch(request);
      const { fetchWithProgress } = await import('./browser/upload.ts');
      return fetchWithProgress(sent.url, sent.init, onProgress);
    });
    environment.onHeaders(response.headers);
    environment.rateLimit.record(response);
    if (response.status === 401 && !sent.isLogin) environment.onLoggedOut();
    if (!response.ok && response.status !== 304) throw await overNetwork(() => readRefusal(response));
    const data = await overNetwork(() => read(response));
    const { status, headers } = response;
    return { status, data, headers, ...pageLinks(headers.get('link'), response.url) };
  }

  return {
    ask: async <Data>(call: Call, input: AnyInput) => exchange(prepareCall(environment, call, input), readData<Data>),
    askBytes: async (call, input) => exchange(prepareCall(environment, call, input), readBlob),
    askStream: async (call, input) =>
      exchange(prepareCall(environment, call, withEvents(input)), (response) => Promise.resolve(response.body)),
    askUrl: async <Data>(url: string, options: CallOptions = {}) =>
      exchange(prepareUrl(environment, url, options), readData<Data>),
  };
}

function withEvents(input: AnyInput): AnyInput {
  return { ...input, headers: { ...input.headers, accept: 'text/event-stream' } };
}

interface AnyInput extends CallOptions {
  params?: object;
  query?: object;
  headers?: object;
  body?: unknown;
}

type IfRequired<Value, Member> = [Value] extends [undefined] ? unknown : Member;

interface PreparedRequest {
  url: string;
  init: { method: string; headers: Headers; body?: CallBody | null; signal?: AbortSignal };
  isLogin: boolean;
  onProgress?: ((share: number) => void) | undefined;
}

function prepareCall(environment: CallClientEnvironment, call: Call, input: AnyInput): PreparedRequest {
  const path = fillPath(call.path, { ...input.params });
  if (call.method === 'GET') return prepareUrl(environment, withQuery(path, { ...input.query }), input);
  const headers = new Headers({ accept: 'application/json' });
  const body = encodeBody(call, input.body, input.asForm === true, headers);
  const { cookie, header } = environment.xsrf;
  setAll(headers, { ...environment.headers(), [header]: findCookie(environment.cookie(), cookie), ...input.headers });
  return {
    url: joinAddress(environment.base, withQuery(path, { ...input.query })),
    init: { method: call.method, headers, body, ...pickSignal(input) },
    isLogin: input.isLogin === true,
    onProgress: input.onProgress,
  };
}

function prepareUrl(environment: CallClientEnvironment, url: string, input: AnyInput): PreparedRequest {
  const headers = new Headers({ accept: 'application/json' });
  setAll(headers, { ...environment.headers(), ...input.headers });
  return {
    url: joinAddress(environment.base, withQuery(url, environment.parameters())),
    init: { method: 'GET', headers, ...pickSignal(input) },
    isLogin: input.isLogin === true,
  };
}

function pickSignal({ signal }: CallOptions): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

function setAll(headers: Headers, values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values)) if (value !== undefined) headers.set(name, value);
}

function findCookie(cookies: string, name: string): string | undefined {
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
