/** For 95 of 100 such intervals around what is true. */
const Z = 1.96;

export interface ClearRate {
  readonly share: number;
  /** The interval of Wilson: wide for few attempts. */
  readonly low: number;
  readonly high: number;
  readonly attempts: number;
  readonly successes: number;
}

export function computeClearRate(stats: Readonly<Record<string, number>>): ClearRate | undefined {
  const attempts = Math.max(0, Math.round(stats.Attempts ?? 0));
  if (attempts === 0) return undefined;
  const successes = Math.min(attempts, Math.max(0, Math.round(stats.Successes ?? 0)));
  const share = successes / attempts;
  const spread = Z ** 2 / attempts;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (Z * Math.sqrt((share * (1 - share)) / attempts + spread / (4 * attempts))) / (1 + spread);
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half), attempts, successes };
}

/** Fewer attempts say too little. */
export const FEW_ATTEMPTS = 30;
