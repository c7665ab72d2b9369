import { describeObject } from '#lib/calls/meanings.server.ts';
import type { Meanings } from '#lib/calls/meanings.server.ts';

import { EchoedStatus } from './dummy/calls.ts';

export const dummyMeanings: Meanings = {
  parameters: {
    'dummy header': 'true also answers with the body in the header x-rumpus-dummy-body, as base64.',
    'dummy code': 'A status of HTTP.',
  },
  objects: [
    describeObject('EchoedStatus', 'The status that was asked for.', EchoedStatus, {
      status: { about: 'The same as that of the answer.', unit: 'status of HTTP', sample: 200 },
    }),
  ],
};
