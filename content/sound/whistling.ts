import type { Track } from './track.ts';

interface Voice {
  /** Hertz, in the middle. */
  readonly pitch: number;
  readonly bright: number;
}

/** Old Kettle whistles; Professor Bun, who only writes, taps along on a lower bottle. */
const VOICES: Readonly<Record<string, Voice>> = {
  'Old Kettle': { pitch: 1050, bright: 0.06 },
  'Professor Bun': { pitch: 420, bright: 0.3 },
};
const ANYBODY: Voice = { pitch: 700, bright: 0.15 };

/** Five notes of which each goes with each. */
const STEPS = [0, 2, 4, 7, 9, 12] as const;

interface Line {
  readonly start: number;
  readonly end: number;
  readonly speaker: string;
  readonly text: string;
}

/** A sentence, one note for each syllable: it rises for a question, and falls where one would stop. */
export function whistle(track: Track, { start, end, speaker, text }: Line): void {
  const { pitch, bright } = VOICES[speaker] ?? ANYBODY;
  const syllables = text.match(/[aeiouy]+[^aeiouy\s]*[.,?]?|\s+/gi) ?? [];
  const each = (end - start - 0.3) / Math.max(1, syllables.length);
  syllables.forEach((syllable, n) => {
    if (syllable.trim() === '') return;
    const step = STEPS[(syllable.charCodeAt(0) + n * 3 + syllable.length) % STEPS.length] ?? 0;
    const from = pitch * 2 ** (step / 12);
    const bend = syllable.endsWith('?') ? 1.35 : /[.,]$/.test(syllable) ? 0.78 : 1.03;
    const at = start + 0.1 + n * each;
    track.tone({ at, seconds: each * 1.05, from, to: from * bend, loud: 0.5, bright, attack: 0.25, vibrato: 6 });
    // Breath.
    track.hiss({ at, seconds: each * 0.7, loud: 0.05, below: 6000, attack: 0.3 });
  });
}
