/** A place in a text that is filled for each reader, such as `{{title}}`. */
const SLOT = /\{\{\s*([a-zA-Z][\w-]{0,39})\s*\}\}/g;

/** Each once, in their order. */
export function slotsIn(text: string): string[] {
  return [...new Set([...text.matchAll(SLOT)].map(([, name = '']) => name))];
}

/** Those without a value stay. */
export function fillSlots(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(SLOT, (slot, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? slot) : slot));
}
