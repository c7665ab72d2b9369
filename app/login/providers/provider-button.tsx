import { useSitePath } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import type { ButtonKind } from '#lib/ui/button.tsx';

import { ProviderMark } from './provider-mark.tsx';
import { signInPath } from './provider.ts';
import type { SignInPurpose, OfferedProvider } from './provider.ts';

export interface ProviderButtonProps {
  provider: OfferedProvider;
  /** A path of ours, to go on at. */
  returnTo: string;
  aim: SignInPurpose;
  label: string;
  kind?: ButtonKind;
  /** Whether it is one of several, each over the whole width and with its sign. */
  isMarked?: boolean;
}

/** The button that sends the browser to a provider. It leaves the site, so that the browser sends the form itself. */
export function ProviderButton({ provider, returnTo, aim, label, kind = 'plain', isMarked }: ProviderButtonProps) {
  const { platform, service } = provider;
  return (
    <form method="post" action={useSitePath(signInPath(platform))}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="aim" value={aim} />
      <Button type="submit" kind={kind} className={isMarked ? 'w-full justify-start py-1.5 text-start' : ''}>
        {isMarked && <ProviderMark service={service} />}
        {label}
      </Button>
    </form>
  );
}
