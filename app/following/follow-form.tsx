import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SignInLink } from '#app/current/page/sign-in-link.tsx';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { FOLLOW_BUTTON } from './follow.ts';
import type { OfferedFollow } from './follow.ts';

export interface FollowButtonProps {
  offer: OfferedFollow;
  path: string;
  /** What a button calls “this”, because its title may be a whole sentence. */
  kind?: 'question' | 'feedback' | 'playlist' | undefined;
  /** By that page, where it is the page of the button. */
  answered?: FormState | undefined;
}

export function FollowForm({ offer, path, kind, answered }: FollowButtonProps) {
  const { text } = useText();
  const { subject, title, isFollowed } = offer;
  const form = useForm(answered, { of: 'following.', action: useSitePath(path) });
  const intent = isFollowed === true ? 'following.unfollow' : 'following.follow';
  return (
    <div className="space-y-3">
      <ActionForm form={form} fields={{ subject, intent }}>
        <Submit kind={isFollowed === true ? 'plain' : 'loud'} {...focusTarget(form.state, FOLLOW_BUTTON)}>
          {text(isFollowed === true ? 'following.button.unfollow' : 'following.button.follow', {
            kind: kind ?? 'title',
            title,
          })}
        </Submit>
      </ActionForm>
      <FormNotice form={form} />
    </div>
  );
}

type FollowLinkProps = Pick<FollowButtonProps, 'kind'> & { title: string };

/** For visitors. @param title of what they may follow then */
export function FollowLink({ title, kind }: FollowLinkProps) {
  const { text } = useText();
  return (
    <SignInLink place={FOLLOW_BUTTON} className={buttonClass('plain')}>
      {text('following.button.signIn', { kind: kind ?? 'title', title })}
    </SignInLink>
  );
}
