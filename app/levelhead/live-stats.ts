import { useEffect, useEffectEvent, useState } from 'react';

import { useCallClient } from '#lib/calls/browser/use-call-client.ts';

import type { LevelCard } from './level-card.ts';
import { computeClearRate } from './level-page/clear-rate.ts';
import type { Level } from './level.ts';

/** How often a page that somebody looks at asks for what it counts. */
const POLL_MS = 15_000;

type LiveStats = Readonly<NonNullable<Level['stats']>>;

/** The figures of levels as they are now; the levels themselves, and their order, stay those of the page. */
export function useLiveStats(levels: readonly LevelCard[]): ReadonlyMap<string, LiveStats> {
  const client = useCallClient();
  const levelIds = levels.map((level) => level.levelId);
  const [stats, setStats] = useState<ReadonlyMap<string, LiveStats>>(new Map());
  const look = useEffectEvent(async (signal: AbortSignal) => {
    if (document.visibilityState === 'hidden' || levelIds.length === 0) return;
    // Without an answer the page stays as it is, until the next look.
    const [{ openItemStore }, { CRATE, LEVEL_STATS }] = await Promise.all([
      import('#app/storage/item-store.ts'),
      import('./level.ts'),
    ]);
    const items = await openItemStore(client).findNamed(CRATE, levelIds, { tags: 'level' });
    const none = Object.fromEntries(LEVEL_STATS.map((name) => [name, 0]));
    if (!signal.aborted) setStats(new Map(items.map(({ name, stats }) => [name ?? '', { ...none, ...stats }])));
  });
  useEffect(() => {
    const visit = new AbortController();
    const timer = setInterval(() => void look(visit.signal).catch(() => undefined), POLL_MS);
    return () => {
      clearInterval(timer);
      visit.abort();
    };
  }, []);
  return stats;
}

export function withStats<Card extends LevelCard>(level: Card, stats: LiveStats | undefined): Card {
  if (stats === undefined) return level;
  return {
    ...level,
    diamonds: stats.Diamonds,
    clearRate: computeClearRate(stats),
    likes: stats.Likes ?? 0,
    players: stats.Players ?? 0,
    bucks: level.bucks === undefined ? undefined : (stats.ExposureBucks ?? 0),
    ...('stats' in level && { stats }),
  };
}
