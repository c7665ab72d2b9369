import { fieldFor } from '#app/current/forms/form-state.ts';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import { useText } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field, TextareaField } from '#lib/ui/field.tsx';

import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from '../campaigns/campaign.ts';
import type { IssueText } from '../campaigns/campaign.ts';

interface IssueFieldsProps {
  readonly version: IssueText | undefined;
  readonly refusal: FormRefusal | undefined;
  readonly hasTrial: boolean;
}

const EMPTY: IssueText = { subject: '', body: '' };

export function IssueFields({ version = EMPTY, refusal, hasTrial }: IssueFieldsProps) {
  const { text } = useText();
  return (
    <>
      <Field
        label={text('campaigns.field.subject')}
        {...fieldFor(refusal, 'subject', version.subject)}
        maxLength={MAX_SUBJECT_LENGTH}
      />
      {hasTrial && (
        <Field
          label={text('campaigns.field.otherSubject')}
          hint={text('campaigns.field.otherSubjectHint')}
          {...fieldFor(refusal, 'otherSubject', version.otherSubject)}
          maxLength={MAX_SUBJECT_LENGTH}
        />
      )}
      <TextareaField
        label={text('campaigns.field.body')}
        hint={text('campaigns.field.bodyHint')}
        {...fieldFor(refusal, 'body', version.body)}
        rows={14}
        maxLength={MAX_BODY_LENGTH}
      />
      {refusal?.problem.code === 'campaigns.changed' && (
        <Details summary={text('campaigns.field.theirs')} open>
          <p className="font-bold">{version.subject}</p>
          <pre className="whitespace-pre-wrap">{version.body}</pre>
        </Details>
      )}
    </>
  );
}
