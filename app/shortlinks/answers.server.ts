import { NO_CHANGE, answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import * as calls from './calls.ts';
import { noShortlink } from './problems.ts';
import {
  changeShortlink,
  createShortlink,
  deleteShortlinks,
  getShortlink,
  listShortlinks,
} from './shortlinks.server.ts';
import { listVisitCounts, listVisits } from './visits.server.ts';

/** What forms of the console do too. */
export const SHORTLINK_ANSWERS = {
  create: answer(
    calls.createShortlink,
    async (current: Current, { body }) => ({ status: 201, data: await createShortlink(current, body) }),
    {
      audit: 'shortlink.create',
      body: {
        target: 'https://store.example.com/game',
        title: 'The trailer',
        tags: ['launch'],
        utm: { source: 'poster' },
      },
    },
  ),
  change: answer(
    calls.changeShortlink,
    async (current: Current, { params, body }) => ({ data: await changeShortlink(current, params.slug, body) }),
    { audit: 'shortlink.change', body: { expiresAt: '2027-01-31T12:00:00Z' } },
  ),
  delete: answer(
    calls.deleteShortlink,
    async (current: Current, { params }) => {
      const { slug } = await getShortlink(current, params.slug);
      if ((await deleteShortlinks(current, [slug])).length === 0) throw new Problem(noShortlink);
      return { status: 204 };
    },
    { audit: 'shortlink.delete', unaudited: NO_CHANGE },
  ),
};

export const shortlinkAnswers: SiteAnswer[] = [
  answer(
    calls.findShortlinks,
    async (current: Current, { query }) => {
      const { shortlinks, next } = await listShortlinks(current, query);
      return { data: shortlinks, pages: { next: { after: next } } };
    },
    { query: { limit: '2' } },
  ),
  answer(calls.getShortlink, async (current: Current, { params }) => ({
    data: await getShortlink(current, params.slug),
  })),
  answer(calls.getVisits, async (current: Current, { params, query }) => {
    const { shortlinkId } = await getShortlink(current, params.slug);
    const [sums, counts] = await Promise.all([
      listVisits(current, shortlinkId, query.span),
      listVisitCounts(current, shortlinkId, query.span),
    ]);
    return { data: { sums, counts } };
  }),
  ...Object.values(SHORTLINK_ANSWERS),
];
