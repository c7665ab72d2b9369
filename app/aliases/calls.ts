import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';
import { Flag } from '#lib/calls/flag.ts';

import { Alias, AliasContext, AliasUser, MAX_BODY, MAX_LOOKUP, OwnAlias } from './alias.ts';
import { RULES, noContext, taken, tooSoon } from './problems.ts';

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

const reportsText = 'a whole number from 0';

export const getAliases = call({
  id: 'aliases.getAliases',
  method: 'GET',
  path: '/api/aliases/contexts/{context}/users',
  least: 'public',
  summary:
    'The names of up to 100 users in a context, which may be the safe variant of one. Staff also see how often each is reported.',
  params: z.object({ context: AliasContext }),
  query: z.object({
    userIds: z.optional(UserIds),
    onlySafe: z.optional(Flag),
    maxReports: z.optional(z.coerce.number(reportsText).check(z.int(reportsText), z.minimum(0, reportsText))),
  }),
  success: [{ status: 200, description: 'The names, in the order asked.', data: z.array(Alias) }],
  problems: [badCredentials],
  byKey: true,
});

const params = z.object({ context: AliasContext, userId: AliasUser });
const path = '/api/aliases/contexts/{context}/users/{userId}';

export const getOwnAlias = call({
  id: 'aliases.getOwnAlias',
  method: 'GET',
  path,
  least: 'authenticated',
  summary:
    'One’s own name in a context, its state, when it may be changed and the names before it; anybody’s for staff.',
  params,
  success: [{ status: 200, description: 'The name and its state.', data: OwnAlias }],
  problems: [badCredentials, notAllowed, noContext],
  byKey: 'rumpus-account-read',
});

export const changeAlias = call({
  id: 'aliases.changeAlias',
  method: 'PUT',
  path,
  least: 'authenticated',
  summary: 'Changes one’s own name in a context.',
  params,
  body: { json: z.object({ alias: z.string().check(z.maxLength(256, 'at most 256 characters')) }), maxBytes: MAX_BODY },
  success: [{ status: 200, description: 'The name and its state.', data: OwnAlias }],
  problems: [badCredentials, notAllowed, noContext, ...RULES, taken, tooSoon],
  byKey: 'rumpus-aliases-write',
});
