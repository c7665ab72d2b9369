import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { LevelCards } from '../level-cards.tsx';
import { useLiveStats, withStats } from '../live-stats.ts';
import type { SavedSearch } from '../saved-searches/saved-search.ts';
import { SavedSearchesPanel } from '../saved-searches/saved-searches-panel.tsx';
import type { HallPage } from './hall-page.ts';
import { SearchPanel } from './search-panel.tsx';
import '../arcade.css';

interface HallViewProps {
  page: HallPage;
  title: string;
  about: string;
  events?: ReactNode;
  rules: ReactNode;
  answered: FormState | undefined;
  searches: readonly SavedSearch[] | undefined;
}

export function HallView({ page, title, about, events, rules, answered, searches }: HallViewProps) {
  const { text } = useText();
  const path = `/games/levelhead/${page.hall}`;
  const { next, previous, isSignedIn } = page;
  const live = useLiveStats(page.levels);
  const levels = page.levels.map((level) => withStats(level, live.get(level.levelId)));
  const action = useSitePath(path + useLocation().search);
  const form = useForm(answered, { of: 'hall.', action });
  return (
    <div className="space-y-6">
      <Marquee title={title} about={about} current={page.hall} hasToday={events !== undefined} />
      <SearchPanel page={page} path={path}>
        {searches !== undefined && <SavedSearchesPanel form={form} page={page} searches={searches} />}
      </SearchPanel>
      <FormNotice form={form} undo={<UndoForm form={form} label={text('arcade.saved.undo')} letter="U" />} />
      {levels.length === 0 ? (
        <p className="block-card p-6 text-lg">{text('arcade.search.nothing')}</p>
      ) : (
        <LevelCards levels={levels} isNumbered firstRank={page.firstRank} />
      )}
      {isSignedIn && levels.length > 0 && (
        <ActionForm form={form} fields={{ levelIds: levels.map(({ levelId }) => levelId).join(',') }}>
          <Submit name="intent" value="hall.bookmarkAll">
            {text('arcade.search.bookmarkAll', { count: levels.length })}
          </Submit>
        </ActionForm>
      )}
      <Pagination
        label={text('arcade.search.pages')}
        previous={
          previous === undefined ? undefined : { to: `${path}${previous}`, text: text('arcade.search.previous') }
        }
        next={next === undefined ? undefined : { to: `${path}${next}`, text: text('arcade.search.next') }}
        link={SiteLink}
      />
      {events && <div id="today">{events}</div>}
      {rules}
    </div>
  );
}

const GAME = 'Levelhead';

const HALL_LINKS = [
  { name: 'tower', path: '/games/levelhead/tower', text: 'arcade.place.tower' },
  { name: 'marketing', path: '/games/levelhead/marketing', text: 'arcade.place.marketing' },
  { name: 'players', path: '/games/levelhead/players', text: 'arcade.place.players' },
  { name: 'playlists', path: '/games/levelhead/playlists', text: 'arcade.playlists.title' },
] as const;

interface MarqueeProps {
  title: string;
  about: string;
  current: string;
  /** Whether what is on today stands further down. */
  hasToday?: boolean;
}

export function Marquee({ title, about, current, hasToday = false }: MarqueeProps) {
  const { text } = useText();
  return (
    <div className="arcade-marquee @container space-y-2 px-8 py-6">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <h1 className="arcade-title text-3xl">{title}</h1>
        <nav aria-label={text('arcade.place.navigation')}>
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            <li>
              <SiteLink to="/games/levelhead">{GAME}</SiteLink>
            </li>
            {HALL_LINKS.map(({ name, path, text: key }) => (
              <li key={name}>
                <SiteLink to={path} aria-current={name === current ? 'page' : undefined}>
                  {text(key)}
                </SiteLink>
              </li>
            ))}
            {hasToday && (
              <li>
                <a href="#today">{text('arcade.place.today')}</a>
              </li>
            )}
          </ul>
        </nav>
      </div>
      <p className="max-w-4xl">{about}</p>
    </div>
  );
}
