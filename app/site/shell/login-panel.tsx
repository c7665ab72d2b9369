import { useLocation } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { PasskeySignIn } from '#app/login/passkeys/passkey-sign-in.tsx';
import type { OfferedProvider } from '#app/login/providers/provider.ts';
import { SignInOptions } from '#app/login/providers/sign-in-options.tsx';
import { SignInForm } from '#app/login/sign-ins/sign-in-form.tsx';
import { studio } from '#content/studio.ts';

export function LoginPanel({ providers }: { providers: readonly OfferedProvider[] }) {
  const { text, richText } = useText();
  const { pathname, search } = useLocation();
  const returnTo = pathname + search;
  return (
    <div className="space-y-4">
      <h2 className="pe-10 text-[min(1.5rem,8cqi)]">{text('login.panel.title', { studio: studio.name })}</h2>
      <p>{text('login.panel.text')}</p>
      <SignInOptions providers={providers} returnTo={returnTo} />
      <PasskeySignIn returnTo={returnTo} />
      <SignInForm returnTo={returnTo} />
      <p className="text-sm">
        {richText('login.panel.terms', { terms: (chunks) => <SiteLink to="/terms">{chunks}</SiteLink> })}
      </p>
      <p className="text-sm">
        {richText('login.panel.unlicensed', {
          link: (chunks) => <SiteLink to="/login/unlicensed">{chunks}</SiteLink>,
        })}
      </p>
    </div>
  );
}
