import { useEffect } from 'react';
import type { RefObject } from 'react';

import { Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { LOCALE_NAMES, useText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { SelectField } from '#lib/ui/field.tsx';

import type { FilledAnswer, NamedMacro } from './macro.ts';

interface MacroPickerProps {
  readonly macros: readonly NamedMacro[];
  /** The locale of who reads the answer. */
  readonly reader: Locale;
}

/** Part of the form of an answer: the server adds what is ready to what was typed. */
export function MacroPicker({ macros, reader }: MacroPickerProps) {
  const { text } = useText();
  const manage = (
    <SiteLink to="/contact/macros" className="inline-block py-1 font-bold underline">
      {text('contact.macros.manage')}
    </SiteLink>
  );
  if (macros.length === 0) return <p>{manage}</p>;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        name="macro"
        label={text('contact.macros.pick')}
        aria-keyshortcuts="m"
        data-key="m"
        className="min-w-0 grow basis-48"
      >
        {macros.map(({ macroId, name, locale }) => (
          <option key={macroId} value={macroId}>
            {locale === reader ? name : text('contact.macros.inLanguage', { name, language: LOCALE_NAMES[locale] })}
          </option>
        ))}
      </SelectField>
      <Submit name="intent" value="contact.fill" formNoValidate>
        {text('contact.macros.insert')}
      </Submit>
      {manage}
    </div>
  );
}

export function filledBy({ state }: PageForm): FilledAnswer | undefined {
  if (state?.done !== true || state.intent !== 'contact.fill') return undefined;
  return (state.result as { readonly filled: FilledAnswer }).filled;
}

/** With scripts the form stays, and only what was filled changes in it, which the draft keeps. */
export function useFilled(answer: RefObject<HTMLFormElement | null>, filled: FilledAnswer | undefined): void {
  useEffect(() => {
    const form = answer.current;
    if (form === null || filled === undefined) return;
    for (const [name, value] of Object.entries({ ...filled })) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) field.value = value;
    }
    form.dispatchEvent(new Event('input'));
  }, [answer, filled]);
}
