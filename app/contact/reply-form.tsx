import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormDraft } from '#app/current/forms/form-draft.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { FileField } from '#app/threads/file-field.tsx';
import { MAX_MESSAGE } from '#app/threads/thread.ts';
import { CheckboxField, TextareaField } from '#lib/ui/field.tsx';

import type { SubmissionState } from './submission.ts';

interface ReplyFormProps {
  readonly form: PageForm;
  readonly subjectId: string;
  /** Undefined before the first message. */
  readonly state: SubmissionState | undefined;
  readonly mayGiveFeedback: boolean;
}

/** Of who has written it: writing again opens what is closed. */
export function ReplyForm({ form, subjectId, state, mayGiveFeedback }: ReplyFormProps) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'contact.reply' });
  const isClosed = state === 'closed';
  return (
    <section className="block-card space-y-6 p-5 sm:p-7">
      <h2 className="text-xl">{text(isClosed ? 'contact.thread.again' : 'contact.thread.reply')}</h2>
      <ActionForm form={form} fields={{ intent: 'contact.reply' }} encType="multipart/form-data" className="space-y-5">
        <FormDraft name={`${STORAGE_KEYS.contact}${subjectId}`} form={form} intent="contact.reply" isEmptied />
        <TextareaField
          name="body"
          label={text('contact.thread.body')}
          rows={5}
          required
          maxLength={MAX_MESSAGE}
          defaultValue={refusal?.values['body'] ?? ''}
          error={refusal?.problem.fields?.['body']}
        />
        <FileField error={refusal?.problem.fields?.['files']} />
        {mayGiveFeedback && (
          <CheckboxField
            name="internal"
            label={text('contact.thread.feedback')}
            hint={text('contact.thread.feedbackHint')}
            defaultChecked={refusal?.values['internal'] !== undefined}
          />
        )}
        <Submit kind="loud">{text('contact.thread.send')}</Submit>
      </ActionForm>
      {state !== undefined && (
        <ActionForm form={form} fields={{ intent: isClosed ? 'contact.reopen' : 'contact.close' }}>
          <Submit kind="quiet">{text(isClosed ? 'contact.thread.reopen' : 'contact.thread.close')}</Submit>
        </ActionForm>
      )}
    </section>
  );
}
