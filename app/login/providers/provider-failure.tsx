import type { ProblemText } from '#app/current/forms/form-state.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import picture from '#content/art/login-confirm.svg';
import type { Text } from '#lib/locale/messages.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { LoginPage } from '../login-page.tsx';
import { ProviderButton } from './provider-button.tsx';
import { CONNECTIONS } from './provider.ts';
import type { SignInPurpose, OfferedProvider } from './provider.ts';

export interface ProviderFailureProps {
  readonly provider: OfferedProvider;
  readonly problem: ProblemText;
  readonly returnTo: string;
  readonly aim: SignInPurpose;
  readonly isSignedIn: boolean;
}

export function ProviderFailure({ provider, problem, returnTo, aim, isSignedIn }: ProviderFailureProps) {
  const { text } = useText();
  const { service } = provider;
  const back = linkBack(text, { aim, isSignedIn, returnTo });
  return (
    <LoginPage picture={picture} title={text('login.with.failed', { service })}>
      <Notice kind="error">
        <p lang={problem.lang}>{problem.text}</p>
      </Notice>
      <div className="flex flex-wrap items-center gap-3">
        <ProviderButton
          provider={provider}
          returnTo={returnTo}
          aim={aim}
          label={text('login.with.again')}
          kind="loud"
        />
        <SiteLink to={back.to} className={buttonClass('quiet')}>
          {back.label}
        </SiteLink>
      </div>
    </LoginPage>
  );
}

function linkBack(
  text: Text<TextKey>,
  { aim, isSignedIn, returnTo }: Pick<ProviderFailureProps, 'aim' | 'isSignedIn' | 'returnTo'>,
) {
  if (aim === 'connect') return { to: CONNECTIONS, label: text('login.with.account') };
  if (aim === 'signIn' && isSignedIn) return { to: '/', label: text('login.success.home') };
  const query = new URLSearchParams({ ...(aim === 'prove' && { prove: '' }), returnTo }).toString();
  return { to: `/login?${query}`, label: text('login.with.other') };
}
