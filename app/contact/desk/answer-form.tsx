import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { useText } from '#app/current/locale.ts';
import { MAX_MESSAGE } from '#app/threads/thread.ts';
import { SelectField, TextareaField } from '#lib/ui/field.tsx';

import { FileField } from '#app/threads/file-field.tsx';
import { MacroPicker, filledBy, useFilled } from '../macros/macro-picker.tsx';
import type { DeskPart } from '../thread-page.ts';
import { sentBy, useDraft } from '../use-draft.ts';

interface AnswerFormProps {
  readonly form: PageForm;
  readonly subjectId: string;
  readonly desk: DeskPart;
}

/** To the player, or a note that only the studio reads. */
export function AnswerForm({ form, subjectId, desk }: AnswerFormProps) {
  const { text } = useText();
  const draft = useDraft(`${STORAGE_KEYS.contact}answer-${subjectId}`, sentBy(form, 'contact.answer'));
  const refusal = form.refusalOf({ intent: 'contact.answer' });
  const filled = filledBy(form);
  useFilled(draft, filled);
  const refused = refusal ?? form.refusalOf({ intent: 'contact.fill' });
  const values: FieldValues = { ...(filled ?? refused?.values) };
  return (
    <section className="block-card space-y-5 p-5 sm:p-7">
      <h2 className="text-xl">{text('contact.desk.answer')}</h2>
      <ActionForm
        form={form}
        fields={{ part: 'answer' }}
        encType="multipart/form-data"
        ref={draft}
        className="space-y-5"
      >
        <input type="hidden" name="seen" value={desk.seen} />
        <MacroPicker macros={desk.macros} />
        <TextareaField
          {...focusTarget(form.state, 'answer-body')}
          name="body"
          label={text('contact.desk.body')}
          rows={6}
          required
          maxLength={MAX_MESSAGE}
          aria-keyshortcuts="r"
          data-key="r"
          defaultValue={values['body'] ?? ''}
          error={refused?.problem.fields?.['body']}
        />
        <AnswerChoices values={values} />
        <FileField error={refusal?.problem.fields?.['files']} />
        <Submit kind="loud" name="intent" value="contact.answer">
          {text('contact.desk.send')}
        </Submit>
      </ActionForm>
    </section>
  );
}

/** Who reads it, and whose turn it is then. */
function AnswerChoices({ values }: { readonly values: FieldValues }) {
  const { text } = useText();
  return (
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
  );
}
