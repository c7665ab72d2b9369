/** Nobody has beaten it yet. */
const UNCLEARED = 6;

/** Below each share of attempts that succeed, one diamond more. */
const CLEAR_RATES = [0.5, 0.25, 0.1, 0.04, 0.01] as const;

interface Attempts {
  readonly attempts: number;
  readonly successes: number;
  /** Seconds of all attempts together. */
  readonly playTime: number;
}

/** From 0 for a stroll to 5 for a nightmare, and 6 while nobody has cleared it. */
function computeDiamonds({ attempts, successes }: Attempts): number {
  if (successes === 0) return UNCLEARED;
  const rate = successes / attempts;
  return CLEAR_RATES.filter((bound) => rate < bound).length;
}

/** The figures that follow from attempts, as a level shows them; failures are counted per second of play. */
export function computeRates({ attempts, successes, playTime }: Attempts): Record<string, number> {
  return {
    Diamonds: computeDiamonds({ attempts, successes, playTime }),
    ClearRate: attempts === 0 ? 0 : successes / attempts,
    FailureRate: playTime === 0 ? 0 : (attempts - successes) / playTime,
    TimePerWin: successes === 0 ? 0 : playTime / successes,
  };
}

export interface Reception {
  readonly attempts: number;
  readonly players: number;
  readonly likes: number;
  readonly favorites: number;
}

const ATTEMPTS_EACH = 20;
const LIKED = 900;
const LOVED = 1300;
/** As many doubtful players stand beside the real ones, so that the first like of a new level makes it no hit. */
const DOUBTFUL = 10;

/** How much players come back to a level; the game calls it spice. */
export function computeReplayValue({ attempts, players, likes, favorites }: Reception): number {
  const many = players + DOUBTFUL;
  return Math.round((ATTEMPTS_EACH * attempts + LIKED * likes + LOVED * favorites) / many);
}

const HALF_LIFE_DAYS = 21;
const APPROVAL = 400;
const FEW_PLAYERS = 40;

/** What few have played and most of those liked comes first, so that likes do not feed themselves. */
export function computeHiddenGem({ players, likes, favorites }: Reception, ageDays: number): number {
  const approval = (likes + 1.5 * favorites) / (players + DOUBTFUL);
  const rarity = FEW_PLAYERS / (FEW_PLAYERS + players);
  const freshness = 0.5 ** (ageDays / HALF_LIFE_DAYS);
  return Math.round(APPROVAL * approval * (0.4 + rarity) * (0.25 + freshness));
}

const DAY_SECONDS = 86_400;
type Stats = Readonly<Record<string, number>>;

/** All figures of a level that follow from what was counted. @param age seconds since it was published */
export function computeFigures(stats: Stats, age: number): Record<string, number> {
  const { Attempts: attempts = 0, Successes: successes = 0, PlayTime: playTime = 0 } = stats;
  const { Players: players = 0, Likes: likes = 0, Favorites: favorites = 0 } = stats;
  const reception = { attempts, players, likes, favorites };
  return {
    ...computeRates({ attempts, successes, playTime }),
    ReplayValue: computeReplayValue(reception),
    HiddenGem: computeHiddenGem(reception, age / DAY_SECONDS),
  };
}

/** What follows from the tips that a player gave, or got. @param age seconds since they came */
export function computeTipFigures(stats: Stats, age: number, side: 'given' | 'gotten'): Record<string, number> {
  const {
    TipsGotten: gotten = 0,
    BucksTipped: tipped = 0,
    Published: published = 0,
    LevelsPlayed: levelsPlayed = 0,
  } = stats;
  const {
    TipsPerLevel = 0,
    TipsPerDay = 0,
    TippedPerLevelPlayed = 0,
    TippedPerDay = 0,
  } = computeTipRates({
    gotten,
    tipped,
    published,
    levelsPlayed,
    days: age / DAY_SECONDS,
  });
  return side === 'given' ? { TippedPerLevelPlayed, TippedPerDay } : { TipsPerLevel, TipsPerDay };
}

interface TipTotals {
  readonly gotten: number;
  readonly tipped: number;
  readonly published: number;
  readonly levelsPlayed: number;
  /** Days since the player came. */
  readonly days: number;
}

/** What players are compared by: gotten by level and day, given by level played and day. */
export function computeTipRates({ gotten, tipped, published, levelsPlayed, days }: TipTotals): Record<string, number> {
  const by = (sum: number, count: number) => Math.round((sum / Math.max(1, count)) * 100) / 100;
  return {
    TipsPerLevel: by(gotten, published),
    TipsPerDay: by(gotten, days),
    TippedPerLevelPlayed: by(tipped, levelsPlayed),
    TippedPerDay: by(tipped, days),
  };
}
