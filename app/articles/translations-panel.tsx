import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { SpokenLabel } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { LOCALE_NAMES, htmlLang, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Badge } from '#lib/ui/badge.tsx';

import type { TranslationView } from './translation.ts';

interface TranslationsPanelProps {
  form: PageForm;
  translations: readonly TranslationView[];
  editor?: string;
  about?: TextKey;
}

export function TranslationsPanel({
  form,
  translations,
  editor = '/editor',
  about = 'editor.translations.about',
}: TranslationsPanelProps) {
  const { text } = useText();
  return (
    <section aria-labelledby="translations" className="block-card min-w-0 space-y-4 p-5">
      <h2 id="translations" className="text-xl font-extrabold">
        {text('editor.translations.title')}
      </h2>
      <p>{text(translations.length === 0 ? 'editor.translations.notYet' : about)}</p>
      {translations.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {translations.map((translation) => (
            <TranslationRow key={translation.locale} form={form} translation={translation} editor={editor} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface TranslationRowProps extends Required<Pick<TranslationsPanelProps, 'form' | 'editor'>> {
  translation: TranslationView;
}

function TranslationRow({ form, translation, editor }: TranslationRowProps) {
  const { text } = useText();
  const { locale, state, isOlder, name } = translation;
  const language = LOCALE_NAMES[locale];
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border-2 border-hairline p-3">
      <span lang={htmlLang(locale)} className="own-face min-w-0 grow font-bold wrap-anywhere">
        {name === undefined ? (
          language
        ) : (
          <SiteLink to={`${editor}/${encodeURIComponent(name)}`} className="text-link underline">
            {language}
          </SiteLink>
        )}
      </span>
      {state === 'missing' ? (
        <ActionForm form={form} fields={{ intent: 'editor.translate', locale }}>
          <Submit kind="quiet">
            <SpokenLabel
              shown={text('editor.translations.start')}
              spoken={text('editor.translations.startOne', { language })}
            />
          </Submit>
        </ActionForm>
      ) : (
        <Badge tone={isOlder ? 'loud' : state === 'public' ? 'success' : 'plain'}>
          {text(isOlder ? 'editor.translations.older' : STATES[state])}
        </Badge>
      )}
    </li>
  );
}

const STATES = {
  original: 'editor.translations.original',
  draft: 'editor.state.draft',
  hidden: 'editor.visibility.hidden',
  unlisted: 'editor.visibility.unlisted',
  public: 'editor.visibility.public',
} as const;
