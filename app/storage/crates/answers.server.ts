import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { answerOnce } from '../idempotency.server.ts';
import * as calls from './calls.ts';
import { changeCrate, createCrate, deleteCrate, listCrates, readCrate } from './crates.server.ts';

type CrateContext = Current;

export const crateAnswers: SiteAnswer[] = [
  answer(
    calls.listCrates,
    async (current: CrateContext, { query }) => ({
      data: await listCrates(current, query.limit, query.after),
    }),
    { query: { limit: '2' } },
  ),
  answerOnce(
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
  answer(calls.readCrate, async (current: CrateContext, { params }) => ({
    data: await readCrate(current, params.crateId),
  })),
  answer(
    calls.changeCrate,
    async (current: CrateContext, { params, body }) => ({
      data: await changeCrate(current, params.crateId, body),
    }),
    { audit: 'crate.change', body: { name: 'The library' } },
  ),
  answer(
    calls.deleteCrate,
    async (current: CrateContext, { params }) => {
      await deleteCrate(current, params.crateId);
      return { status: 204 };
    },
    { audit: 'crate.delete', params: { crateId: 'workshop' } },
  ),
];
