import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import { findAliases } from './aliases.server.ts';
import * as calls from './calls.ts';
import { moderationAnswers } from './moderation/answers.server.ts';
import { changeAlias, getOwnAlias } from './naming/changes.server.ts';

const find = answer(calls.getAliases, async (current: Current, { params, query }) => {
  const { userIds = [], onlySafe, maxReports } = query;
  const wanted = userIds.map((id) => (id === '@me' ? requireUser(current) : id));
  return { data: await findAliases(current, params.context, wanted, { onlySafe, maxReports }) };
});

const get = answer(calls.getOwnAlias, async (current: Current, { params: { context, userId } }) => ({
  data: await getOwnAlias(current, context, userId),
}));

const change = answer(calls.changeAlias, async (current: Current, { params: { context, userId }, body }) => ({
  data: await changeAlias(current, context, userId, body.alias),
}));

export const aliasAnswers: Answer<Current>[] = [find, get, change, ...moderationAnswers];
