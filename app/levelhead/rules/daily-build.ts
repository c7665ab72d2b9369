/** What a daily build gives its builders: some of these parts and nothing else. The number is the game’s own. */
const PARTS = [
  'Grass',
  'Crystal',
  'Ice',
  'Conveyor',
  'Crumbling Floor',
  'Spring',
  'Bounce Pad',
  'Package Receptacle',
  'Juice Cube',
  'Juice Canister',
  'Spike Ball',
  'Jibber',
  'Lizumi',
  'Vacrat',
  'Ocula',
  'Scrubb',
  'Flippy Flop',
  'Blaster Turret',
  'Zapper',
  'Power Cube',
  'Switch',
  'Weighted Gate',
  'Path Platform',
  'Path Saw',
  'Wind Vent',
  'Zipper',
  'Ripcord',
  'Rebound',
  'Waylay',
  'Hardlight Bridge',
  'Music Block',
  'Bomb',
  'Key',
  'Tri-Key',
  'Shop Stall',
  'Gravity Well',
] as const;
const DAILY_PARTS = 12;

export interface DailyBuild {
  readonly items: readonly { readonly itemId: number; readonly name: string }[];
}

/** The same for everybody on a day of UTC, and another the next. */
export function pickDailyBuild(date: Date): DailyBuild {
  const left = PARTS.map((name, at) => ({ itemId: at + 1, name }));
  let state = Math.floor(date.getTime() / 86_400_000) >>> 0;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
  const items = Array.from({ length: DAILY_PARTS }, () => left.splice(Math.floor(next() * left.length), 1)).flat();
  return { items: items.toSorted((a, b) => a.itemId - b.itemId) };
}
