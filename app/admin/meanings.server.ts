import { describeObject } from '#lib/calls/meanings.server.ts';
import type { Meanings } from '#lib/calls/meanings.server.ts';

import { FoundThing, Place, WaitingCount } from './calls.ts';

export const consoleMeanings: Meanings = {
  parameters: {
    'admin text': 'Words, the beginning of one, or the number of a message.',
    'admin.lookAround page': 'The path of a page, whose views in 30 days are told.',
  },
  objects: [
    describeObject('WaitingCount', 'How much waits behind a door of the navigation of staff.', WaitingCount, {
      door: { about: 'The door.', sample: 'desk' },
      count: { about: 'How many things are to be done there.', unit: 'things', sample: 3 },
      isMore: { about: 'Whether there are more than so many.', sample: false },
    }),
    describeObject('ConsolePlace', 'A screen of the console.', Place, {
      to: { about: 'Its path, without a locale.', sample: '/admin/accounts' },
      name: { about: 'What it is called.', sample: 'Accounts' },
      about: { about: 'What is done there.', sample: 'Who plays here, and what may they do?' },
    }),
    describeObject('FoundThing', 'What staff have looked for.', FoundThing, {
      kind: { about: 'What it is.', sample: 'post' },
      id: { about: 'Which of its kind it is.', sample: '0190a0b0-0000-7000-8000-000000000000' },
      name: { about: 'Its title.', sample: 'A new door' },
      about: { about: 'What tells it from others of that name; may be empty.', sample: 'Draft' },
      to: { about: 'Where it is worked on, a path without a locale.', sample: '/editor/a-new-door' },
    }),
  ],
};
