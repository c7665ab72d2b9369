import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import { levelIconUrl } from '../art/art-url.ts';
import type { LevelCard } from '../level-card.ts';
import { findLanguage } from '../level-cards.tsx';
import { StatMark } from '../stat-mark.tsx';

export interface Today {
  readonly parts: readonly string[];
  readonly trial:
    | { readonly createdAt: string; readonly goal: number; readonly levels: readonly LevelCard[] }
    | undefined;
}

export function TodaysTrial({ today: { trial, parts } }: { today: Today }) {
  const { text, formatDate, formatList } = useText();
  const { goal = 0 } = trial ?? {};
  const [minutes, seconds] = [Math.floor(goal / 60), Math.round(goal % 60)];
  return (
    <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
      {trial && (
        <section aria-labelledby="trial" className="block-card space-y-4 p-6">
          <h2 id="trial" className="text-2xl">
            {text('arcade.trial.heading', {
              date: formatDate(trial.createdAt, { dateStyle: 'long', timeZone: 'UTC' }),
            })}
          </h2>
          <p className="flex items-center gap-2 font-bold">
            <StatMark name="clock" />
            <span>{text('arcade.trial.goal', { minutes, seconds })}</span>
          </p>
          <ol className="grid gap-3 sm:grid-cols-2">
            {trial.levels.map(({ levelId, title, locale, content }) => (
              <li key={levelId} className="flex items-center gap-3">
                <img src={levelIconUrl(levelId, content)} alt="" width="48" height="48" loading="lazy" />
                <SiteLink
                  to={`/games/levelhead/levels/${levelId}`}
                  lang={findLanguage(locale)}
                  className="own-face min-w-0 font-bold underline wrap-anywhere"
                >
                  {title}
                </SiteLink>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section aria-labelledby="daily" className="block-card space-y-4 p-6">
        <h2 id="daily" className="text-2xl">
          {text('arcade.daily.heading')}
        </h2>
        <p>{text('arcade.daily.about')}</p>
        <p lang="en" className="font-bold">
          {formatList(parts)}
        </p>
        <SiteLink to="/games/levelhead/tower?q=is%3Adaily" className="font-bold underline">
          {text('arcade.daily.link')}
        </SiteLink>
      </section>
    </div>
  );
}
