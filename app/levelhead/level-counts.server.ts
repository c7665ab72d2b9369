import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { countFacets } from '#app/storage/search/facets.server.ts';
import { countItems } from '#app/storage/search/searches.server.ts';

import type { LevelTagCount } from './calls.ts';
import { LEVEL_TAGS, LEVEL_TAG_IDS } from './level-tags.ts';
import { CRATE } from './level.ts';

/** Of the levels that everybody may list, the most frequent tag first. @throws Problem 503 */
export async function countLevelTags(current: Current): Promise<LevelTagCount[]> {
  const levels = { tags: { included: ['level'] } };
  const [text, total, counts] = await Promise.all([
    getText(current.locale),
    countItems(current, CRATE, levels),
    countFacets(current, CRATE, levels, LEVEL_TAG_IDS),
  ]);
  return LEVEL_TAG_IDS.map((tag) => {
    const { name, description } = LEVEL_TAGS[tag];
    const count = counts[tag] ?? 0;
    return { tag, name: text(name), description: text(description), count, freq: total === 0 ? 0 : count / total };
  }).toSorted((a, b) => b.count - a.count);
}
