/** What is typed into the search of items, by the parameters of the call that it means. */
type TypedTerms = Partial<
  Record<'tags' | 'names' | 'itemIds' | 'userIds' | 'dates' | 'stats' | 'q' | 'sort', string[]>
>;

const MAX_TYPED = 1024;

/**
 * Words, and between them `tag:x`, `-tag:x`, `name:x`, `id:x`, `user:x`, `stat:plays>=100`, `sort:x` and dates such as
 * `createdAt>=2026-11-20`. What has spaces stands in quotes: `name:"spring level"`.
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
  ['stat:', 'stats', ''],
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

/** The fields of a stat as they would be typed; undefined without them. */
export function typeStatRange(fields: URLSearchParams): string | undefined {
  const stat = fields.get('stat');
  if (stat === null) return undefined;
  const bounds = STAT_FIELDS.map(([name, operator]) => [operator, fields.get(name) ?? '']);
  const given = bounds.filter(([, value]) => value !== '');
  return given.map((bound) => `stat:${[stat, ...bound].join('').replaceAll(/[\s"]/g, '')}`).join(' ');
}

const STAT_FIELDS = [
  ['atLeast', '>='],
  ['atMost', '<='],
] as const;
