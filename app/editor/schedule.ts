export interface ItemKey {
  readonly crateId: string;
  readonly itemId: string;
}

export const SCHEDULED_ACTIONS = ['publish', 'unpublish'] as const;
export type ScheduledAction = (typeof SCHEDULED_ACTIONS)[number];

export function isScheduledAction(text: string): text is ScheduledAction {
  return SCHEDULED_ACTIONS.some((action) => action === text);
}

export interface PlannedTime {
  /** ISO 8601. */
  readonly at: string;
  /** Where a clock showed that time when it was set. */
  readonly zone: string;
}

export interface PlanChange {
  readonly was: PlannedTime | undefined;
  readonly is: PlannedTime | undefined;
}

export interface Schedule extends PlannedTime {
  readonly action: string;
  /** The code of the refusal, when it could not be done. */
  readonly failure: string | null;
}
