import { useText } from '#app/current/locale.ts';

import { ProviderButton } from './provider-button.tsx';
import type { SignInPurpose, OfferedProvider } from './provider.ts';

interface SignInOptionsProps {
  providers: readonly OfferedProvider[];
  returnTo: string;
  aim?: SignInPurpose;
}

/** No request goes to a service before its button is pressed. */
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
