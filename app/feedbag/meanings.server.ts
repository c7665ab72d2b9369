import { describeObject } from '#lib/calls/meanings.server.ts';
import type { Meanings } from '#lib/calls/meanings.server.ts';

import { SimilarEntry } from './calls.ts';

export const feedbagMeanings: Meanings = {
  parameters: {
    'feedbag projectId': 'What feedback is collected about, as in the address of its page.',
    'feedbag title': 'What it is about, in a few words.',
    'feedbag body': 'What happened, and what was expected, in the words of the player.',
    'feedbag userId': 'The Lookup Code of the player, whose entry it is then. Without it nobody’s.',
    'feedbag platform': 'One of those that the form of the project offers, or nothing.',
    'feedbag version': 'Of the game.',
    'feedbag log': 'The last lines that the game wrote. Secrets in it are masked.',
    'feedbag save': 'A save in base64, kept as a file.',
    'feedbag screenshot': 'A picture in base64, which is drawn anew.',
  },
  objects: [
    describeObject('SimilarEntry', 'An entry that is like a text.', SimilarEntry, {
      subjectId: { about: 'The entry, by its id.', sample: '622fa4e1b2c3d4e5f6a7b8c9' },
      title: { about: 'What it is about, in a few words.', sample: 'Crash when a saved level is opened' },
      path: {
        about: 'The address of its page on this site.',
        sample: '/feedbag/levelhead/entries/622fa4e1b2c3d4e5f6a7b8c9',
      },
      status: { about: 'What has become of it, as its project names that.', sample: 'open' },
      votes: { about: 'How many want it, too.', unit: 'votes', sample: 12 },
    }),
  ],
};
