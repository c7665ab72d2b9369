import { getFullReference } from '#app/api-docs/api-docs.server.ts';
import { NO_CHANGE } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { Role } from '#app/current/role.ts';

import type { TesterCall } from './tester-call.ts';
import { testerRoles } from './tester-role.ts';
import { closeTesterToken, openTesterToken } from './tester-tokens.server.ts';

/** @throws Problem 404 for everyone but staff, and on production */
export function loadTester(current: Current): { calls: TesterCall[]; roles: Role[]; origin: string } {
  const calls = getFullReference(current).map(({ id, method, path, summary, takes, sample }) => {
    return { id, method, path, summary, takes, sample };
  });
  return { calls, roles: testerRoles(current.actor.role), origin: current.config.publicUrl };
}

export const TESTER_INTENTS: FormIntents = {
  'tester.open': {
    least: 'staff',
    audit: 'tester.open',
    run: async (current, fields) => ({ result: await openTesterToken(current, fields.raw('role')) }),
  },
  'tester.close': {
    least: 'staff',
    audit: 'tester.close',
    unaudited: NO_CHANGE,
    text: 'admin.tester.closed',
    run: (current, fields) => closeTesterToken(current, fields.raw('token')),
  },
};
