import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { LOCALES, LOCALE_NAMES, getText, htmlLang, inLocale, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Details } from '#lib/ui/details.tsx';

import { MacroForm } from '../macros/macro-form.tsx';
import { macroIntents } from '../macros/macro-forms.server.ts';
import type { Macro } from '../macros/macro.ts';
import { beginMacro, getMacro } from '../macros/macros.server.ts';
import { macroMoved, noMacro } from '../problems.ts';
import type { Route } from './+types/contact-macro';

const NEW = 'new';

export const loader = withCurrent(async (current, { params: { macroId } }: Route.LoaderArgs) => {
  const macro = macroId === NEW ? beginMacro(current) : await getMacro(current, macroId);
  const text = await getText(current.locale);
  return {
    macro,
    head: {
      title: macro?.name ?? text('contact.macros.new'),
      description: text('contact.macros.lead'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, params: { macroId, locale } }: Route.ActionArgs) => {
  const list = inLocale({ locale }, '/contact/macros');
  const intents = macroIntents(macroId === NEW ? undefined : macroId, list);
  return answerForm(current, await request.formData(), intents, { errorPage: [noMacro] });
});

/** Texts in all languages, encoded as for an address. */
export const handle: FormHandle = { maxFormBytes: 1024 * 1024 };

export const headers = formHeaders;

/** Also after a refusal: what somebody else has written meanwhile is of use only to who sees it. */
export const shouldRevalidate = () => true;

export default function ContactMacro({ loaderData: { macro }, actionData, params }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData, { of: 'macro.', fallbackFocus: 'macro-title' });
  const isMoved = form.state?.done === false && form.state.problem.code === macroMoved.code;
  return (
    <div className="mx-auto max-w-4xl space-y-6">
      <header className="space-y-4">
        <SiteLink to="/contact/macros" className="inline-block py-1 font-bold underline">
          {text('contact.macros.title')}
        </SiteLink>
        <h1 id="macro-title" tabIndex={-1} className="squiggle text-3xl wrap-anywhere sm:text-4xl">
          {macro?.name ?? text('contact.macros.new')}
        </h1>
      </header>
      <FormNotice form={form} />
      {isMoved && macro !== undefined && <AsItIsNow macro={macro} />}
      <section className="block-card p-5 sm:p-7">
        <MacroForm key={params.macroId} form={form} macro={macro} />
      </section>
      {macro !== undefined && (
        <Details summary={text('contact.macros.delete')}>
          <ActionForm
            form={form}
            fields={{ intent: 'macro.delete', rev: String(macro.rev) }}
            className="flex flex-wrap items-center gap-3"
          >
            <p>{text('contact.macros.deleteHint')}</p>
            <Submit kind="danger">{text('contact.macros.deleteNow')}</Submit>
          </ActionForm>
        </Details>
      )}
    </div>
  );
}

function AsItIsNow({ macro }: { readonly macro: Macro }) {
  const { text } = useText();
  return (
    <section className="block-card space-y-3 p-5">
      <h2 className="text-lg">{text('contact.macros.now')}</h2>
      {LOCALES.filter((locale) => macro.texts[locale] !== undefined).map((locale) => (
        <div key={locale}>
          <h3 lang={htmlLang(locale)} className="font-label">
            {LOCALE_NAMES[locale]}
          </h3>
          <p lang={htmlLang(locale)} className="wrap-anywhere whitespace-pre-wrap">
            {macro.texts[locale]}
          </p>
        </div>
      ))}
    </section>
  );
}
