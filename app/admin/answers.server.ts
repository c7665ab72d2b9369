import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';

import * as calls from './calls.ts';
import { findThings, lookAround } from './doors/look-around.server.ts';

export const consoleAnswers = (parts: () => ConsoleParts): SiteAnswer[] => [
  answer(calls.lookAround, async (current: Current, { query: { page } }) => ({
    data: await lookAround(current, parts(), page),
  })),
  answer(
    calls.findThings,
    async (current: Current, { query: { text } }) => ({ data: await findThings(current, parts(), text) }),
    { query: { text: 'door' } },
  ),
];
