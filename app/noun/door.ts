/** The places of the studio in the navigation of its staff. */
export const DOORS = ['write', 'desk', 'feedback', 'newsletters', 'podcast', 'players', 'console'] as const;
export type Door = (typeof DOORS)[number];
