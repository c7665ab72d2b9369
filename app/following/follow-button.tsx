import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { FOLLOW_BUTTON } from './follow.ts';
import type { OfferedFollow } from './follow.ts';

interface FollowButtonProps {
  offer: OfferedFollow;
  /** Of the page whose action has the intents of following. */
  path: string;
  /** By that page, where it is the page of the button. */
  answered?: FormState | undefined;
}

/** One press follows, another takes it back. Visitors are led to a sign-in that returns. */
export function FollowButton({ offer: { subject, title, isFollowed }, path, answered }: FollowButtonProps) {
  const { text } = useText();
  const action = useSitePath(path);
  const form = useForm(answered, { of: 'following.', action });
  if (isFollowed === undefined) {
    return (
      <SiteLink to={`/login?returnTo=${encodeURIComponent(action)}`} className={buttonClass('plain')}>
        {text('following.button.signIn', { title })}
      </SiteLink>
    );
  }
  const intent = isFollowed ? 'following.unfollow' : 'following.follow';
  return (
    <div className="space-y-3">
      <ActionForm form={form} fields={{ subject, intent }}>
        <Submit kind={isFollowed ? 'plain' : 'loud'} {...focusTarget(form.state, FOLLOW_BUTTON)}>
          {text(isFollowed ? 'following.button.unfollow' : 'following.button.follow', { title })}
        </Submit>
      </ActionForm>
      <FormNotice form={form} />
    </div>
  );
}
