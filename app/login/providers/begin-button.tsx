import { useSitePath } from '#app/current/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import type { ButtonKind } from '#lib/ui/button.tsx';

import { ProviderMark } from './provider-mark.tsx';
import { signInPath } from './provider.ts';
import type { OfferedProvider } from './provider.ts';

export interface BeginButtonProps {
  provider: OfferedProvider;
  /** A path of ours, to go on at. */
  returnTo: string;
  isConnecting: boolean;
  label: string;
  kind?: ButtonKind;
  /** Whether it is one of several, each over the whole width and with its sign. */
  isMarked?: boolean;
}

/** The button that sends the browser to a provider. It leaves the site, so that the browser sends the form itself. */
export function BeginButton({ provider, returnTo, isConnecting, label, kind = 'plain', isMarked }: BeginButtonProps) {
  const { platform, service } = provider;
  return (
    <form method="post" action={useSitePath(signInPath(platform))}>
      <input type="hidden" name="returnTo" value={returnTo} />
      {isConnecting && <input type="hidden" name="connect" value="yes" />}
      <Button type="submit" kind={kind} className={isMarked ? 'w-full justify-start py-1.5 text-start' : ''}>
        {isMarked && <ProviderMark service={service} />}
        {label}
      </Button>
    </form>
  );
}
