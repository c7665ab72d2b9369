import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormDraft } from '#app/current/forms/form-draft.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { DEFAULT_LOCALE, LOCALES, LOCALE_NAMES, htmlLang, useText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { MACRO_SLOTS, MAX_MACRO_NAME, MAX_MACRO_TEXT, textField } from './macro.ts';
import type { Macro, MacroSlot } from './macro.ts';

const SLOTS = Object.fromEntries(MACRO_SLOTS.map((slot) => [slot, `{{${slot}}}`])) as Record<MacroSlot, string>;

interface MacroFormProps {
  readonly form: PageForm;
  /** Undefined writes a new one. */
  readonly macro: Macro | undefined;
}

export function MacroForm({ form, macro }: MacroFormProps) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'macro.save' });
  const errorFor = (name: string) => refusal?.problem.fields?.[name];
  const valueFor = (name: string, saved = '') => refusal?.values[name] ?? saved;
  const others = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);
  const area = (locale: Locale) => (
    <TextareaField
      key={locale}
      name={textField(locale)}
      label={<span lang={htmlLang(locale)}>{LOCALE_NAMES[locale]}</span>}
      lang={htmlLang(locale)}
      rows={5}
      hint={locale === DEFAULT_LOCALE ? text('contact.macros.slots', SLOTS) : undefined}
      maxLength={MAX_MACRO_TEXT}
      required={locale === DEFAULT_LOCALE}
      defaultValue={valueFor(textField(locale), macro?.texts[locale])}
      error={errorFor(textField(locale))}
    />
  );
  return (
    <ActionForm form={form} fields={{ intent: 'macro.save', rev: String(macro?.rev ?? '') }} className="space-y-5">
      <FormDraft name={`${STORAGE_KEYS.editor}macro/${macro?.macroId ?? 'new'}`} form={form} intent="macro.save" />
      <Field
        name="name"
        label={text('contact.macros.name')}
        hint={text('contact.macros.nameHint')}
        required
        maxLength={MAX_MACRO_NAME}
        defaultValue={valueFor('name', macro?.name)}
        error={errorFor('name')}
      />
      {area(DEFAULT_LOCALE)}
      <Details
        summary={text('contact.macros.languages', { count: Object.keys(macro?.texts ?? {}).length })}
        open={others.some((locale) => errorFor(textField(locale)) !== undefined)}
      >
        <div className="grid gap-5 lg:grid-cols-2">{others.map(area)}</div>
      </Details>
      <Effects macro={macro} valueFor={valueFor} errorFor={errorFor} />
      <Submit kind="loud">{text('contact.macros.save')}</Submit>
    </ActionForm>
  );
}

interface EffectsProps extends Pick<MacroFormProps, 'macro'> {
  readonly valueFor: (name: string, saved?: string) => string;
  readonly errorFor: (name: string) => string | undefined;
}

function Effects({ macro, valueFor, errorFor }: EffectsProps) {
  const { text } = useText();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField name="state" label={text('contact.desk.then')} defaultValue={valueFor('state', macro?.state)}>
        <option value="">{text('contact.macros.anyState')}</option>
        <option value="waiting">{text('contact.states.waiting')}</option>
        <option value="closed">{text('contact.states.closed')}</option>
      </SelectField>
      <Field
        name="tag"
        label={text('contact.desk.tag')}
        maxLength={40}
        defaultValue={valueFor('tag', macro?.tag)}
        error={errorFor('tag')}
      />
    </div>
  );
}
