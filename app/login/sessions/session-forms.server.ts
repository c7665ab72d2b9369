import type { Current } from '#app/current/current.server.ts';

import { endOtherSessions, endOwnSession } from './sessions.server.ts';

/** What the forms of the account page's list of sessions do; each answers how many have ended. */
export const sessionIntents: Record<string, (current: Current, form: FormData) => Promise<{ ended: number }>> = {
  'sessions.end': async (current, form) => {
    const loginId = form.get('loginId');
    return { ended: typeof loginId === 'string' && (await endOwnSession(current, loginId)) ? 1 : 0 };
  },
  'sessions.endOthers': async (current) => ({ ended: await endOtherSessions(current) }),
};
