import { VISIBILITIES, visibilityName } from '#app/articles/article-fields.ts';
import { LOCALES, LOCALE_NAMES, useText } from '#app/current/locale.ts';
import { Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import type { PostField } from './post-fields.ts';

export interface PostFieldProps {
  name: PostField;
  id: string;
  label: string | undefined;
  error: string | undefined;
  defaultValue: string;
}

interface PostFieldsetProps {
  field: (name: PostField) => PostFieldProps;
  games: readonly { slug: string; name: string }[];
  authors: readonly string[];
}

export function PostFieldset({ field, games, authors }: PostFieldsetProps) {
  const { text, formatList } = useText();
  return (
    <fieldset className="block-card grid min-w-0 items-start gap-5 p-5 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="sr-only">{text('editor.panel.about')}</legend>
      <Field
        {...field('slug')}
        hint={text('editor.field.slugHint')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <SelectField {...field('visibility')} hint={text('editor.field.visibilityHint')}>
        {VISIBILITIES.map((visibility) => (
          <option key={visibility} value={visibility}>
            {text(visibilityName(visibility))}
          </option>
        ))}
      </SelectField>
      <Field {...field('topics')} hint={text('editor.field.topicsHint')} autoComplete="off" />
      <GameField {...field('game')} games={games} />
      <Field {...field('image')} hint={text('editor.field.imageHint')} autoComplete="off" spellCheck={false} />
      <TextareaField {...field('imageAlt')} hint={text('editor.field.imageAltHint')} rows={2} />
      <Field
        {...field('authors')}
        hint={
          authors.length === 0
            ? text('editor.field.authorsHint')
            : text('editor.field.authorsNow', { names: formatList(authors) })
        }
        autoComplete="off"
        spellCheck={false}
      />
      <Field {...field('author')} hint={text('editor.field.authorHint')} autoComplete="off" />
      <Field {...field('date')} type="date" hint={text('editor.field.dateHint')} />
      <SelectField {...field('language')}>
        {LOCALES.map((locale) => (
          <option key={locale} value={locale}>
            {LOCALE_NAMES[locale]}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}

function GameField({ games, ...field }: PostFieldProps & Pick<PostFieldsetProps, 'games'>) {
  const { text } = useText();
  return (
    <SelectField {...field}>
      <option value="">{text('editor.field.noGame')}</option>
      {games.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
