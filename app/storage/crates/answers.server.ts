import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { readIfMatch } from '#lib/http/conditions.ts';

import { answerOnce } from '../idempotency.server.ts';
import * as calls from './calls.ts';
import { changeCrate, createCrate, listCrates, readCrate } from './crates.server.ts';
import { deleteCrate } from './deletion.server.ts';

type CrateContext = Current;

const list = answer(
  calls.listCrates,
  async (current: CrateContext, { query }) => ({
    data: await listCrates(current, query.limit, query.after),
  }),
  { query: { limit: '2' } },
);

const read = answer(calls.readCrate, async (current: CrateContext, { params }) => {
  const crate = await readCrate(current, params.crateId);
  return { data: crate, headers: { etag: crate.etag } };
});

/** What forms of the console do too. */
export const CRATE_ANSWERS = {
  create: answerOnce(
    calls.createCrate,
    async (current: CrateContext, { body }) => ({
      status: 201,
      data: await createCrate(current, body),
    }),
    {
      audit: 'crate.create',
      body: { crateId: 'workshop', name: 'Workshop', policy: { list: ['public'], read: ['public'] } },
    },
  ),
  change: answer(
    calls.changeCrate,
    async (current: CrateContext, { params, headers, body }) => {
      const crate = await changeCrate(current, params.crateId, body, readIfMatch(headers['if-match']));
      return { data: crate, headers: { etag: crate.etag } };
    },
    { audit: 'crate.change', body: { name: 'The library' } },
  ),
  delete: answer(
    calls.deleteCrate,
    async (current: CrateContext, { params }) => {
      const asked = await deleteCrate(current, params.crateId);
      return asked === undefined ? { status: 204 } : { status: 202, data: asked };
    },
    { audit: ['crate.delete', 'approval.ask'], params: { crateId: 'workshop' } },
  ),
};

export const crateAnswers: SiteAnswer[] = [
  list,
  CRATE_ANSWERS.create,
  read,
  CRATE_ANSWERS.change,
  CRATE_ANSWERS.delete,
];
