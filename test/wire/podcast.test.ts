import { expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { expectRow, readTable } from './roles.ts';

const NONE = '0190a0b0-0000-7000-8000-000000000000';
const TABLE = `
  call                                     | body          | public player owner collab. staff admin super
  PUT /api/podcast/episodes/{episode}/place | {"seconds":9} | 401 204 204 204 204 204 204
  PUT /api/podcast/episodes/${NONE}/place  | {"seconds":9} | 401 404 404 404 404 404 404
`;

async function newestEpisode(): Promise<string> {
  const [episode] = (await ask(undefined, 'GET /api/storage/crates/podcast/items?limit=1')).data() as {
    itemId: string;
  }[];
  return episode?.itemId ?? NONE;
}

test.each(readTable(TABLE))('$line answers every role as the table says', async (row) => {
  await expectRow(row, async (line) => line.replace('{episode}', await newestEpisode()));
});

test('a place is seconds, as JSON that is not too large, and comes from our own pages', async () => {
  const line = `PUT /api/podcast/episodes/${await newestEpisode()}/place`;
  const send = (body: string, type: string) => ask('player', line, { body, headers: { 'content-type': type } });
  const shape = 'The body of this call is JSON of a shape it does not know.';
  for (const body of ['{}', '{"seconds":-1}', '{"seconds":"soon"}']) {
    expect((await send(body, 'application/json')).refusal).toEqual([400, shape]);
  }
  expect((await send('seconds: 9', 'text/yaml')).refusal?.[0]).toBe(415);
  const large = JSON.stringify({ seconds: 9, more: 'x'.repeat(9_000_000) });
  expect((await send(large, 'application/json')).refusal).toEqual([413, 'That is larger than this call takes.']);
  const { cookie } = inject('cast').player;
  expect((await ask(undefined, line, { headers: { cookie }, body: { seconds: 9 } })).refusal).toEqual([
    403,
    'This did not come from our own pages. Reload and try again.',
  ]);
});
