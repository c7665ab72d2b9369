export interface SoundCheck {
  /** Integrated, in LUFS; undefined while it is not measured, and of what cannot be. */
  readonly lufs: number | undefined;
  /** In dBTP. */
  readonly truePeak: number | undefined;
  readonly channels: number | undefined;
  readonly flaw: SoundFlaw | undefined;
}

/** Its bytes were not there as they were stored; they were, and no player could play them. */
export const SOUND_FLAWS = ['damaged', 'unreadable'] as const;
type SoundFlaw = (typeof SOUND_FLAWS)[number];

/** In LUFS, what most players and platforms expect of speech. */
const TARGETS = { stereo: -16, mono: -19 };
/** LU that nobody hears. */
const TOLERANCE = 1;
/** In dBTP, above which lossy formats may crackle. */
const MAX_PEAK = -1;

interface LoudnessHint {
  readonly target: number;
  readonly isMono: boolean;
  /** LU, above 0 for what is too loud; 0 within the tolerance. */
  readonly difference: number;
  readonly isPeaking: boolean;
}

/** Undefined where nothing was measured. */
export function loudnessHint({ lufs, truePeak, channels }: SoundCheck): LoudnessHint | undefined {
  if (lufs === undefined) return undefined;
  const isMono = channels === 1;
  const target = isMono ? TARGETS.mono : TARGETS.stereo;
  const difference = Math.round((lufs - target) * 10) / 10;
  const isPeaking = truePeak !== undefined && truePeak > MAX_PEAK;
  return { target, isMono, difference: Math.abs(difference) <= TOLERANCE ? 0 : difference, isPeaking };
}
