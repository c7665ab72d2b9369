import { CALLS } from './calls.js';

const RETRIES = 2;
const MAX_WAIT_SECONDS = 120;

/** Whatever is no success: what the server refuses, and why. */
export class RumpusError extends Error {
  constructor(call, response, problem) {
    super(problem.message ?? `The server answered ${response.status}.`);
    this.name = 'RumpusError';
    this.call = call;
    this.status = response.status;
    this.code = problem.code;
    this.fields = problem.fields;
    this.requestId = problem.requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.headers = response.headers;
  }
}

export function isRefusal(error, call, code) {
  return error instanceof RumpusError && error.call === call && (code === undefined || error.code === code);
}

export function createClient(options) {
  const client = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, ''), blockedUntil: 0 };
  const ask = (call, input = {}, { signal } = {}) => exchange(client, call, requestOf(client, call, input), signal);
  const pages = (call, input = {}, { signal } = {}) => eachPage(client, call, input, signal);
  const rows = (call, input, more) => eachRow(pages(call, input, more));
  return { ask, pages, rows };
}

async function exchange(client, call, request, signal) {
  const { retries = RETRIES, maxWaitSeconds = MAX_WAIT_SECONDS, fetch: send = fetch } = client;
  for (let attempt = 0; ; attempt += 1) {
    await wait(client.blockedUntil - Date.now(), signal);
    const response = await send(request.url, { ...request.init, signal });
    if (response.ok || response.status === 304) return resultOf(response);
    const problem = await problemOf(response);
    const seconds = Number(response.headers.get('x-rate-limit-reset') ?? response.headers.get('retry-after'));
    const mayRetry = response.status === 429 && attempt < retries && seconds > 0 && seconds <= maxWaitSeconds;
    if (!mayRetry) throw new RumpusError(call, response, problem);
    client.blockedUntil = Math.max(client.blockedUntil, Date.now() + seconds * 1000);
  }
}

function requestOf(client, call, { params = {}, query = {}, headers = {}, body }) {
  const [method, path, , takes] = CALLS[call];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => segmentOf(call, name, params[name]));
  const sent = new Headers({ accept: 'application/json', ...headers });
  if (client.key !== undefined) sent.set('rumpus-delegation-key', client.key);
  if (client.appKey !== undefined) sent.set('rumpus-app-key', client.appKey);
  if (client.locale !== undefined) sent.set('locale', client.locale);
  if (takes === 'json' && body !== undefined) sent.set('content-type', 'application/json');
  return {
    url: `${client.baseUrl}${filled}${searchOf(query)}`,
    init: {
      method,
      headers: sent,
      body: takes === 'json' && body !== undefined ? JSON.stringify(body) : body,
      credentials: 'omit',
    },
  };
}

function segmentOf(call, name, value) {
  const text = String(value ?? '');
  // A dot segment would change where the path leads.
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${call} needs ${name}`);
  return encodeURIComponent(text);
}

function searchOf(query) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
}

async function resultOf(response) {
  const { status, headers } = response;
  const isJson = /[/+]json\b/.test(headers.get('content-type') ?? '');
  const shared = { status, headers, rateLimit: rateLimitOf(headers) };
  if (status === 204 || status === 304) return { ...shared, data: undefined };
  if (!isJson) return { ...shared, data: await response.blob() };
  const body = await response.json();
  const isWrapped = typeof body === 'object' && body !== null && 'data' in body;
  return isWrapped ? { ...shared, data: body.data, meta: body.meta, next: body.next } : { ...shared, data: body };
}

async function problemOf(response) {
  const text = await response.text();
  try {
    const problem = JSON.parse(text);
    return typeof problem === 'object' && problem !== null ? problem : {};
  } catch {
    return {};
  }
}

function rateLimitOf(headers) {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`x-rate-limit-${name}`)),
  );
  return { limit, remaining, resetSeconds: reset };
}

async function* eachPage(client, call, input, signal) {
  for (let request = requestOf(client, call, input); request !== undefined;) {
    const page = await exchange(client, call, request, signal);
    yield page;
    request = nextOf(client, page, request);
  }
}

function nextOf(client, page, request) {
  const link = /<([^>]+)>;\s*rel="?next"?/.exec(page.headers.get('link') ?? '')?.[1];
  if (link === undefined) return undefined;
  const url = new URL(link, request.url);
  // A key goes nowhere else.
  return url.origin === new URL(client.baseUrl).origin ? { ...request, url: url.href } : undefined;
}

async function* eachRow(pages) {
  for await (const { data } of pages) yield* data;
}

function wait(milliseconds, signal) {
  signal?.throwIfAborted();
  if (milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
