import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { networkKey } from '#lib/limits/caller-key.ts';
import type { LimitRule } from '#lib/limits/limits.server.ts';
import { problemAt } from '#lib/problem.ts';
import { Problem } from '#lib/problem.ts';

import type { LinkVisitor } from './link-visitor.server.ts';
import { noShortlink, shortlinkOver, wrongPassword } from './problems.ts';
import { unlockLink } from './redirects.server.ts';
import { MAX_PASSWORD, ONWARD } from './shortlink.ts';

/** Of one network, and of all for one link: who guesses has many addresses. */
const GUESSES: LimitRule = { name: 'shortlink-guesses', points: 10, seconds: 600, credit: 0 };
const ALL_GUESSES: LimitRule = { name: 'shortlink-all-guesses', points: 300, seconds: 3600, credit: 0 };

/** The address is shown in the answer, and the page goes there: browsers follow no redirect of a form to another site. */
export function goIntents(slug: string, visitor: LinkVisitor): FormIntents {
  return {
    'go.unlock': {
      least: 'public',
      run: async (current, fields) => {
        await requireWithinLimit(current, `${slug} ${networkKey(visitor.address)}`, GUESSES);
        await requireWithinLimit(current, slug, ALL_GUESSES);
        const password = fields.raw('password').slice(0, MAX_PASSWORD);
        const opened = await unlockLink(current, slug, password, visitor);
        if (opened === undefined) throw problemAt('password', wrongPassword);
        if (opened.is === 'away') return { text: 'go.page.open', result: { to: opened.to }, next: ONWARD };
        throw new Problem(opened.is === 'over' ? shortlinkOver : noShortlink);
      },
    },
  };
}
