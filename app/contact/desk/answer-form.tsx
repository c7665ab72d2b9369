import { useRef } from 'react';
import { useRevalidator } from 'react-router';

import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormDraft } from '#app/current/forms/form-draft.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { PeopleHere } from '#app/editor/presence/presence-list.tsx';
import { FileField } from '#app/threads/file-field.tsx';
import { MAX_MESSAGE } from '#app/threads/thread.ts';
import { Button } from '#lib/ui/button.tsx';
import { SelectField, TextareaField } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { MacroPicker, filledBy, useFilled } from '../macros/macro-picker.tsx';
import type { DeskPart } from '../thread-page.ts';
import { MailPreview, useMailLook } from './mail-preview.tsx';
import { useDeskNow, useWriting } from './use-desk-now.ts';
import '#app/threads/conversation.css';

interface AnswerFormProps {
  readonly form: PageForm;
  readonly subjectId: string;
  readonly desk: DeskPart;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const DRAFT = `${STORAGE_KEYS.contact}answer-`;

export function AnswerForm({ form, subjectId, desk, now }: AnswerFormProps) {
  const { text } = useText();
  const answer = useRef<HTMLFormElement>(null);
  const refusal = form.findRefusal({ intent: 'contact.answer' });
  const filled = filledBy(form);
  useFilled(answer, filled);
  const { people, messages } = useDeskNow(subjectId, useWriting(answer, 'body'), desk.here);
  const refused = refusal ?? form.findRefusal({ intent: 'contact.fill' });
  const values: FieldValues = { ...(filled ?? refused?.values) };
  const { isShown, look } = useMailLook(desk.seen);
  return (
    <section className="block-card space-y-5 p-5 sm:p-7">
      <h2 className="text-xl">{text('contact.desk.answer')}</h2>
      <PeopleHere people={people} ownId={desk.ownId} now={now} />
      {messages > desk.row.messages && <MovedNotice />}
      <ActionForm
        form={form}
        fields={{ part: 'answer' }}
        encType="multipart/form-data"
        ref={answer}
        onSubmitCapture={look}
        className="answer-form space-y-5"
      >
        <input type="hidden" name="seen" value={desk.seen} />
        <FormDraft name={`${DRAFT}${subjectId}`} form={form} intent="contact.answer" isEmptied />
        <MacroPicker macros={desk.macros} reader={desk.row.locale} />
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
        <MailPreview key={desk.seen} subjectId={subjectId} envelope={desk.envelope} isShown={isShown} />
        <Submit kind="loud" name="intent" value="contact.answer">
          {text('contact.desk.send')}
        </Submit>
      </ActionForm>
    </section>
  );
}

/** An answer is refused until what came meanwhile was on the page. */
function MovedNotice() {
  const { text } = useText();
  const { revalidate } = useRevalidator();
  return (
    <Notice title={text('contact.desk.moved')} live>
      <Button onClick={() => void revalidate()}>{text('contact.desk.showMoved')}</Button>
    </Notice>
  );
}

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
