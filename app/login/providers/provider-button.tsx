import { useSitePath } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import type { ButtonKind } from '#lib/ui/button.tsx';

import { ProviderMark } from './provider-mark.tsx';
import { signInPath } from './provider.ts';
import type { SignInPurpose, OfferedProvider } from './provider.ts';

interface ProviderButtonProps {
  provider: OfferedProvider;
  returnTo: string;
  aim: SignInPurpose;
  label: string;
  kind?: ButtonKind;
  isMarked?: boolean;
}

/** The browser sends the form itself, because it leaves the site. */
export function ProviderButton({ provider, returnTo, aim, label, kind = 'plain', isMarked }: ProviderButtonProps) {
  const { platform, service } = provider;
  return (
    <form method="post" action={useSitePath(signInPath(platform))}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="aim" value={aim} />
      <Button type="submit" kind={kind} className={isMarked ? 'w-full justify-start py-1.5 text-start' : ''}>
        {isMarked && <ProviderMark service={service} />}
        <span>{label}</span>
      </Button>
    </form>
  );
}
