import type { ArticleBlock } from '#app/current/current.server.ts';
import type { Game } from '#content/game.ts';
import { isProblem } from '#lib/problem.ts';

import { getGame } from '../games.server.ts';
import { noGame } from '../problems.ts';
import { StoreList } from './store-list.tsx';

/** Of a game that the reader may see. */
export const storesBlock: ArticleBlock = {
  attributes: ['game'],
  render({ actor }, { label, attributes }) {
    const game = findGame(actor, attributes['game'] ?? '');
    if (game === undefined || game.stores.length === 0) return undefined;
    return (
      <div className="stores-block">
        <p className="block-title">{label || game.name}</p>
        <StoreList stores={game.stores} />
      </div>
    );
  },
};

function findGame(viewer: Parameters<typeof getGame>[0], slug: string): Game | undefined {
  try {
    return getGame(viewer, slug);
  } catch (error) {
    if (isProblem(error, noGame)) return undefined;
    throw error;
  }
}
