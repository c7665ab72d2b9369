export interface Cue {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** Who speaks; undefined for a sound. */
  readonly speaker: string | undefined;
  /** Without marks. */
  readonly text: string;
}

/** Of `1:02:03.4`, `2:03` or `3`; undefined for anything else. */
export function parseClock(clock: string): number | undefined {
  const parts = /^(?:(\d{1,3}):)?(?:(\d{1,2}):)?(\d{1,6}(?:\.\d{1,3})?)$/.exec(clock.trim());
  if (parts === null) return undefined;
  const [, first, second, seconds = ''] = parts;
  const [hours, minutes] = second === undefined ? ['0', first ?? '0'] : [first ?? '0', second];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** `1:02:03` or `2:03`, as players show it. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
