import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import picture from '#content/art/login-confirm.svg';
import type { Text } from '#lib/locale/messages.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { LoginPage } from '../login-page.tsx';
import { refusalText } from '../refusal-text.ts';
import { ProviderButton } from './provider-button.tsx';
import { CONNECTIONS } from './provider.ts';
import type { SignInPurpose, OfferedProvider } from './provider.ts';

export interface ProviderFailureProps {
  readonly provider: OfferedProvider;
  /** Of the refusal. */
  readonly code: string;
  readonly message: string;
  /** A path of ours. */
  readonly returnTo: string;
  readonly aim: SignInPurpose;
  readonly isSignedIn: boolean;
}

const KEYS: Readonly<Record<string, TextKey>> = {
  'login.flowOver': 'login.with.over',
  'login.providerCancelled': 'login.with.cancelled',
  'login.providerRefused': 'login.with.refused',
  'login.providerDown': 'login.with.down',
  'login.badAnswer': 'login.with.wrong',
  'accounts.identityTaken': 'login.with.identityTaken',
  'accounts.platformTaken': 'login.with.platformTaken',
  'current.proofRequired': 'account.error.proofRequired',
};

/** Where a way to a provider ends that led nowhere: what happened, and how to go on. */
export function ProviderFailure({ provider, code, message, returnTo, aim, isSignedIn }: ProviderFailureProps) {
  const { text } = useText();
  const { service } = provider;
  const key = KEYS[code];
  const back = backLinkOf(text, { aim, isSignedIn, returnTo });
  return (
    <LoginPage picture={picture} title={text('login.with.failed', { service })}>
      <Notice kind="error">{key === undefined ? refusalText(text, { code, message }) : text(key, { service })}</Notice>
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

function backLinkOf(
  text: Text<TextKey>,
  { aim, isSignedIn, returnTo }: Pick<ProviderFailureProps, 'aim' | 'isSignedIn' | 'returnTo'>,
) {
  if (aim === 'connect') return { to: CONNECTIONS, label: text('login.with.account') };
  if (aim === 'signIn' && isSignedIn) return { to: '/', label: text('login.success.home') };
  const query = new URLSearchParams({ ...(aim === 'prove' && { prove: '' }), returnTo }).toString();
  return { to: `/login?${query}`, label: text('login.with.other') };
}
