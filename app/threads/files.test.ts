import { expect, test } from 'vitest';

import { VISITOR } from '#app/current/current.server.ts';
import type { Actor } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { createLimits } from '#lib/limits/limits.server.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';

import { prepareFiles } from './files.server.ts';

const site = useTestSite();

test('whoever sends files has 200 MB of them a day, and their network a gigabyte, but staff have no bound', async () => {
  const { db, now } = site.parts;
  // A thousandth.
  const limits = createLimits({ pool: db.pool, now, multiplier: 0.001 });
  const send = async (address: string, kilobytes: number, actor: Actor = VISITOR) => {
    const current = { ...systemCurrent(site.parts), limits, address, actor };
    const sent = prepareFiles(current, [new File([Buffer.alloc(kilobytes * 1024)], 'log.txt')]);
    return sent.then(
      () => 'kept',
      ({ status }: { status: number }) => status,
    );
  };
  expect([await send('203.0.113.1', 150), await send('203.0.113.1', 60), await send('203.0.113.1', 40)]).toEqual([
    'kept',
    429,
    'kept',
  ]);
  const neighbours = [2, 3, 4, 5, 6].map((host) => `203.0.113.${host}`);
  for (const address of neighbours.slice(0, 4)) expect(await send(address, 200)).toBe('kept');
  expect(await send('203.0.113.6', 200)).toBe(429);
  expect(await send('198.51.100.1', 200)).toBe('kept');
  const staff: Actor = { ...VISITOR, userId: CAST.staff.userId, role: 'staff', ownRole: 'staff' };
  for (let turn = 0; turn < 2; turn += 1) expect(await send('203.0.113.1', 200, staff)).toBe('kept');
});
