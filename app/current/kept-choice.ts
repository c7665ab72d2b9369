/** What of somebody's may stay or go with their account, as they choose. */
export const KEPT_CHOICES = ['levels', 'posts'] as const;
export type KeptChoice = (typeof KEPT_CHOICES)[number];
