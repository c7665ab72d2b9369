import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Face } from '#app/levelhead/named-player-link.tsx';
import { StatMark } from '#app/levelhead/stat-mark.tsx';
import type { StatMarkName } from '#app/levelhead/stat-mark.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { CopyButton } from '#lib/ui/copy-button.tsx';

import type { Profile } from './profile.ts';

interface ProfileHeroProps {
  readonly profile: Profile;
  readonly isOwn: boolean;
  /** Absolute. */
  readonly address: string;
}

/** A name tag with what is told of everybody, and what leads on. */
export function ProfileHero({ profile, isOwn, address }: ProfileHeroProps) {
  const { text, richText, formatDate } = useText();
  const { alias, since, avatarId, player } = profile;
  const date = formatDate(since, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  return (
    <header className="block-card overflow-clip">
      <div className="burst border-b-3 border-line bg-lagoon px-6 py-5 sm:px-10" aria-hidden="true">
        <p className="font-display text-xl font-black text-ink">{text('profile.page.hello')}</p>
      </div>
      <div className="grid items-center gap-6 p-6 sm:grid-cols-[auto_1fr] sm:gap-10 sm:p-10">
        <div className="-rotate-2 justify-self-start">
          <Face avatarId={avatarId} size={144} isEager />
        </div>
        <div className="min-w-0 space-y-4">
          <h1 className="text-4xl wrap-anywhere sm:text-5xl">{alias}</h1>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-lg">
            <span>
              {richText('profile.page.since', {
                date: (
                  <time key="date" dateTime={since.slice(0, 7)}>
                    {date}
                  </time>
                ),
              })}
            </span>
            {player?.name !== undefined && <span>{text('profile.page.inGame', { name: player.name })}</span>}
          </p>
          {player !== undefined && <Figures stats={player.stats} />}
          <div className="flex flex-wrap items-center gap-3">
            {player !== undefined && (
              <SiteLink to={player.path} className={buttonClass('loud')}>
                {text('profile.page.player')}
              </SiteLink>
            )}
            <CopyButton words={address} label={text('arcade.level.copyLink')} copied={text('arcade.copied')} />
          </div>
        </div>
      </div>
      {isOwn && <OwnerNote />}
    </header>
  );
}

const FIGURES = [
  { stat: 'Published', mark: 'hammer', name: 'arcade.stat.published' },
  { stat: 'Subscribers', mark: 'people', name: 'arcade.stat.followers' },
  { stat: 'Crowns', mark: 'crown', name: 'arcade.stat.crowns' },
  { stat: 'Shoes', mark: 'shoe', name: 'arcade.stat.shoes' },
] as const satisfies { stat: string; mark: StatMarkName; name: TextKey }[];

function Figures({ stats }: { readonly stats: Readonly<Record<string, number>> }) {
  const { text, formatNumber } = useText();
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3">
      {FIGURES.map(({ stat, mark, name }) => (
        <div key={stat} className="flex items-center gap-2 font-bold">
          <dt className="flex items-center gap-2">
            <StatMark name={mark} />
            <span>{text(name)}</span>
          </dt>
          <dd className="font-display text-xl">{formatNumber(stats[stat] ?? 0)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What nobody else needs to read. */
function OwnerNote() {
  const { text } = useText();
  return (
    <div className="flex flex-wrap items-center gap-3 border-t-3 border-hairline px-6 py-4 sm:px-10">
      <p className="grow basis-64">{text('profile.own.note')}</p>
      <SiteLink to="/account/settings" className={buttonClass('plain')}>
        {text('profile.own.settings')}
      </SiteLink>
      <SiteLink to="/account/things" className={buttonClass('plain')}>
        {text('things.page.title')}
      </SiteLink>
    </div>
  );
}
