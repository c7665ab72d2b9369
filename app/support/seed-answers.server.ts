import { translationTag } from '#app/articles/translation.ts';
import type { Current } from '#app/current/current.server.ts';
import { ItemParameters } from '#app/storage/item.ts';
import { markdownBody } from '#app/storage/writes/bodies.server.ts';
import { readFrontMatter } from '#lib/markdown/front-matter.ts';

import { ANSWER_ITEMS } from './answer-items.server.ts';
import { variantTag } from './answer.ts';

const texts = import.meta.glob<string>('../../database/seeds/support/*.md', { query: '?raw', import: 'default' });

interface AnswerSeed {
  readonly name: string;
  readonly title: string;
  readonly blurb: string;
  readonly order: number;
  readonly tags: readonly string[];
  /** The name of the answer that it says again, or takes the place of somewhere. */
  readonly translationOf?: string;
  readonly variantOf?: string;
}

/** What the studio answers; those that belong to another one come after all others. */
export async function seedAnswers(current: Current, authorId: string): Promise<void> {
  const loaded = await Promise.all(Object.values(texts).map((load) => load()));
  const seeds = loaded.map((text) => readFrontMatter<AnswerSeed>(text));
  const belongs = ([{ translationOf, variantOf }]: (typeof seeds)[number]) =>
    (translationOf ?? variantOf) !== undefined;
  const ids = new Map<string, string>();
  for (const [front, body] of [...seeds.filter((seed) => !belongs(seed)), ...seeds.filter(belongs)]) {
    const { name, tags, translationOf, variantOf, ...map } = front;
    const belonging = [
      ...(translationOf === undefined ? [] : ['translation', translationTag(idIn(ids, translationOf))]),
      ...(variantOf === undefined ? [] : ['variant', variantTag(idIn(ids, variantOf))]),
    ];
    const parameters = ItemParameters.parse({ name, tags: [...tags, ...belonging], map, collaborators: [authorId] });
    ids.set(name, (await ANSWER_ITEMS.create(current, parameters, markdownBody(body))).itemId);
  }
}

function idIn(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`database/seeds/support has no answer ${name}`);
  return id;
}
