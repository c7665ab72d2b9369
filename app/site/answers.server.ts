import type { Current } from '#app/current/current.server.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import { getVersion } from './calls.ts';
import { VERSION } from './version.ts';

export const siteAnswers: Answer<Current>[] = [answer(getVersion, () => Promise.resolve({ data: VERSION }))];
