import { describeObject } from '#lib/calls/meanings.server.ts';
import type { Meanings } from '#lib/calls/meanings.server.ts';

import { SimilarEntry } from './calls.ts';

export const feedbagMeanings: Meanings = {
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
