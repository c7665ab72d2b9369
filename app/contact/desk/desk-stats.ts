import type { TopicId } from '../topic.ts';

export const STATS_DAYS = [7, 30, 90] as const;
export type StatsDays = (typeof STATS_DAYS)[number];

export function parseStatsDays(text: string | null): StatsDays {
  return STATS_DAYS.find((days) => String(days) === text) ?? 30;
}

export interface SubmissionCounts {
  readonly received: number;
  readonly answered: number;
  readonly settled: number;
}

export interface TopicStats extends SubmissionCounts {
  readonly topic: TopicId;
  /** Answered later than the topic says, or open for longer than that. */
  readonly late: number;
  /** Until the first answer; null without any. */
  readonly medianHours: number | null;
}

export interface PersonStats extends SubmissionCounts {
  readonly name: string;
}
