import { useEffect, useEffectEvent, useRef } from 'react';

import type { Passkey } from '#app/accounts/passkeys/passkey.ts';
import type { FormOutcome } from '#app/current/forms/form-outcome.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { AddPasskey, PROVE_PATH } from './add-passkey.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { passkeyRefusal } from './passkey-failure.ts';

export interface PasskeyListProps {
  passkeys: readonly Passkey[];
  /** Whether the sign-in is fresh enough to add one. */
  hasProof: boolean;
  /** What has become of the last form of the page, whichever it was. */
  outcome?: FormOutcome | undefined;
}

/** The passkeys of whoever is signed in: a section of their account, whose forms work without scripts. */
export function PasskeyList({ passkeys, hasProof, outcome }: PasskeyListProps) {
  const { text } = useText();
  const own = outcome?.intent.startsWith('passkeys.') ? outcome : undefined;
  const heading = useFocusAfter(own, passkeys);
  return (
    <section id="passkeys" aria-labelledby="passkeys-title" className="space-y-5">
      <h2 ref={heading} id="passkeys-title" tabIndex={-1} className="text-2xl">
        {text('login.passkeys.title')}
      </h2>
      <p>{text('login.passkeys.text')}</p>
      {own && <PasskeyOutcome outcome={own} />}
      {passkeys.length === 0 ? (
        <p className="text-muted">{text('login.passkeys.none')}</p>
      ) : (
        <ul className="space-y-4">
          {passkeys.map((passkey) => (
            <li key={passkey.passkeyId} className="block-card space-y-3 p-4">
              <PasskeyRow passkey={passkey} outcome={own} />
            </li>
          ))}
        </ul>
      )}
      <AddPasskey hasProof={hasProof} />
    </section>
  );
}

const DONE: Readonly<Record<string, TextKey>> = {
  'passkeys.rename': 'login.passkeys.renamed',
  'passkeys.remove': 'login.passkeys.removed',
};

function PasskeyOutcome({ outcome: { intent, problem } }: { outcome: FormOutcome }) {
  const { text } = useText();
  const done = DONE[intent];
  if (problem === undefined) {
    return done ? (
      <Notice kind="success" live>
        {text(done)}
      </Notice>
    ) : null;
  }
  return (
    <Notice kind="error" live>
      {passkeyRefusal(text, problem)}{' '}
      {problem.code === 'current.proofRequired' && (
        <SiteLink to={PROVE_PATH}>{text('login.passkeys.proveFirst')}</SiteLink>
      )}
    </Notice>
  );
}

/** When what had the keyboard is gone with a passkey or its name, the heading takes it, once for each form. */
function useFocusAfter(outcome: FormOutcome | undefined, passkeys: readonly Passkey[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const seen = useRef<FormOutcome>(undefined);
  const takeFocus = useEffectEvent((_passkeys: readonly Passkey[]) => {
    if (outcome === seen.current || outcome?.problem !== undefined) return;
    seen.current = outcome;
    if (document.activeElement === document.body) heading.current?.focus();
  });
  useEffect(() => takeFocus(passkeys), [passkeys]);
  return heading;
}
