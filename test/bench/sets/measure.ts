import { sql } from '#lib/database/sql.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { openInProcess, rateOf, timesOf } from '../in-process.ts';
import type { InProcess } from '../in-process.ts';
import { FEW } from '../measure.ts';
import { percentilesOf } from '../people/percentiles.ts';
import type { BenchSetup } from '../setup.ts';
import { CRATE, LEVELS, createLevels, fillSets } from './fill.ts';
import type { SetPageFigures, SetSizeReport, SetsReport } from './report.ts';

const SIZES = [10_000, 5_000_000];
const PAGE = 16;
const FAR = 5000;

/** The deeds beside plain SQL of the same effect on the same tables, in this process, in turns. */
export async function measureSets(ground: BenchSetup): Promise<SetsReport> {
  const within = await openInProcess(ground);
  try {
    const crates = await within.load<typeof import('#app/storage/crates/crates.server.ts')>(
      '/app/storage/crates/crates.server.ts',
    );
    const likes = {
      read: ['public' as const],
      write: ['admin' as const],
      maxSize: 1_000_000,
      counts: { member: 'Likes' },
    };
    await crates.createCrate(within.current, { crateId: CRATE, policy: { read: ['public'], sets: { likes } } });
    await createLevels(ground.pool);
    const sizes: SetSizeReport[] = [];
    for (const size of SIZES) {
      await fillSets(ground.pool, size);
      sizes.push({ size, likes: await measureLikes(within), pages: await measurePages(within) });
    }
    return { sizes };
  } finally {
    await within.close();
  }
}

type Sets = typeof import('#app/storage/sets/sets.server.ts');

async function measureLikes({ parts, current, load }: InProcess): Promise<SetSizeReport['likes']> {
  const sets = await load<Sets>('/app/storage/sets/sets.server.ts');
  let fans = 0;
  const fan = () => `fan-${(fans += 1)}-${Date.now()}`;
  const deed = (level: string) => sets.addMembers(current, CRATE, { set: 'likes', owner: fan(), members: [level] });
  const plain = (level: string) =>
    parts.db.transaction(async (db) => {
      const owner = fan();
      await db.query(sql`insert into set_members values (${CRATE}, 'likes', ${owner}, ${level}, ${uuidv7(Date.now())}, now())
        on conflict do nothing`);
      await db.query(sql`insert into set_counts as c values (${CRATE}, 'likes', 'member', ${level}, 1),
        (${CRATE}, 'likes', 'owner', ${owner}, 1)
        on conflict (crate_id, set_name, side, id) do update set size = c.size + 1`);
      await db.query(sql`insert into item_stats as s (crate_id, item_id, name, value)
        select ${CRATE}, item_id, 'Likes', 1 from items where crate_id = ${CRATE} and sort_name = ${level}
        on conflict (crate_id, item_id, name) do update set value = s.value + 1`);
    });
  const any = () => `level-${Math.floor(Math.random() * LEVELS)}`;
  const figures = [];
  for (const [name, level] of [
    ['+1 like of some level', any],
    ['+1 like of one level', () => 'level-0'],
  ] as const) {
    const [warmDeed, warmPlain] = [() => deed(level()), () => plain(level())];
    await rateOf(warmPlain);
    await rateOf(warmDeed);
    const rates = [await rateOf(warmPlain), await rateOf(warmDeed), await rateOf(warmPlain), await rateOf(warmDeed)];
    const [plain1 = 0, deed1 = 0, plain2 = 0, deed2 = 0] = rates;
    const alone = {
      plain: percentilesOf(await timesOf(warmPlain, 1)),
      deed: percentilesOf(await timesOf(warmDeed, 1)),
    };
    figures.push({ name, deed: (deed1 + deed2) / 2, plain: (plain1 + plain2) / 2, alone });
  }
  return figures;
}

async function measurePages({ parts, current, load }: InProcess): Promise<SetPageFigures[]> {
  const sets = await load<Sets>('/app/storage/sets/sets.server.ts');
  const sides = [
    { name: 'findMembers', side: sql`owner`, id: 'collector' },
    { name: 'findHolders', side: sql`member`, id: 'level-0' },
  ] as const;
  const figures: SetPageFigures[] = [];
  for (const { name, side, id } of sides) {
    const place = sql`set_members where crate_id = ${CRATE} and set_name = 'likes' and ${side} = ${id}`;
    const [far] = await parts.db.heavy.query<{ entry_id: string }>(sql`
      select entry_id from ${place} order by entry_id desc
      offset least(${FAR * PAGE}, (select count(*) from ${place}) - ${PAGE}) limit 1`);
    for (const [page, beforeId] of [
      ['page 1', undefined],
      [`page ${FAR.toLocaleString('en-US')}`, far?.entry_id],
    ] as const) {
      const deed = () =>
        name === 'findMembers'
          ? sets.findMembers(current, CRATE, { set: 'likes', owner: id, beforeId, limit: PAGE })
          : sets.findHolders(current, CRATE, { set: 'likes', member: id, beforeId, limit: PAGE });
      const before = beforeId === undefined ? sql.empty : sql`and entry_id < ${beforeId}`;
      const plain = () =>
        parts.db.query(
          sql`select entry_id, owner, member, created_at from ${place} ${before} order by entry_id desc limit 16`,
        );
      await timesOf(deed, FEW);
      await timesOf(plain, FEW);
      const [plainTimes, deedTimes] = [await timesOf(plain, FEW), await timesOf(deed, FEW)];
      figures.push({ name: `${name}, ${page}`, deed: percentilesOf(deedTimes), plain: percentilesOf(plainTimes) });
    }
  }
  return figures;
}
