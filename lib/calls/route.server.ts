import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import type * as z from 'zod/mini';

import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import type { Answer, Reply } from './answer.server.ts';
import { readJson } from './body.server.ts';
import type { Call } from './call.ts';
import { describeFields, issueWords } from './issue-words.server.ts';
import { invalidBody, invalidParameter, methodNotAllowed, notFound } from './problems.ts';

const NO_NULL = 'text without a null character';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** With path parameters as they came, decoded. */
export interface MatchedCall {
  readonly call: Call;
  readonly params: Readonly<Record<string, string>>;
}

export class CallRouter<Context> {
  readonly #router: SmartRouter<Answer<Context>>;

  constructor(answers: readonly Answer<Context>[]) {
    refuseDuplicates(answers.map(({ call }) => call));
    this.#router = new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] });
    // A literal segment such as `@batch` wins over a parameter: the router keeps the order of adding.
    for (const answer of answers.toSorted((a, b) => specificity(b) - specificity(a))) {
      this.#router.add(answer.call.method, answer.call.path.replaceAll(/\{(\w+)\}/g, ':$1'), answer);
    }
  }

  /**
   * @param path still percent-encoded  @param toContext called once the call is known
   * @throws Problem 404 or 405 when no call matches, 400 when the input breaks the contract
   */
  async run(
    request: Request,
    path: string,
    search: string,
    toContext: (matched: MatchedCall) => Context,
  ): Promise<Reply> {
    const { answer, raw } = this.#find(request.method === 'HEAD' ? 'GET' : request.method, path);
    const { call } = answer;
    const params = decode(raw);
    return answer.run(toContext({ call, params }), {
      params: call.params && parse(call.params, params, invalidParameter),
      query: call.query && parse(call.query, parseQuery(search), invalidParameter),
      headers: call.headers && parse(call.headers, readHeaders(request, call.headers), invalidParameter),
      body: await readBody(request, answer),
      request,
    });
  }

  findCall(method: string, path: string): Call | undefined {
    return this.#router.match(method === 'HEAD' ? 'GET' : method, path)[0][0]?.[0].call;
  }

  /** Empty when there is no such address. */
  listMethods(path: string): string[] {
    return METHODS.filter((method) => this.#router.match(method, path)[0].length > 0);
  }

  #tellInstead(methods: readonly string[], path: string): string[] {
    const hints = methods.flatMap((method) => {
      const { answer, raw } = this.#find(method, path);
      const params = decode(raw);
      return (
        answer.call.instead?.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) ?? []
      );
    });
    return hints.slice(0, 1);
  }

  #find(method: string, path: string): { answer: Answer<Context>; raw: Record<string, string> } {
    const [matches, stash] = this.#router.match(method, path);
    const first = matches[0];
    if (first !== undefined) {
      const [answer, params] = first;
      return { answer, raw: stash === undefined ? (params as Record<string, string>) : namedParams(params, stash) };
    }
    const allowed = this.listMethods(path);
    if (allowed.length === 0) throw new Problem(notFound);
    const instead = method === 'GET' ? this.#tellInstead(allowed, path) : [];
    const message = [methodNotAllowed.message, ...instead].join(' ');
    throw new Problem({ ...methodNotAllowed, message }, { headers: { allow: allowed.join(', ') } });
  }
}

/** The router would let the first of two such calls hide the other. */
function refuseDuplicates(calls: readonly Call[]): void {
  const shape = ({ method, path }: Call) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
  for (const [place, [one, other]] of Map.groupBy(calls, shape)) {
    if (one && other) throw new Error(`${one.id} and ${other.id}: both are ${place}`);
  }
}

function specificity(answer: { call: { path: string } }): number {
  return answer.call.path.split('/').filter((segment) => !segment.startsWith('{')).length;
}

function namedParams(params: Record<string, number | string>, stash: string[]): Record<string, string> {
  const raw: Record<string, string> = {};
  for (const name in params) raw[name] = stash[Number(params[name])] ?? '';
  return raw;
}

function decode(raw: Record<string, string>): Record<string, string> {
  for (const name in raw) {
    const value = raw[name] ?? '';
    if (value.includes('%')) raw[name] = decodeOr404(value);
  }
  return raw;
}

/** PostgreSQL stores no null character, so nothing has one in its name. */
function decodeOr404(value: string): string {
  try {
    const decoded = decodeURIComponent(value);
    if (!decoded.includes('\0')) return decoded;
  } catch {
    // A broken percent-encoding, which names nothing either.
  }
  throw new Problem(notFound);
}

/** An empty parameter means unset; of a repeated one the first counts. @throws Problem 400 for a null character */
export function parseQuery(search: string): Record<string, string> {
  const query: Record<string, string> = {};
  if (search === '') return query;
  for (const [name, value] of new URLSearchParams(search)) {
    if (value === '' || name === '__proto__' || Object.hasOwn(query, name)) continue;
    if (value.includes('\0')) throw new Problem(namingParameters({ [name]: NO_NULL }), { fields: { [name]: NO_NULL } });
    query[name] = value;
  }
  return query;
}

function readHeaders(request: Request, schema: z.ZodMiniType): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of headerNames(schema)) {
    const value = request.headers.get(name);
    if (value !== null && value !== '') headers[name] = value;
  }
  return headers;
}

function headerNames(schema: z.ZodMiniType): string[] {
  return Object.keys((schema as z.ZodMiniObject).shape);
}

async function readBody(request: Request, { call }: Answer<never>): Promise<unknown> {
  if (call.body === undefined || call.body === 'bytes') return undefined;
  const refusal = call.body.refusal ?? invalidBody;
  return parse(call.body.json, await readJson(request, refusal, call.body.maxBytes), refusal);
}

function parse<Value>(schema: z.ZodMiniType<Value>, value: unknown, refusal: ProblemKind): Value {
  const result = schema.safeParse(value, { error: issueWords });
  if (result.success) return result.data;
  const fields = describeFields(result.error.issues, 'body');
  throw new Problem(refusal === invalidParameter ? namingParameters(fields) : refusal, { fields });
}

/** For bad parameters the sentence itself names them. */
function namingParameters(fields: Record<string, string>): ProblemKind {
  const reasons = Object.entries(fields).map(([name, message]) => `${name}: ${message}`);
  return { ...invalidParameter, message: `Invalid ${reasons.join('; ')}` };
}
