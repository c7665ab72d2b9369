import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { ProofFirst } from '#app/current/page/proof-link.tsx';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { LocalTime } from '#lib/locale/time.tsx';
import { Button } from '#lib/ui/button.tsx';
import { CopyButton } from '#lib/ui/copy-button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { RECOVERY, RECOVERY_CODES } from './recovery.ts';
import type { OwnRecoveryCodes } from './recovery.ts';

interface RecoveryCodesProps {
  readonly codes: OwnRecoveryCodes | undefined;
  readonly hasProof: boolean;
  readonly answered: FormState | undefined;
}

/** Whoever is signed in makes ten codes for a day without a mailbox, and sees them this once. */
export function RecoveryCodes({ codes, hasProof, answered }: RecoveryCodesProps) {
  const { text, richText } = useText();
  const form = useForm(answered, { of: 'recovery.', action: useSitePath('/account') });
  const made = form.state?.done ? (form.state.result as readonly string[] | undefined) : undefined;
  return (
    <section id="recovery" aria-labelledby={RECOVERY} className="space-y-5">
      <h3 {...focusTarget(form.state, RECOVERY)} tabIndex={-1} className="text-xl">
        {text('recovery.codes.title')}
      </h3>
      <p>{text('recovery.codes.about', { count: RECOVERY_CODES })}</p>
      <FormNotice form={form} proof={<ProofFirst returnTo="/account#recovery" />} />
      {made !== undefined && <NewCodes codes={made} />}
      {made === undefined && codes !== undefined && (
        <p>
          {richText('recovery.codes.left', {
            left: codes.left,
            date: <LocalTime key="date" at={codes.madeAt} isDay />,
          })}
        </p>
      )}
      {hasProof ? (
        <ActionForm form={form} fields={{ intent: 'recovery.make' }}>
          <Submit>
            {text(codes === undefined && made === undefined ? 'recovery.codes.make' : 'recovery.codes.again')}
          </Submit>
        </ActionForm>
      ) : (
        <ProofFirst returnTo="/account#recovery" />
      )}
    </section>
  );
}

function NewCodes({ codes }: { readonly codes: readonly string[] }) {
  const { text } = useText();
  return (
    <Notice kind="success" title={text('recovery.codes.made')}>
      <p>{text('recovery.codes.once')}</p>
      <ol className="recovery-codes" lang="zxx">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="mt-3 flex flex-wrap gap-3">
        <CopyButton
          words={codes.join('\n')}
          label={text('recovery.codes.copy')}
          copied={text('recovery.codes.copied')}
        />
        <Button kind="plain" onClick={() => print()}>
          {text('recovery.codes.print')}
        </Button>
      </p>
    </Notice>
  );
}
