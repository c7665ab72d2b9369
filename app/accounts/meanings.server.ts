import { describeObject } from '#lib/calls/meanings.server.ts';
import type { Meanings } from '#lib/calls/meanings.server.ts';

import { SessionUser } from './account.ts';

export const accountMeanings: Meanings = {
  parameters: {
    'accounts.addNote text': 'What the note says.',
    'accounts.banAccount until': 'When the ban ends; null for one that does not.',
    'accounts.changeRole role': 'The new role.',
    'accounts.endSessions loginId': 'The session, or without it all of them.',
    'accounts.findAccounts text': 'The beginning of a Lookup Code or alias, or an address.',
    'accounts.findAccounts list': 'A list instead of a search.',
  },
  objects: [
    describeObject('SessionUser', 'Who somebody is on this site.', SessionUser, {
      userId: { about: 'Their Lookup Code.', sample: 'pl4yer' },
      alias: { about: 'Their name in the context rumpus; null while they have none.', sample: 'Espurrator' },
      loginId: { about: 'The session that asks; null by a key, and for others.', sample: null },
      usertype: { about: 'Their role: authenticated for players.', sample: 'authenticated' },
      bsidx: { about: 'Of a former system of accounts: always null.', sample: null },
      masquerade: { about: 'The role that staff see the site as; else absent.', sample: 'authenticated' },
    }),
  ],
};
