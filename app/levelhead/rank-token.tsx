import { useText } from '#app/current/locale.ts';

import './arcade.css';

/** At a card of a list, whose own numbers are not drawn. */
export function RankToken({ rank }: { rank: number }) {
  const { text, formatNumber } = useText();
  return (
    <span className="rank-token" data-rank={rank}>
      <span aria-hidden="true">{formatNumber(rank)}</span>
      <span className="sr-only">{text('arcade.level.rank', { rank })}</span>
    </span>
  );
}
