import { useText } from '#app/current/locale.ts';

import { ProviderButton } from './provider-button.tsx';
import type { SignInPurpose, OfferedProvider } from './provider.ts';

export interface SignInOptionsProps {
  providers: readonly OfferedProvider[];
  /** A path of ours, to go on at. */
  returnTo: string;
  aim?: SignInPurpose;
}

/** “Sign in with {service}”, a form for each service: no request goes there before one is pressed. */
export function SignInOptions({ providers, returnTo, aim = 'signIn' }: SignInOptionsProps) {
  const { text } = useText();
  if (providers.length === 0) return null;
  return (
    <ul className="grid gap-2.5 [grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr))]">
      {providers.map((provider) => (
        <li key={provider.platform}>
          <ProviderButton
            provider={provider}
            returnTo={returnTo}
            aim={aim}
            label={text('login.panel.service', { service: provider.service })}
            isMarked
          />
        </li>
      ))}
    </ul>
  );
}
