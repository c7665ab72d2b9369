import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';

import { getVersion } from './calls.ts';
import { VERSION } from './version.ts';

export const siteAnswers: SiteAnswer[] = [answer(getVersion, () => Promise.resolve({ data: VERSION }))];
