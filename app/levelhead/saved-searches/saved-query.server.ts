import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';

import { parseLevelSearch } from '../browse/level-search.ts';
import type { Hall } from '../browse/search-words.ts';
import { LEVEL_TAGS, LEVEL_TAG_IDS } from '../level-tags.ts';
import type { LevelSearch } from '../search/level-rows.server.ts';

interface OwnedSearch {
  readonly hall: Hall;
  readonly query: string;
  readonly userId: string;
}

/** The newest levels of a search, as the query in the address of its hall has it. */
export async function buildLevelQuery(current: Current, { hall, query, userId }: OwnedSearch): Promise<LevelSearch> {
  const text = await getText(current.locale);
  const tags = LEVEL_TAG_IDS.map((tag) => ({ tag, name: text(LEVEL_TAGS[tag].name) }));
  const { filters } = parseLevelSearch(new URLSearchParams(query).get('q') ?? '', { hall, tags, userId });
  return { ...filters, [hall]: true, sort: 'createdAt', limit: 32 };
}
