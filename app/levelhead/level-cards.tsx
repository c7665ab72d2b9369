import { htmlLang, isLocale, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';

import { levelIconUrl, levelMapUrl } from './art/art-url.ts';
import type { LevelCard } from './level-card.ts';
import { Gems } from './level-page/gems.tsx';
import { NamedPlayerLink } from './named-player-link.tsx';
import { RankToken } from './rank-token.tsx';
import { StatMark } from './stat-mark.tsx';
import type { StatMarkName } from './stat-mark.tsx';
import './arcade.css';

interface LevelCardsProps {
  levels: readonly LevelCard[];
  heading?: 'h2' | 'h3';
  isNumbered?: boolean;
  /** Of the first of them, where their order is a ranking. */
  firstRank?: number | undefined;
}

export function LevelCards({ levels, heading = 'h2', isNumbered = false, firstRank }: LevelCardsProps) {
  const List = isNumbered ? 'ol' : 'ul';
  return (
    <List className="arcade-grid">
      {levels.map((level, at) => (
        <li key={level.levelId} className="cabinet block-card block-link lift relative">
          <span className="arcade-screen">
            <img
              src={levelMapUrl(level.levelId, level.content)}
              alt=""
              width="640"
              height="240"
              loading={at < 3 ? undefined : 'lazy'}
            />
          </span>
          {firstRank !== undefined && <RankToken rank={firstRank + at} />}
          <span className="relative">
            <img
              src={levelIconUrl(level.levelId, level.content)}
              alt=""
              width="72"
              height="72"
              loading="lazy"
              className="cabinet-token"
            />
          </span>
          <Cabinet level={level} heading={heading} />
        </li>
      ))}
    </List>
  );
}

export function findLanguage(locale: string): string | undefined {
  return isLocale(locale) ? htmlLang(locale) : undefined;
}

function Cabinet({ level, heading: Heading }: { level: LevelCard; heading: 'h2' | 'h3' }) {
  const { text } = useText();
  const { levelId, title, locale, creator, diamonds, isBeaten, isBookmarked } = level;
  return (
    // Nothing here has a position but what is pressed by itself: the link of the title covers the whole card.
    <div className="flex grow flex-col gap-3 p-4 pt-5">
      <Heading
        className="own-face max-w-[calc(100%-5rem)] font-display! text-xl wrap-anywhere"
        lang={findLanguage(locale)}
      >
        <SiteLink to={`/games/levelhead/levels/${levelId}`}>{title}</SiteLink>
      </Heading>
      <NamedPlayerLink player={creator} />
      <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 text-sm font-bold">
        <Gems diamonds={diamonds} />
        {isBeaten && <Badge tone="success">{text('arcade.level.beaten')}</Badge>}
        {isBookmarked && <Badge>{text('arcade.level.bookmarked')}</Badge>}
      </div>
      <Counts level={level} />
    </div>
  );
}

function Counts({ level: { clearRate, likes, players, bucks, createdAt, createdAgo } }: { level: LevelCard }) {
  const { text, formatNumber } = useText();
  const counts: (readonly [StatMarkName, string, string])[] = [
    [
      'flag',
      text('arcade.level.clearRate'),
      clearRate === undefined ? '–' : formatNumber(clearRate.share, { style: 'percent', maximumFractionDigits: 1 }),
    ],
    ['people', text('arcade.level.players'), formatNumber(players)],
    ['heart', text('arcade.level.likes'), formatNumber(likes)],
    ...(bucks === undefined ? [] : [['coin', text('arcade.level.bucks'), formatNumber(bucks)] as const]),
  ];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t-2 border-hairline pt-3 text-sm">
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        {counts.map(([mark, name, value]) => (
          <div key={mark} className="flex items-center gap-1.5">
            <dt>
              <StatMark name={mark} />
              <span className="sr-only">{name}</span>
            </dt>
            <dd className="font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      <span className="text-muted">
        <RelativeTime at={createdAt} now={Date.parse(createdAt) + createdAgo * 1000} />
      </span>
    </div>
  );
}
