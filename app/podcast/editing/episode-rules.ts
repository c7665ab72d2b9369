import { checkRules } from '#app/editor/finding.ts';
import type { CheckRule, Finding } from '#app/editor/finding.ts';

import type { EpisodeWithAudio } from '../episode.ts';
import { loudnessHint } from '../sound/sound-check.ts';
import type { SoundCheck } from '../sound/sound-check.ts';

interface CheckedEpisode {
  readonly episode: EpisodeWithAudio;
  readonly text: string;
  readonly check: SoundCheck | undefined;
}

/** What is to be done before it comes out, with the field where it is done. */
export function checkEpisode(checked: CheckedEpisode): Finding[] {
  return checkRules(checked, RULES);
}

const at = (field: string, isBroken: boolean) => (isBroken ? [{ field }] : []);

const RULES = {
  soundMissing: { level: 'error', find: ({ episode }) => at('audio', episode.audio === undefined) },
  soundFlawed: { level: 'warning', find: ({ check }) => at('audio', check?.flaw !== undefined) },
  loudnessOff: {
    level: 'warning',
    find: ({ check }) => {
      const hint = check && loudnessHint(check);
      return at('audio', hint !== undefined && (hint.difference !== 0 || hint.isPeaking));
    },
  },
  transcriptMissing: {
    level: 'warning',
    find: ({ episode }) => at('transcript', Object.keys(episode.transcriptIds).length === 0),
  },
  notesEmpty: { level: 'warning', find: ({ text }) => at('text', text.trim() === '') },
  altMissing: { level: 'warning', find: ({ episode }) => at('imageAlt', episode.coverAlt === '') },
  numberMissing: {
    level: 'warning',
    find: ({ episode }) => at('number', episode.kind === 'full' && episode.number === undefined),
  },
  chapterLate: {
    level: 'warning',
    find: ({ episode }) =>
      episode.chapters
        .filter(({ start }) => start >= readDuration(episode))
        .map(({ title }) => ({ field: 'chapters', what: title })),
  },
  soundbiteLate: {
    level: 'warning',
    find: ({ episode }) =>
      episode.soundbites
        .filter(({ start, duration }) => start + duration > readDuration(episode))
        .map(({ title }) => ({ field: 'soundbites', what: title })),
  },
} as const satisfies Readonly<Record<string, CheckRule<CheckedEpisode>>>;

function readDuration({ audio }: EpisodeWithAudio): number {
  return audio?.seconds ?? Infinity;
}

export const EPISODE_CHECK_TEXTS = {
  soundMissing: 'podcast.check.soundMissing',
  soundFlawed: 'podcast.check.soundFlawed',
  loudnessOff: 'podcast.check.loudnessOff',
  transcriptMissing: 'podcast.check.transcriptMissing',
  notesEmpty: 'podcast.check.notesEmpty',
  altMissing: 'podcast.check.altMissing',
  numberMissing: 'podcast.check.numberMissing',
  chapterLate: 'podcast.check.chapterLate',
  soundbiteLate: 'podcast.check.soundbiteLate',
} as const satisfies Record<keyof typeof RULES, string>;
