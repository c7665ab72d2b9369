import * as z from 'zod/mini';

import { badCredentials } from '#app/current/problems.ts';
import { call } from '#lib/calls/call.ts';

import { Alias, AliasContext, MAX_LOOKUP } from './alias.ts';

const UserIds = z.pipe(
  z.string().check(z.maxLength(8192)),
  z.transform((value: string, context) => {
    const ids = [
      ...new Set(
        value
          .split(',')
          .map((id) => id.trim())
          .filter(Boolean),
      ),
    ];
    if (ids.length <= MAX_LOOKUP && ids.every((id) => id === '@me' || /^[A-Za-z0-9]{1,32}$/.test(id))) return ids;
    context.issues.push({
      code: 'custom',
      message: `at most ${MAX_LOOKUP} user ids separated by commas`,
      input: value,
    });
    return z.NEVER;
  }),
);

export const getAliases = call({
  id: 'aliases.getAliases',
  method: 'GET',
  path: '/api/aliases/contexts/{context}/users',
  summary: 'The names of up to 100 users in a context.',
  params: z.object({ context: AliasContext }),
  query: z.object({ userIds: z.optional(UserIds) }),
  success: [{ status: 200, description: 'The names, in the order asked.', data: z.array(Alias) }],
  problems: [badCredentials],
});
