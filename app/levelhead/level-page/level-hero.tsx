import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { reportPath } from '#app/reports/report.ts';
import { CopyButton } from '#lib/ui/copy-button.tsx';

import { levelIconUrl, levelMapUrl } from '../art/art-url.ts';
import { findLanguage } from '../level-cards.tsx';
import { NamedPlayerLink } from '../named-player-link.tsx';
import { StatMark } from '../stat-mark.tsx';
import type { LevelSheet } from './level-sheet.ts';
import '../arcade.css';

interface LevelHeroProps {
  level: LevelSheet;
  /** Of its creator as a member of this site. */
  profile: string | undefined;
  /** Absolute. */
  address: string;
  isSignedIn: boolean;
  isOwn: boolean;
  form: PageForm;
}

const PLACES = {
  tower: { name: 'arcade.place.tower', path: '/games/levelhead/tower' },
  marketing: { name: 'arcade.place.marketing', path: '/games/levelhead/marketing' },
} as const;

export function LevelHero({ level, profile, address, isSignedIn, isOwn, form }: LevelHeroProps) {
  const { text, richText, formatDate } = useText();
  const { levelId, title, locale, content, creator, createdAt, isBookmarked, isLiked } = level;
  return (
    <div className="arcade-marquee p-6 sm:p-10">
      <div className="grid gap-6">
        <div className="flex items-start gap-4 sm:gap-6">
          <img src={levelIconUrl(levelId, content)} alt="" width="96" height="96" className="w-16 flex-none sm:w-24" />
          <div className="@container min-w-0 grow space-y-2">
            <h1 lang={findLanguage(locale)} className="own-face arcade-title font-display! text-4xl wrap-anywhere">
              {title}
            </h1>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {richText('arcade.level.by', { creator: <NamedPlayerLink player={creator} /> })}
              {profile !== undefined && <SiteLink to={profile}>{text('arcade.player.profile')}</SiteLink>}
              <time dateTime={createdAt}>{formatDate(createdAt, { dateStyle: 'long', timeZone: 'UTC' })}</time>
            </p>
          </div>
        </div>
        <div className="arcade-screen rounded-2xl border-3 border-line">
          <img src={levelMapUrl(levelId, content)} alt={text('arcade.level.map')} width="640" height="240" />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          {isSignedIn && !isOwn && <LikeForm form={form} levelId={levelId} isLiked={isLiked} />}
          {isSignedIn ? (
            <BookmarkForm form={form} levelId={levelId} isBookmarked={isBookmarked} />
          ) : (
            <a href="#login">{text('arcade.level.signIn')}</a>
          )}
          <p className="flex items-center gap-2 font-bold">
            <span>{text('arcade.level.code')}</span>
            <code className="search-word text-text">{levelId}</code>
          </p>
          <CopyButton words={levelId} label={text('arcade.level.copyCode')} copied={text('arcade.copied')} />
          <CopyButton words={address} label={text('arcade.level.copyLink')} copied={text('arcade.copied')} />
          {!isOwn && (
            <SiteLink to={reportPath('level', levelId)} rel="nofollow">
              {text('reports.link')}
            </SiteLink>
          )}
        </div>
        <Labels level={level} />
      </div>
    </div>
  );
}

function Labels({ level: { tags, place, isUnlisted, requiredPlayers } }: { level: LevelSheet }) {
  const { text } = useText();
  return (
    <ul className="flex flex-wrap items-center gap-2">
      {place !== 'elsewhere' && (
        <li>
          <SiteLink to={PLACES[place].path} className="label no-underline! text-on-accent!">
            {text(PLACES[place].name)}
          </SiteLink>
        </li>
      )}
      {isUnlisted && <li className="label">{text('arcade.level.unlisted')}</li>}
      <li className="label">{text('arcade.level.requiredPlayers', { count: requiredPlayers })}</li>
      {tags.map(({ tag, name }) => (
        <li key={tag}>
          <SiteLink
            to={`/games/levelhead/tower?q=${encodeURIComponent(`tag:${tag.replace(/^ltag_/, '')}`)}`}
            className="label border-cloud! bg-transparent! text-cloud! no-underline!"
          >
            {name}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

interface BookmarkFormProps {
  form: PageForm;
  levelId: string;
  isBookmarked: boolean;
}

/** The same like as the game's. */
function LikeForm({ form, levelId, isLiked }: { form: PageForm; levelId: string; isLiked: boolean }) {
  const { text } = useText();
  return (
    <ActionForm form={form} fields={{ levelId }}>
      <Submit kind={isLiked ? 'plain' : 'loud'} name="intent" value={isLiked ? 'level.unlike' : 'level.like'}>
        <StatMark name="heart" />
        <span>{text(isLiked ? 'arcade.level.unlike' : 'arcade.level.like')}</span>
      </Submit>
    </ActionForm>
  );
}

/** The game shows bookmarks too. */
function BookmarkForm({ form, levelId, isBookmarked }: BookmarkFormProps) {
  const { text } = useText();
  return (
    <ActionForm form={form} fields={{ levelId }}>
      <Submit kind="loud" name="intent" value={isBookmarked ? 'level.unbookmark' : 'level.bookmark'}>
        {text(isBookmarked ? 'arcade.level.unbookmark' : 'arcade.level.bookmark')}
      </Submit>
    </ActionForm>
  );
}
