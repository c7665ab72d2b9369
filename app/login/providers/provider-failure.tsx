import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/site-link.tsx';
import picture from '#content/art/login-confirm.svg';
import { buttonClass } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { LoginPage } from '../login-page.tsx';
import { refusalText } from '../refusal-text.ts';
import { BeginButton } from './begin-button.tsx';
import { CONNECTIONS } from './provider.ts';
import type { OfferedProvider } from './provider.ts';

export interface Failure {
  readonly provider: OfferedProvider;
  /** Of the refusal. */
  readonly code: string;
  readonly message: string;
  /** A path of ours. */
  readonly returnTo: string;
  readonly isConnecting: boolean;
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
};

/** Where a way to a provider ends that led nowhere: what happened, and how to go on. */
export function ProviderFailure({ provider, code, message, returnTo, isConnecting, isSignedIn }: Failure) {
  const { text } = useText();
  const { service } = provider;
  const key = KEYS[code];
  const back = isConnecting
    ? { to: CONNECTIONS, label: text('login.with.account') }
    : isSignedIn
      ? { to: '/', label: text('login.success.home') }
      : { to: `/login?${new URLSearchParams({ returnTo }).toString()}`, label: text('login.with.other') };
  return (
    <LoginPage picture={picture} title={text('login.with.failed', { service })}>
      <Notice kind="error">{key === undefined ? refusalText(text, { code, message }) : text(key, { service })}</Notice>
      <div className="flex flex-wrap items-center gap-3">
        <BeginButton
          provider={provider}
          returnTo={returnTo}
          isConnecting={isConnecting}
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
