import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind } from '#app/notifications/event-kind.server.ts';

import { findShownDecisions } from './moderation/replacements.server.ts';

interface DecidedAlias {
  readonly decisionId: string;
}

/** Its own mail tells of a replacement. */
export const decidedAlias: EventKind<DecidedAlias> = {
  id: 'aliases.decided',
  title: 'notify.aliases.title',
  about: 'notify.aliases.about',
  least: 'authenticated',
  mail: 'own',
  sample: { decisionId: '01890000-0000-7000-8000-000000000000' },
  show: async (current, { userId }, events) => {
    const ids = events.map(({ details }) => details.decisionId);
    const decisions = await findShownDecisions(current, userId, ids);
    return describeEvents(events, ({ decisionId }) => {
      const decision = decisions.get(decisionId);
      if (decision === undefined) return undefined;
      const { was, alias, kind } = decision;
      const text =
        kind === 'replace'
          ? 'notify.aliases.replaced'
          : kind === 'deny'
            ? 'notify.aliases.denied'
            : 'notify.aliases.approved';
      return { text, values: { was, alias: alias ?? was }, path: '/account' };
    });
  },
};
