/** A place in a template that each issue fills, such as `{{title}}`. */
const SLOT = /\{\{\s*([a-zA-Z][\w-]{0,39})\s*\}\}/g;

/** What a post fills by itself. */
export const POST_SLOTS = ['title', 'blurb', 'image', 'link'] as const;
export type PostSlots = Readonly<Record<(typeof POST_SLOTS)[number], string>>;

/** Each once, in their order. */
export function slotsIn(text: string): string[] {
  return [...new Set([...text.matchAll(SLOT)].map(([, name = '']) => name))];
}

/** Those without a value stay. */
export function fillSlots(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(SLOT, (slot, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? slot) : slot));
}
