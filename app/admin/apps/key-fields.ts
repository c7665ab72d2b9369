import { APP_RIGHTS } from '#app/apps/app-key.ts';
import type { AppRight, Scope } from '#app/apps/app-key.ts';

export const KEY_LIFETIMES = [30, 90, 365] as const;
/** In hours; 0 ends the old key at once. */
export const OVERLAPS = [0, 1, 24, 72, 168, 720] as const;

const MAY = 'may.';

/** The name of a checkbox: a crate, or `*`, and what a key may do there. */
export function mayField(crateId: string, right: AppRight): string {
  return `${MAY}${right}.${crateId}`;
}

/** Of the boxes that are ticked. */
export function readScopes(names: readonly string[]): Scope[] {
  const ticked = names.filter((name) => name.startsWith(MAY)).map((name) => name.slice(MAY.length));
  const rights = ticked.flatMap((name) => {
    const dot = name.indexOf('.');
    const right = APP_RIGHTS.find((one) => one === name.slice(0, dot));
    return right === undefined ? [] : [{ right, crateId: name.slice(dot + 1) }];
  });
  const byCrate = Map.groupBy(rights, ({ crateId }) => crateId);
  return [...byCrate].map(([crateId, all]) => ({ crateId, may: [...new Set(all.map(({ right }) => right))] }));
}
