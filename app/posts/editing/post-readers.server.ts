import { findNameSpans } from '#app/articles/old-names.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Item } from '#app/storage/item.ts';
import { findPathViews } from '#app/telemetry/roll-ups.server.ts';

import type { PostReaders } from './reader-counts.tsx';

const DAY_MS = 86_400_000;
const MONTH = 30;

/** Under all names that it has had. Needs staff. @throws Problem 401 or 403 */
export async function countReaders(current: Current, item: Item): Promise<PostReaders> {
  const names = [{ name: item.itemId, from: undefined, until: undefined }, ...(await findNameSpans(current, item))];
  const paths = names.map(({ name, from, until }) => ({ path: `/post/${encodeURIComponent(name)}`, from, until }));
  const found = await findPathViews(current, paths, new Date(item.createdAt));
  const viewsOn = new Map(found.map(({ day, views }) => [day, views]));
  const today = current.now().getTime();
  const days = Array.from({ length: MONTH }, (_, at) => {
    const day = new Date(today - (MONTH - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    return { day, views: viewsOn.get(day) ?? 0 };
  });
  const sum = (some: readonly { views: number }[]) => some.reduce((all, { views }) => all + views, 0);
  return { total: sum(found), week: sum(days.slice(-7)), month: sum(days), days };
}
