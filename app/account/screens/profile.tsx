import { redirect } from 'react-router';

import { getText, inLocale, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { LevelCards } from '#app/levelhead/level-cards.tsx';
import { shareCardUrl } from '#app/media/share-card.ts';
import { BadgeShelf } from '#app/perks/own/badge-shelf.tsx';
import drawing from '#content/art/frog-in-the-pot.svg';
import { EmptyState } from '#lib/ui/empty-state.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { ProfileHero } from '../profile/profile-hero.tsx';
import { isEmptyProfile } from '../profile/profile.ts';
import type { Profile } from '../profile/profile.ts';
import { openProfile } from '../profile/profiles.server.ts';
import type { Route } from './+types/profile';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const opened = await openProfile(current, params.alias, url);
  if ('path' in opened) throw redirect(inLocale({ locale: params.locale }, opened.path));
  const { profile, userId } = opened;
  const { alias, path, player } = profile;
  const text = await getText(current.locale);
  const isFirst = !['after', 'before'].some((query) => url.searchParams.has(query));
  return {
    profile,
    isFirst,
    isOwn: current.actor.userId === userId,
    address: `${current.config.publicUrl}${path}`,
    head: {
      title: text('profile.page.title', { name: alias }),
      description: text('profile.page.description', { name: alias, published: player?.stats['Published'] ?? 0 }),
      type: 'profile' as const,
      image: shareCardUrl('profile', alias, current.locale),
      path,
      noindex: !isFirst || isEmptyProfile(profile),
    },
  };
});

export default function ProfileScreen({ loaderData }: Route.ComponentProps) {
  const { text } = useText();
  const { profile, isFirst, isOwn, address } = loaderData;
  const { alias, badges, levels, likes } = profile;
  return (
    <article className="space-y-14">
      <ProfileHero profile={profile} isOwn={isOwn} address={address} />
      {isEmptyProfile(profile) && isFirst && <NothingYet name={alias} isOwn={isOwn} />}
      {badges.length > 0 && (
        <section aria-labelledby="badges" className="space-y-6">
          <h2 id="badges" className="squiggle text-3xl">
            {text('profile.page.badges')}
          </h2>
          <BadgeShelf badges={badges} />
        </section>
      )}
      <ProfileLevels id="levels" textKey="profile.page.levels" list={levels} profile={profile} isFirst={isFirst} />
      <ProfileLevels id="likes" textKey="profile.page.likes" list={likes} profile={profile} isFirst={isFirst} />
    </article>
  );
}

interface ProfileLevelsProps {
  readonly id: string;
  readonly textKey: TextKey;
  readonly list: Profile['levels'];
  readonly profile: Profile;
  readonly isFirst: boolean;
}

function ProfileLevels({ id, textKey, list, profile: { path }, isFirst }: ProfileLevelsProps) {
  const { text } = useText();
  if (list === undefined || list.levels.length === 0) return null;
  return (
    <section aria-labelledby={id} className="space-y-6">
      <h2 id={id} className="squiggle text-3xl">
        {text(textKey)}
      </h2>
      <LevelCards levels={list.levels} heading="h3" />
      <Pagination
        label={text('arcade.search.pages')}
        next={
          list.next === undefined ? undefined : { to: `${path}${list.next}#${id}`, text: text('arcade.search.next') }
        }
        previous={isFirst ? undefined : { to: path, text: text('arcade.search.first') }}
        link={SiteLink}
      />
    </section>
  );
}

function NothingYet({ name, isOwn }: { readonly name: string; readonly isOwn: boolean }) {
  const { text } = useText();
  return (
    <EmptyState drawing={drawing}>
      <p className="text-lg">{isOwn ? text('profile.empty.own') : text('profile.empty.other', { name })}</p>
      <SiteLink to="/games/levelhead/tower" className="button button-loud">
        {text('profile.empty.on')}
      </SiteLink>
    </EmptyState>
  );
}
