import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';

import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormDraft } from '#app/current/forms/form-draft.tsx';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import type { SupportAnswer } from '#app/support/answer.ts';
import { OfferedAnswers } from '#app/support/outcomes/offered-answers.tsx';
import { FileField } from '#app/threads/file-field.tsx';
import { MAX_MESSAGE } from '#app/threads/thread.ts';
import { PLATFORMS } from '#content/platforms.ts';
import { CheckboxField, Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { FACT_HINTS, FACT_NAMES, MAX_FACT, MAX_NAME, MAX_TITLE, TOPICS } from './topic.ts';
import type { ContactTopic, Fact, TopicId } from './topic.ts';

interface ContactFormProps {
  readonly form: PageForm;
  readonly topic: TopicId;
  readonly isSignedIn: boolean;
  readonly games: readonly { readonly slug: string; readonly name: string }[];
  readonly prefill: FieldValues;
  /** Answers that may spare its sender the wait. */
  readonly offered: readonly SupportAnswer[];
}

/** The topic decides the fields. What was typed is kept until it is sent. */
export function ContactForm({ form, topic, isSignedIn, games, prefill, offered: first }: ContactFormProps) {
  const { text } = useText();
  const { offered, offerFor } = useOffered(topic, first);
  const refusal = form.findRefusal({ intent: 'contact.send' });
  const values = { ...prefill, ...refusal?.values };
  const errors = refusal?.problem.fields ?? {};
  const fieldFor = (name: string) => ({ name, error: errors[name], defaultValue: values[name] ?? '' });
  return (
    <ActionForm form={form} fields={{ intent: 'contact.send' }} encType="multipart/form-data" className="space-y-6">
      <FormDraft name={`${STORAGE_KEYS.contact}${topic}`} form={form} intent="contact.send" />
      {!isSignedIn && <SenderFields fieldFor={fieldFor} />}
      <Field
        {...fieldFor('title')}
        label={text('contact.form.title')}
        required
        maxLength={MAX_TITLE}
        onChange={(event) => offerFor(event.currentTarget.value)}
      />
      <OfferedAnswers answers={offered} topic={topic} />
      <FactFields topic={topic} games={games} fieldFor={fieldFor} />
      <TextareaField
        {...fieldFor('body')}
        label={text('contact.form.body')}
        hint={text('contact.form.bodyHint')}
        required
        rows={9}
        maxLength={MAX_MESSAGE}
      />
      <FileField error={errors['files']} />
      <CheckboxField
        label={text('contact.form.diagnostics')}
        hint={text('contact.form.diagnosticsHint')}
        name="diagnostics"
        defaultChecked={values['diagnostics'] !== undefined}
      />
      <input type="hidden" name="lastError" value={prefill['error'] ?? ''} />
      <p className="hidden" aria-hidden="true">
        <input name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </p>
      <Submit kind="loud">{text('contact.form.send')}</Submit>
    </ActionForm>
  );
}

/** Milliseconds without a key, and letters from which on it is worth asking. */
const [PAUSE, LEAST] = [400, 4];

interface OfferedData {
  readonly offered: readonly SupportAnswer[];
}

/** Answers to what somebody types; the page asks itself for them, with the title in its query. */
function useOffered(topic: TopicId, first: readonly SupportAnswer[]) {
  const { load, data } = useFetcher<OfferedData>();
  const path = useSitePath(`/contact/topics/${topic}`);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const offerFor = (title: string) => {
    clearTimeout(timer.current);
    const typed = title.trim();
    if (typed.length < LEAST) return;
    timer.current = setTimeout(() => void load(`${path}?${new URLSearchParams({ title: typed })}`), PAUSE);
  };
  return { offered: data?.offered ?? first, offerFor };
}

type FieldFor = (name: string) => { name: string; error: string | undefined; defaultValue: string };

function SenderFields({ fieldFor }: { readonly fieldFor: FieldFor }) {
  const { text } = useText();
  return (
    <div className="grid items-start gap-6 sm:grid-cols-2">
      <Field
        {...fieldFor('email')}
        label={text('contact.form.email')}
        hint={text('contact.form.emailHint')}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
      />
      <Field
        {...fieldFor('name')}
        label={text('contact.form.optional', { name: text('contact.form.name') })}
        autoComplete="nickname"
        maxLength={MAX_NAME}
      />
    </div>
  );
}

function FactFields({
  topic,
  games,
  fieldFor,
}: Pick<ContactFormProps, 'topic' | 'games'> & { readonly fieldFor: FieldFor }) {
  const { text } = useText();
  const { asks, requires }: ContactTopic = TOPICS[topic];
  if (asks.length === 0) return null;
  const labelFor = (fact: Fact) =>
    requires.includes(fact) ? text(FACT_NAMES[fact]) : text('contact.form.optional', { name: text(FACT_NAMES[fact]) });
  return (
    <div className="grid items-start gap-6 sm:grid-cols-2">
      {asks.map((fact) =>
        fact === 'game' || fact === 'platform' ? (
          <SelectField key={fact} {...fieldFor(fact)} label={labelFor(fact)} required={requires.includes(fact)}>
            <option value="">{text('contact.form.choose')}</option>
            {(fact === 'game' ? games : PLATFORMS.map((name) => ({ slug: name, name }))).map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : (
          <Field
            key={fact}
            {...fieldFor(fact)}
            label={labelFor(fact)}
            hint={FACT_HINTS[fact] && text(FACT_HINTS[fact])}
            required={requires.includes(fact)}
            maxLength={MAX_FACT}
            autoComplete="off"
          />
        ),
      )}
    </div>
  );
}
