import { expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, refusalOf } from '#test/storage.ts';

const site = useTestSite();

test('a search that takes longer than two seconds answers 503, and the next one is answered', async () => {
  const crate = await createCrate(site, 'slow');
  await createItem(site, crate, 'player');
  let late: Response | undefined;
  await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`lock table items in access exclusive mode`);
    late = await site.ask(undefined, `${crate}/items`);
  });
  expect(late && (await refusalOf(late))).toEqual([503, 'That search takes too long. Narrow it down.']);
  expect((await site.ask(undefined, `${crate}/items`)).status).toBe(200);
});
