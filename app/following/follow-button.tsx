import { Suspense, lazy } from 'react';

import type { FormState } from '#app/current/forms/form-state.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import type { OfferedFollow } from './follow.ts';

export interface FollowButtonProps {
  offer: OfferedFollow;
  /** Of the page whose action has the intents of following. */
  path: string;
  /** By that page, where it is the page of the button. */
  answered?: FormState | undefined;
}

/** Visitors, who have a link instead, load nothing of it. */
const FollowForm = lazy(async () => ({ default: (await import('./follow-form.tsx')).FollowForm }));

/** One press follows, another takes it back. Visitors are led to a sign-in that returns. */
export function FollowButton(props: FollowButtonProps) {
  const { text } = useText();
  const { offer, path } = props;
  const returnTo = useSitePath(path);
  if (offer.isFollowed === undefined) {
    return (
      <SiteLink to={`/login?returnTo=${encodeURIComponent(returnTo)}`} className={buttonClass('plain')}>
        {text('following.button.signIn', { title: offer.title })}
      </SiteLink>
    );
  }
  return (
    <Suspense>
      <FollowForm {...props} />
    </Suspense>
  );
}
