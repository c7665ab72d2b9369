import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { useText } from '#app/current/locale.ts';
import { MAX_MESSAGE } from '#app/threads/thread.ts';
import { SelectField, TextareaField } from '#lib/ui/field.tsx';

import { FileField } from '#app/threads/file-field.tsx';
import { sentBy, useDraft } from '../use-draft.ts';

interface AnswerFormProps {
  readonly form: PageForm;
  readonly subjectId: string;
  /** The last message on this page. */
  readonly seen: string;
}

/** To the player, or a note that only the studio reads. */
export function AnswerForm({ form, subjectId, seen }: AnswerFormProps) {
  const { text } = useText();
  const draft = useDraft(`${STORAGE_KEYS.contact}answer-${subjectId}`, sentBy(form, 'contact.answer'));
  const refusal = form.refusalOf({ intent: 'contact.answer' });
  const values = refusal?.values ?? {};
  return (
    <section className="block-card space-y-5 p-5 sm:p-7">
      <h2 className="text-xl">{text('contact.desk.answer')}</h2>
      <ActionForm
        form={form}
        fields={{ intent: 'contact.answer' }}
        encType="multipart/form-data"
        ref={draft}
        className="space-y-5"
      >
        <input type="hidden" name="seen" value={seen} />
        <TextareaField
          name="body"
          label={text('contact.desk.body')}
          rows={6}
          required
          maxLength={MAX_MESSAGE}
          aria-keyshortcuts="r"
          data-key="r"
          defaultValue={values['body'] ?? ''}
          error={refusal?.problem.fields?.['body']}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField name="kind" label={text('contact.desk.kind')} defaultValue={values['kind'] ?? 'public'}>
            <option value="public">{text('contact.desk.public')}</option>
            <option value="update">{text('contact.desk.update')}</option>
            <option value="internal">{text('contact.desk.note')}</option>
          </SelectField>
          <SelectField name="state" label={text('contact.desk.then')} defaultValue={values['state'] ?? 'waiting'}>
            <option value="waiting">{text('contact.states.waiting')}</option>
            <option value="closed">{text('contact.states.closed')}</option>
          </SelectField>
        </div>
        <FileField error={refusal?.problem.fields?.['files']} />
        <Submit kind="loud">{text('contact.desk.send')}</Submit>
      </ActionForm>
    </section>
  );
}
