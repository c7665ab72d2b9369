/** An item, as far as its tags. */
export interface ItemTags {
  readonly tags: readonly string[];
}

/** Who finds it: nobody but who may edit it, who has its address, or everyone. */
export type Visibility = 'hidden' | 'unlisted' | 'public';

/** Specification §3. */
export function readTags(tags: readonly string[]): { fields: Record<string, string>; states: Set<string> } {
  const fields: Record<string, string> = {};
  const states = new Set<string>();
  for (const tag of tags) {
    const colon = tag.indexOf(':');
    if (colon > 0) fields[tag.slice(0, colon)] = tag.slice(colon + 1);
    else states.add(tag);
  }
  return { fields, states };
}

/** Returns the same array when nothing changes (specification §4). */
export function withStates(tags: readonly string[], states: Record<string, boolean>): readonly string[] {
  const off = Object.keys(states).filter((state) => !states[state] && tags.includes(state));
  const on = Object.keys(states).filter((state) => states[state] && !tags.includes(state));
  if (off.length === 0 && on.length === 0) return tags;
  return [...tags.filter((tag) => !off.includes(tag)), ...on];
}

/** What the tags of a key say, in their order: `crashlands` of `game:crashlands`. */
export function tagValues({ tags }: ItemTags, key: string): string[] {
  return tags.filter((tag) => tag.startsWith(`${key}:`)).map((tag) => tag.slice(key.length + 1));
}

export function readVisibility({ tags }: ItemTags): Visibility {
  return tags.includes('hidden') ? 'hidden' : tags.includes('unlisted') ? 'unlisted' : 'public';
}
