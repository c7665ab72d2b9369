/** What is typed into the search of items, by the parameters of the call that it means. */
type TypedTerms = Partial<Record<'tags' | 'names' | 'itemIds' | 'userIds' | 'dates' | 'q' | 'sort', string[]>>;

const MAX_TYPED = 1024;

/**
 * Words, and between them `tag:x`, `-tag:x`, `name:x`, `id:x`, `user:x`, `sort:x` and dates such as `createdAt>=2026-11-20`. What has spaces
 * stands in quotes: `name:"spring level"`.
 */
export function readSearchTerms(typed: string): TypedTerms {
  const terms: TypedTerms = {};
  for (const [term] of typed.slice(0, MAX_TYPED).matchAll(/(?:[^\s"]|"[^"]*")+/g)) {
    const { name, value } = readTerm(term.replaceAll('"', ''));
    (terms[name] ??= []).push(value);
  }
  return terms;
}

const PREFIXES = [
  ['-tag:', 'tags', '-'],
  ['tag:', 'tags', ''],
  ['name:', 'names', ''],
  ['id:', 'itemIds', ''],
  ['user:', 'userIds', ''],
  ['sort:', 'sort', ''],
] as const;

function readTerm(term: string): { name: keyof TypedTerms; value: string } {
  const prefix = PREFIXES.find(([start]) => term.startsWith(start) && term.length > start.length);
  if (prefix !== undefined) {
    const [start, name, mark] = prefix;
    return { name, value: `${mark}${term.slice(start.length)}` };
  }
  const date = /^(created|updated)(?:At)?([<>=].*)$/.exec(term);
  if (date !== null) return { name: 'dates', value: `${date[1]}At${date[2]}` };
  return { name: 'q', value: term };
}
