/** What a post fills by itself. */
export const POST_SLOTS = ['title', 'blurb', 'image', 'link'] as const;
export type PostSlots = Readonly<Record<(typeof POST_SLOTS)[number], string>>;
