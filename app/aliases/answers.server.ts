import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import { findAliases } from './aliases.server.ts';
import { getAliases } from './calls.ts';

export const aliasAnswers: Answer<Current>[] = [
  answer(getAliases, async (current: Current, { params, query }) => {
    const userIds = (query.userIds ?? []).map((id) => (id === '@me' ? requireUser(current) : id));
    return { data: await findAliases(current, params.context, userIds) };
  }),
];
