import { SEARCH_PARAMETERS, readSearch } from '#app/storage/search/search-parameters.server.ts';
import type { SearchQuery } from '#app/storage/search/search.ts';
import { StatName } from '#app/storage/stats/stats.ts';
import { withQuery } from '#lib/calls/browser/address.ts';

import { COLUMN_IDS, DEFAULT_COLUMNS, TRASH_COLUMNS } from './item-columns.ts';
import { readSearchTerms, typeStatRange } from './search-terms.ts';

const PARAMETERS = [...SEARCH_PARAMETERS, 'trash', 'columns'] as const;
const MAX_COLUMNS = 16;
const MAX_MAP_KEY = 64;

/** What an address says beside its cursor, as it stands there. */
type GivenParameters = Readonly<Record<string, string>>;

export interface ItemsRequest {
  readonly given: GivenParameters;
  /** Without what is wrong. */
  readonly query: SearchQuery;
  readonly columns: readonly string[];
  readonly isTrash: boolean;
  /** By the name of a parameter. */
  readonly errors: Readonly<Record<string, string>>;
  /** What was typed and could not be read. */
  readonly typed: string;
  /** Where the same is asked for in parameters alone: without what was typed and chosen in forms. */
  readonly redirect?: string;
}

/** What is typed (`search`, or the fields of a stat) and chosen (`column`) becomes parameters; what is wrong with any of them stands in `errors`. */
export function readItemsRequest(crateId: string, parameters: URLSearchParams): ItemsRequest {
  const before = readGiven(parameters);
  const cursors = { after: parameters.get('after') ?? undefined, before: parameters.get('before') ?? undefined };
  const range = typeStatRange(parameters);
  const typed = range === undefined ? parameters.get('search') : range;
  const chosen = parameters.getAll('column').map((id) => id.trim());
  if (typed === null && chosen.length === 0) return { ...parseGiven(before, cursors), typed: '' };
  const columns = [...new Set(chosen.filter((id) => id !== ''))].join(',');
  const given = readGiven({
    ...(chosen.length === 0 ? before : { ...before, columns }),
    ...mergeTerms(before, typed ?? ''),
  });
  const request = parseGiven(given, {});
  if (Object.keys(request.errors).length === 0) {
    return { ...request, typed: '', redirect: itemsAddress(crateId, given) };
  }
  // Nothing of it is lost: what was typed stays in its field, and what was there before is shown.
  return { ...parseGiven(before, {}), errors: request.errors, typed: typed ?? '' };
}

export function itemsAddress(crateId: string, given: GivenParameters): string {
  return withQuery(`/admin/crates/${encodeURIComponent(crateId)}/items`, readGiven(given));
}

/** Of the call alone. */
export function searchParameters(given: GivenParameters): Record<string, string> {
  return Object.fromEntries(
    SEARCH_PARAMETERS.flatMap((name) => {
      const value = given[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

export function readGiven(source: URLSearchParams | Readonly<Record<string, string>>): GivenParameters {
  const read = (name: string) => (source instanceof URLSearchParams ? source.get(name) : source[name]);
  return Object.fromEntries(
    PARAMETERS.flatMap((name) => {
      const value = read(name) ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
}

type PagePlace = Readonly<Partial<Record<'after' | 'before', string | undefined>>>;

function parseGiven(given: GivenParameters, cursors: PagePlace): Omit<ItemsRequest, 'typed' | 'redirect'> {
  const isTrash = given['trash'] === 'true';
  const { query, errors } = readSearch({ ...searchParameters(given), ...cursors });
  const columns = given['columns']?.split(',') ?? (isTrash ? TRASH_COLUMNS : DEFAULT_COLUMNS);
  const known = columns.filter(isColumn).slice(0, MAX_COLUMNS);
  const wrong = new Map(Object.entries(errors));
  if (known.length < columns.length) wrong.set('columns', COLUMN_WORDS);
  if (given['trash'] !== undefined && !isTrash) wrong.set('trash', 'true');
  return {
    given,
    query,
    columns: ['name', ...known.filter((id) => id !== 'name')],
    isTrash,
    errors: Object.fromEntries(wrong),
  };
}

const COLUMN_WORDS = `at most ${MAX_COLUMNS} of ${COLUMN_IDS.join(', ')}, stats. and a stat, map. and a key`;

function isColumn(id: string): boolean {
  if (id.startsWith('stats.')) return StatName.safeParse(id.slice('stats.'.length)).success;
  if (id.startsWith('map.')) return id.length > 'map.'.length && id.length <= 'map.'.length + MAX_MAP_KEY;
  return COLUMN_IDS.some((known) => known === id);
}

function mergeTerms(before: GivenParameters, typed: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(readSearchTerms(typed)).map(([name, terms]) => {
      const separator = name === 'q' ? ' ' : ',';
      const earlier = before[name];
      const all = earlier === undefined || name === 'sort' ? terms : [...earlier.split(separator), ...terms];
      return [name, [...new Set(all)].join(separator)];
    }),
  );
}
