import type * as z from 'zod/mini';

import type { Current } from '#app/current/current.server.ts';
import type { PageStart } from '#lib/calls/page.ts';
import { parseQuery } from '#lib/calls/route.server.ts';
import { Problem } from '#lib/problem.ts';
import { readSigned, sign } from '#lib/signed.server.ts';

import { foreignPage } from '../problems.ts';
import type { FieldOrder } from './level-query.ts';
import type { LastRow } from './ordered-page.server.ts';

/** What stands in the address of the first page, with the place where another one starts. */
type Parameters = Readonly<Record<string, string>>;

interface PagedQuery {
  readonly paging?: boolean | undefined;
  readonly nextPageToken?: string | undefined;
}

/** The token holds the whole search: old tools send it back and nothing else. @throws Problem 400 for a foreign one */
export function resumeQuery<Query extends PagedQuery>(
  { secret }: Current,
  schema: z.ZodMiniType<Query>,
  query: Query,
  request: Request,
): { query: Query; sent: Parameters } {
  const { pathname, search } = new URL(request.url);
  if (query.nextPageToken === undefined) return { query, sent: parseQuery(search) };
  const text = Buffer.from(query.nextPageToken, 'hex').toString();
  const sent = readSigned(text, toPurpose(pathname), secret);
  if (sent === undefined) throw new Problem(foreignPage);
  const parameters = JSON.parse(sent) as Parameters;
  return { query: { ...schema.parse(parameters), paging: query.paging }, sent: parameters };
}

/**
 * Where the next page of a search starts: with `paging` at a token, which is also the address in `next`, and else at the
 * parameters that tools know. Nothing when there is no such page.
 */
export function toNextPage(
  { secret, config }: Current,
  request: Request,
  { query, sent }: { query: PagedQuery; sent: Parameters },
  sort: FieldOrder<string>,
  last: LastRow | undefined,
): { start?: PageStart; address?: string } {
  if (last === undefined) return {};
  const { pathname, searchParams } = new URL(request.url);
  const bound = `${sort.ascending ? 'min' : 'max'}${sort.field.replace(/^./, (letter) => letter.toUpperCase())}`;
  const value = last.value instanceof Date ? last.value.toISOString() : String(last.value);
  const start = { [bound]: value, tiebreakerItemId: last.itemId };
  if (query.paging !== true && !searchParams.has('nextPageToken')) return { start };
  const { paging: _, nextPageToken: __, ...rest } = sent;
  const parameters = JSON.stringify({ ...rest, ...start });
  const token = Buffer.from(sign(parameters, toPurpose(pathname), secret)).toString('hex');
  const address = new URL(`${pathname}?paging=true&nextPageToken=${token}`, config.publicUrl).href;
  return { start: { nextPageToken: token }, ...(query.paging && { address }) };
}

function toPurpose(path: string): string {
  return `levelhead page ${path}`;
}
