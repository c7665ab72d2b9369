import { useState } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { MAX_TITLE } from '#app/feedbag/entry.ts';
import { ProofFields, Similar, proveFirst } from '#app/feedbag/page/entry-form.tsx';
import type { ProofChallenge } from '#app/feedbag/proof.ts';
import { MAX_MESSAGE } from '#app/threads/thread.ts';
import { CheckboxField, Field, TextareaField } from '#lib/ui/field.tsx';

import { MAX_ASKER, QUESTIONS_PROJECT, QUESTION_STATES } from '../question.ts';
import { VoiceField } from './voice-field.tsx';

interface AskFormProps {
  readonly form: PageForm;
  /** For who has no account. */
  readonly challenge: ProofChallenge | undefined;
}

/** What is like it is shown while they type, so that they may vote instead. */
export function AskForm({ form, challenge }: AskFormProps) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'podcast.ask' });
  const values = refusal?.values ?? {};
  const errors = refusal?.problem.fields ?? {};
  const [title, setTitle] = useState('');
  const statuses = Object.entries(QUESTION_STATES).map(([statusId, name]) => ({ statusId, name: text(name) }));
  const fieldFor = (name: string) => ({ name, error: errors[name], defaultValue: values[name] ?? '' });
  return (
    <ActionForm
      form={form}
      fields={{ intent: 'podcast.ask' }}
      encType="multipart/form-data"
      className="space-y-6"
      onSubmit={challenge && ((event) => proveFirst(event, challenge))}
    >
      <Field
        {...fieldFor('title')}
        label={text('podcast.ask.title')}
        hint={text('feedbag.form.titleHint')}
        required
        maxLength={MAX_TITLE}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Similar projectId={QUESTIONS_PROJECT} title={title} statuses={statuses} />
      <TextareaField {...fieldFor('body')} label={text('podcast.ask.body')} required rows={5} maxLength={MAX_MESSAGE} />
      <OnAirFields fieldFor={fieldFor} values={values} />
      <ProofFields challenge={challenge} />
      <Submit kind="loud">{text('podcast.ask.send')}</Submit>
    </ActionForm>
  );
}

interface OnAirProps {
  readonly fieldFor: (name: string) => { name: string; error: string | undefined; defaultValue: string };
  readonly values: FieldValues;
}

function OnAirFields({ fieldFor, values }: OnAirProps) {
  const { text } = useText();
  return (
    <fieldset className="block-card space-y-4 p-4">
      <legend className="px-2 font-bold">{text('podcast.ask.onAir')}</legend>
      <Field {...fieldFor('name')} label={text('podcast.ask.name')} maxLength={MAX_ASKER} autoComplete="nickname" />
      <CheckboxField
        name="maySayName"
        label={text('podcast.ask.maySayName')}
        hint={text('podcast.ask.maySayNameHint')}
        defaultChecked={values['maySayName'] !== undefined}
      />
      <VoiceField error={fieldFor('voice').error} />
      <CheckboxField
        name="mayPlay"
        label={text('podcast.ask.mayPlay')}
        hint={text('podcast.ask.mayPlayHint')}
        defaultChecked={values['mayPlay'] !== undefined}
      />
    </fieldset>
  );
}
