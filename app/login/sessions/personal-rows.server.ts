import * as z from 'zod/mini';

import { MaybeText, Time, pagesOf } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import type { Session } from '#lib/sessions/sessions.server.ts';

const sessions: PersonalRows = {
  name: 'sessions',
  title: 'exports.part.sessions',
  of: ['sessions.user_id'],
  schema: z.object({
    loginId: z.string(),
    browser: MaybeText,
    system: MaybeText,
    createdAt: Time,
    lastUsedAt: Time,
    provedAt: Time,
    expiresAt: Time,
  }),
  find: async function* find({ sessions: all }, { userId }) {
    if (userId === null) return;
    const findPage = (after: Session | undefined) => all.listAll(userId, after?.loginId ?? '', PAGE);
    for await (const session of pagesOf(findPage, PAGE)) {
      const { loginId, createdAt, lastUsedAt, provedAt, expiresAt, device } = session;
      const { browser = null, system = null } = device;
      yield { data: { loginId, browser, system, createdAt, lastUsedAt, provedAt, expiresAt } };
    }
  },
};

const PAGE = 500;

export const sessionRows = {
  personalRows: [sessions],
} satisfies PersonalData;
