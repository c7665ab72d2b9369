import { describeObject } from '#lib/calls/meanings.server.ts';
import type { Meanings } from '#lib/calls/meanings.server.ts';

import { EchoedStatus } from './dummy/calls.ts';

export const dummyMeanings: Meanings = {
  objects: [
    describeObject('EchoedStatus', 'The status that was asked for.', EchoedStatus, {
      status: { about: 'The same as that of the answer.', unit: 'status of HTTP', sample: 200 },
    }),
  ],
};
