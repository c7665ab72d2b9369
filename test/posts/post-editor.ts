import { beforeAll } from 'vitest';

import type { Policy } from '#app/storage/crates/policy.ts';
import type { Item } from '#app/storage/item.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };

import type { CastName } from '../cast.ts';
import { useTestSite } from '../site.ts';
import { createCrate, dataOf } from '../storage.ts';
import { openEditor } from './editor-page.ts';
import type { EditorTab } from './editor-page.ts';

/** A site with the crates of the demo and no posts, and how staff write some. */
export function usePostEditor() {
  const site = useTestSite();
  beforeAll(async () => {
    for (const { crateId, policy } of crates) await createCrate(site, crateId, policy as Policy);
  });
  const open = (who: CastName | undefined, path: string) => openEditor(site, who, path);
  return {
    site,
    open,
    /** What has been out under a name, or has not, for staff. */
    itemsOf: async (kind: 'posts' | 'drafts', name: string): Promise<Item[]> => {
      const items = await dataOf<Item[]>(await site.ask('staff', `/api/storage/crates/posts/items?names=${name}`));
      return items.filter(({ tags }) => tags.includes('draft') === (kind === 'drafts'));
    },
    textOf: async ({ crateId, itemId }: Item): Promise<string> =>
      (await site.ask('staff', `/api/storage/crates/${crateId}/items/${itemId}?download=true`)).text(),
    writeDraft: async (slug: string, fields: Record<string, string> = {}): Promise<EditorTab> => {
      const draft = { title: `Title of ${slug}`, slug, text: 'First.\n\nSecond.\n\nThird.', ...fields };
      return (await open('staff', '/editor')).send('editor.save', draft);
    },
  };
}
