import { expect, inject, test } from 'vitest';

import { ask } from './client.ts';

const OWN = [403, 'You can’t judge your own alias. Somebody else has to.'];

test('staff cannot judge their own name, nor undo what was decided about it', async () => {
  const { userId } = inject('cast').staff;
  const line = `POST /api/aliases/contexts/rumpus/users/${userId}/decisions`;
  const body = { decision: 'approve' };
  expect((await ask('staff', line, { body, headers: { 'if-match': '*' } })).refusal).toEqual(OWN);
  const reply = await ask('admin', line, { body, headers: { 'if-match': '*' } });
  const { decisionId } = reply.data() as { decisionId: string };
  expect((await ask('staff', `POST /api/aliases/moderation/${decisionId}/undo`)).refusal).toEqual(OWN);
});
