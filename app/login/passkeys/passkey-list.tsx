import { passkeyRowId } from '#app/accounts/passkeys/passkey.ts';
import type { Passkey } from '#app/accounts/passkeys/passkey.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { ProofLink } from '#app/current/page/proof-link.tsx';
import { useSitePath } from '#app/current/page/site-link.tsx';

import { AddPasskey } from './add-passkey.tsx';
import { PasskeyRow } from './passkey-row.tsx';

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  hasProof: boolean;
  answered: FormState | undefined;
}

/** The list stands below what adds to it, so that it grows away from the pointer. */
export function PasskeyList({ passkeys, hasProof, answered }: PasskeyListProps) {
  const { text } = useText();
  const form = useForm(answered, { of: 'passkeys.', action: useSitePath('/account') });
  return (
    <section id="passkeys" aria-labelledby="passkeys-title" className="space-y-5">
      <h2 {...focusTarget(answered, 'passkeys-title')} tabIndex={-1} className="text-2xl">
        {text('login.passkeys.title')}
      </h2>
      <p>{text('login.passkeys.text')}</p>
      <AddPasskey hasProof={hasProof} />
      <FormNotice
        form={form}
        proof={<ProofLink returnTo="/account#passkeys">{text('login.passkeys.proveFirst')}</ProofLink>}
      />
      {passkeys.length === 0 ? (
        <p className="text-muted">{text('login.passkeys.none')}</p>
      ) : (
        <ul className="space-y-4">
          {passkeys.map((passkey) => (
            <li
              key={passkey.passkeyId}
              {...focusTarget(form.state, passkeyRowId(passkey.passkeyId))}
              tabIndex={-1}
              className="block-card space-y-3 p-4"
            >
              <PasskeyRow passkey={passkey} form={form} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
