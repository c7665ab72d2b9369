import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';

const CROSS_SITE = [403, 'This did not come from our own pages. Reload and try again.'];
const NOWHERE = [404, "We don't have what you're looking for."];
const NO_ID = '0190a0b0-0000-7000-8000-000000000000';
const APPS = '/api/apps/keys';
const OWN = '/api/delegation/keys';

describe('the calls about keys', () => {
  const withBody = [`POST ${APPS}`, `POST ${APPS}/${NO_ID}/rotations`, `POST ${OWN}`];

  test.each(withBody)('%s takes JSON, of no more than its limit', async (line) => {
    const send = (body: string, type: string) => ask('admin', line, { body, headers: { 'content-type': type } });
    expect((await send('a: b', 'text/yaml')).refusal).toEqual([415, 'This call takes JSON or a form.']);
    const large = JSON.stringify({ name: 'x'.repeat(1_100_000) });
    expect((await send(large, 'application/json')).refusal).toEqual([413, 'That is larger than this call takes.']);
  });

  test.each([...withBody, `DELETE ${APPS}/${NO_ID}`, `DELETE ${OWN}/${NO_ID}`])(
    '%s takes a cookie from our own pages only',
    async (line) => {
      const headers = { cookie: inject('cast').admin.cookie };
      expect((await ask(undefined, line, { headers, body: {} })).refusal).toEqual(CROSS_SITE);
    },
  );

  test.each([`POST ${APPS}/%ff/rotations`, `DELETE ${APPS}/%ff`, `DELETE ${OWN}/%ff`])(
    '%s is an address of nothing',
    async (line) => {
      expect((await ask('admin', line, line.startsWith('POST') ? { body: {} } : {})).refusal).toEqual(NOWHERE);
    },
  );
});
