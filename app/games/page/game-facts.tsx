import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import type { Game } from '#content/game.ts';

import { SYSTEM_NAMES } from '../stores.ts';

export function GameFacts({ game, children }: { game: Game; children?: ReactNode }) {
  const { text, formatList } = useText();
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-[max-content_1fr]">
      <Fact label={text('games.facts.genre')}>
        <span lang="en">{game.genre}</span>
      </Fact>
      <Fact label={text('games.facts.release')}>
        {game.releaseDate === undefined ? text('games.facts.notOut') : <ReleaseDate iso={game.releaseDate} />}
      </Fact>
      <Fact label={text('games.facts.systems')}>
        {formatList(game.operatingSystems.map((system) => SYSTEM_NAMES[system]))}
      </Fact>
      {game.players !== undefined && (
        <Fact label={text('games.facts.players')}>{text('games.facts.upTo', { count: game.players })}</Fact>
      )}
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-label font-black">{label}</dt>
      <dd className="-mt-3 min-w-0 sm:mt-0">{children}</dd>
    </>
  );
}

function ReleaseDate({ iso }: { iso: string }) {
  const { formatDate } = useText();
  const [, month, day] = iso.split('-');
  const shown = formatDate(new Date(iso), {
    timeZone: 'UTC',
    year: 'numeric',
    ...(month !== undefined && { month: 'long' }),
    ...(day !== undefined && { day: 'numeric' }),
  });
  return <time dateTime={iso}>{shown}</time>;
}
