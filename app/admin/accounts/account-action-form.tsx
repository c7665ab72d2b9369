import { useId } from 'react';
import type { ReactNode } from 'react';

import type { FormRefusal } from '#app/current/forms/form-state.ts';
import { useText } from '#app/current/locale.ts';
import { ProofLink } from '#app/current/page/proof-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { REFUSAL_TEXTS } from './account-actions.ts';
import type { ActionRefusal } from './account-actions.ts';

/** Required by every action but a note. */
export function ReasonField({ refusal, hint }: { refusal: FormRefusal | undefined; hint?: string }) {
  const { text } = useText();
  const wrong = refusal?.problem.fields?.['reason'];
  return (
    <Field
      name="reason"
      label={text('admin.act.reason')}
      hint={hint}
      error={wrong === undefined ? undefined : text('admin.act.reasonWrong')}
      defaultValue={refusal?.values['reason']}
      required
      minLength={3}
      maxLength={500}
      autoComplete="off"
    />
  );
}

export function ProofRequiredNotice() {
  const { text } = useText();
  return (
    <Notice title={text('admin.proof.title')}>
      <p>{text('admin.proof.why')}</p>
      <p>
        <ProofLink className="inline-block py-0.5 font-bold text-link underline">{text('admin.proof.link')}</ProofLink>
      </p>
    </Notice>
  );
}

interface DisabledActionProps {
  children: ReactNode;
  refusal: ActionRefusal;
}

/** Stays within reach of the keyboard, so that everyone finds it and the reason. */
export function DisabledAction({ children, refusal }: DisabledActionProps) {
  const { text } = useText();
  const id = useId();
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button aria-disabled="true" aria-describedby={id}>
        {children}
      </Button>
      <span id={id} className="min-w-0 basis-40 grow text-sm text-muted">
        {text(REFUSAL_TEXTS[refusal])}
      </span>
    </p>
  );
}
