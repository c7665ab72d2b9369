import { expect, test } from 'vitest';

import { ask } from './client.ts';
import { openEvents } from './events.ts';
import { recordAnswer } from './record.ts';

const PATH = '/api/auth/sessions/@this/events';

test('a signed-in user may watch their session, as events', async () => {
  const events = await openEvents('player', PATH);
  expect([events.status, events.type]).toEqual([200, 'text/event-stream']);
  recordAnswer('login.watchSession', 200);
  events.close();
});

test('the session is not shown as anything else', async () => {
  expect((await ask('player', `GET ${PATH}`)).refusal).toEqual([
    406,
    'This call answers with text/event-stream alone.',
  ]);
  expect((await ask(undefined, `GET ${PATH}`)).refusal).toEqual([401, 'Bad credentials!']);
});
