import { useText } from '#app/current/locale.ts';
import { CARD_HEIGHT, CARD_WIDTH } from '#app/media/share-card.ts';

import { SEARCH_BLURB, SEARCH_TITLE, cutForSearch } from './checks/search-cut.ts';

interface PostAppearanceProps {
  title: string;
  blurb: string;
  /** Of its page: a host and the parts of a path. */
  address: readonly string[];
  card: string | undefined;
  /** Something on the card has been typed since. */
  isCardOld: boolean;
}

/** What the post looks like where it is found: in the results of a search engine, and where it is shared. */
export function PostAppearance({ title, blurb, address, card, isCardOld }: PostAppearanceProps) {
  const { text } = useText();
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <figure className="min-w-0 space-y-2">
        <figcaption className="text-sm font-bold">{text('editor.look.search')}</figcaption>
        <div className="search-result">
          <p className="search-address">{address.join(' › ')}</p>
          <p className="search-title">{cutForSearch(title, SEARCH_TITLE) || text('editor.look.noTitle')}</p>
          <p className="search-blurb">{cutForSearch(blurb, SEARCH_BLURB) || text('editor.look.noBlurb')}</p>
        </div>
      </figure>
      <figure className="min-w-0 space-y-2">
        <figcaption className="text-sm font-bold">{text('editor.look.card')}</figcaption>
        {card === undefined ? (
          <p className="text-muted">{text('editor.look.noCard')}</p>
        ) : (
          <img
            src={card}
            alt={text('editor.look.cardAlt', { title })}
            width={CARD_WIDTH}
            height={CARD_HEIGHT}
            loading="lazy"
            className="h-auto w-full rounded-xl border-3 border-(--edge)"
          />
        )}
        {card !== undefined && isCardOld && <p className="text-sm text-muted">{text('editor.look.oldCard')}</p>}
      </figure>
    </div>
  );
}
