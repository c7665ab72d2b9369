import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';

import { findAliases } from './aliases.server.ts';
import * as calls from './calls.ts';
import { moderationAnswers } from './moderation/answers.server.ts';
import { getOwnAlias } from './naming/changes.server.ts';
import type { ChangeAlias } from './naming/changes.server.ts';

const find = answer(
  calls.getAliases,
  async (current: Current, { params, query }) => {
    const { userIds = [], onlySafe, maxReports } = query;
    const wanted = userIds.map((id) => (id === '@me' ? requireUser(current) : id));
    return { data: await findAliases(current, params.context, wanted, { onlySafe, maxReports }) };
  },
  { query: { userIds: 'pl4yer,cre4tr' } },
);

const get = answer(
  calls.getOwnAlias,
  async (current: Current, { params: { context, userId } }) => ({
    data: await getOwnAlias(current, context, userId),
  }),
  { params: { context: 'rumpus', userId: '@me' } },
);

/** @param change what changes a name, and notes it where that is known further up */
export function aliasAnswers(change: ChangeAlias): SiteAnswer[] {
  const put = answer(
    calls.changeAlias,
    async (current: Current, { params: { context, userId }, body }) => ({
      data: await change(current, context, userId, body.alias),
    }),
    { params: { context: 'rumpus', userId: '@me' }, body: { alias: 'Espurrator' } },
  );
  return [find, get, put, ...moderationAnswers];
}
