import { Suspense, lazy } from 'react';

import { createIsland } from '#lib/ui/island.tsx';

import type { FollowButtonProps } from './follow-form.tsx';

/** Visitors have a link instead, and load nothing of it. */
const FollowForm = lazy(async () => ({ default: (await import('./follow-form.tsx')).FollowForm }));
const GameFollow = lazy(async () => ({ default: (await import('./game-follow.tsx')).GameFollow }));
const FollowLink = createIsland(async () => (await import('./follow-form.tsx')).FollowLink);

/** One press follows, another takes it back. Visitors are led to a sign-in that returns. */
export function FollowButton(props: FollowButtonProps) {
  const { offer, kind } = props;
  if (offer.isFollowed === undefined) return <FollowLink title={offer.title} kind={kind} />;
  return <Suspense>{offer.game ? <GameFollow {...props} game={offer.game} /> : <FollowForm {...props} />}</Suspense>;
}
