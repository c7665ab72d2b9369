import { useEffect, useEffectEvent } from 'react';
import { useFetcher } from 'react-router';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { useTimeZone } from '#lib/locale/time.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';

import type { ShownChoice } from './choice.ts';

export function ChoiceForm({ choices, form }: { choices: readonly ShownChoice[]; form: PageForm }) {
  const { text } = useText();
  const fields = { intent: 'choices.set' };
  useGuess(choices);
  return (
    <ActionForm form={form} fields={fields} className="block-card grid items-start gap-4 p-5 sm:grid-cols-2">
      {choices.map((choice) => (
        <ChoiceField key={choice.name} choice={choice} refusal={form.findRefusal(fields)} />
      ))}
      <div className="sm:col-span-2">
        <Submit>{text('choices.form.save')}</Submit>
      </div>
    </ActionForm>
  );
}

/** Keeps what the browser knows; the server keeps the first alone. */
function useGuess(choices: readonly ShownChoice[]): void {
  const { submit } = useFetcher();
  const keep = useEffectEvent(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const guesses = choices.flatMap(({ name, isGuess }): [string, string][] => (isGuess ? [[name, timeZone]] : []));
    if (guesses.length === 0) return;
    void submit({ intent: 'choices.guess', ...Object.fromEntries(guesses) }, { method: 'post' });
  });
  useEffect(() => keep(), []);
}

function ChoiceField({ choice, refusal }: { choice: ShownChoice; refusal: FormRefusal | undefined }) {
  const { name, title, about, options, value, isGuess } = choice;
  const zone = useTimeZone(value);
  const written = isGuess ? zone : value;
  const texts = { label: title, hint: about };
  if (options === undefined) {
    // The browser's zone is known after the server's page.
    return <Field key={written} {...texts} {...fieldFor(refusal, name, written)} className="sm:col-span-2" />;
  }
  return (
    <SelectField {...texts} {...fieldFor(refusal, name, written)}>
      {options.map((option) => (
        <option key={option.value} value={option.value} lang={option.lang}>
          {option.label}
        </option>
      ))}
    </SelectField>
  );
}
