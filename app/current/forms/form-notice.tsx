import type { ReactNode } from 'react';

import { Notice } from '#lib/ui/notice.tsx';

import type { FormProblem } from './form-state.ts';
import type { PageForm } from './use-form.ts';

interface FormNoticeProps {
  form: PageForm;
  done?: string | undefined;
  proof?: ReactNode;
  undo?: ReactNode;
}

/** A refusal that stands at its field is not repeated. */
export function FormNotice({ form, done, proof, undo }: FormNoticeProps) {
  const { state, isBusy, noticeId } = form;
  // Removed first, so that screen readers announce an equal text again.
  if (isBusy) return null;
  const problem = state?.done === false ? state.problem : undefined;
  const words =
    problem === undefined ? (state?.done ? state.text : done) : isAtField(problem) ? undefined : problem.text;
  if (words === undefined) return null;
  // Without scripts the browser gives the focus to the first that asks for it.
  const isNext = state !== undefined && (state.done ? state.next : state.problem.fields) === undefined;
  const focus = { autoFocus: isNext };
  return (
    <div id={noticeId} tabIndex={-1} className="scroll-my-24" {...focus}>
      <Notice kind={problem === undefined ? 'success' : 'error'} live>
        <p className="wrap-anywhere" lang={problem?.lang}>
          {words}
        </p>
        {problem?.code === 'current.proofRequired' && proof}
        {problem === undefined && undo}
      </Notice>
    </div>
  );
}

const isAtField = ({ text, fields }: FormProblem) => Object.values(fields ?? {}).includes(text);
