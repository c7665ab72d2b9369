import { useRef } from 'react';

import { MAX_BLURB, MAX_TITLE, VISIBILITIES } from '#app/articles/article-fields.ts';
import { visibilityName } from '#app/articles/article-fields.ts';
import { LOCALES, LOCALE_NAMES, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { DocumentForm } from '#app/editor/kinds/document-form.tsx';
import type { DocumentFieldFor, DocumentFormProps } from '#app/editor/kinds/document-form.tsx';
import { useLivePreview } from '#app/editor/writing/live-preview.ts';
import { TextEditor } from '#app/editor/writing/text-editor.tsx';
import { TextPreview } from '#app/editor/writing/text-preview.tsx';
import { Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { SUPPORT_CRATE } from '../cache-topics.ts';
import { SUPPORT_TOPICS, SUPPORT_TOPIC_IDS } from '../topic.ts';
import type { AnswerField } from './answer-form.ts';

type AnswerFieldFor = DocumentFieldFor<AnswerField>;

export function AnswerEditor(props: DocumentFormProps<AnswerField>) {
  return (
    <DocumentForm<AnswerField>
      {...props}
      crateId={SUPPORT_CRATE}
      labels={LABELS}
      texts={TEXTS}
      writing={(fieldFor) => <Writing fieldFor={fieldFor} />}
      facts={(fieldFor) => <Facts fieldFor={fieldFor} isNew={props.document === undefined} />}
    />
  );
}

const TEXTS = {
  save: 'support.edit.save',
  delete: 'support.edit.delete',
  deleteQuestion: 'support.edit.deleteQuestion',
} as const;

const PREVIEWED = ['text', 'language'];

function Writing({ fieldFor }: { readonly fieldFor: AnswerFieldFor }) {
  const { text } = useText();
  const root = useRef<HTMLDivElement>(null);
  const [shown, isBehind] = useLivePreview({ root, names: PREVIEWED, text: 'text', language: 'language' });
  return (
    <div ref={root} className="writing-room">
      <div className="min-w-0 space-y-5">
        <Field
          {...fieldFor('title')}
          label={text('support.edit.title')}
          hint={text('support.edit.titleHint')}
          required
          maxLength={MAX_TITLE}
          className="title-field"
        />
        <TextareaField
          {...fieldFor('blurb')}
          label={text('support.edit.blurb')}
          hint={text('support.edit.blurbHint')}
          required
          rows={3}
          maxLength={MAX_BLURB}
        />
        <TextEditor
          {...fieldFor('text')}
          label={text('support.edit.text')}
          hint={text('support.edit.textHint')}
          onTaken={() => undefined}
        />
      </div>
      <div className="writing-side">
        <TextPreview shown={shown} isBehind={isBehind} />
      </div>
    </div>
  );
}

export const LABELS = {
  title: 'support.edit.title',
  blurb: 'support.edit.blurb',
  slug: 'support.edit.slug',
  text: 'support.edit.text',
  topic: 'support.edit.topic',
  games: 'support.edit.games',
  platforms: 'support.edit.platforms',
  versions: 'support.edit.versions',
  order: 'support.edit.order',
  visibility: 'editor.field.visibility',
  language: 'editor.field.language',
  translationOf: 'support.edit.translationOf',
  variantOf: 'support.edit.variantOf',
} as const satisfies Record<AnswerField, TextKey>;

const TYPED = { autoComplete: 'off', spellCheck: false } as const;

function Facts({ fieldFor, isNew }: { readonly fieldFor: AnswerFieldFor; readonly isNew: boolean }) {
  const { text } = useText();
  return (
    <fieldset className="block-card grid min-w-0 items-start gap-5 p-5 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="sr-only">{text('editor.panel.about')}</legend>
      <Field
        {...fieldFor('slug')}
        {...TYPED}
        label={text('support.edit.slug')}
        hint={text(isNew ? 'support.edit.newSlugHint' : 'support.edit.slugHint')}
        required={!isNew}
      />
      <SelectField {...fieldFor('topic')} label={text('support.edit.topic')}>
        {SUPPORT_TOPIC_IDS.map((topic) => (
          <option key={topic} value={topic}>
            {text(SUPPORT_TOPICS[topic].name)}
          </option>
        ))}
      </SelectField>
      <Field
        {...fieldFor('order')}
        {...TYPED}
        label={text('support.edit.order')}
        hint={text('support.edit.orderHint')}
        inputMode="numeric"
      />
      <SelectField {...fieldFor('visibility')} label={text('editor.field.visibility')}>
        {VISIBILITIES.map((visibility) => (
          <option key={visibility} value={visibility}>
            {text(visibilityName(visibility))}
          </option>
        ))}
      </SelectField>
      <Readers fieldFor={fieldFor} />
    </fieldset>
  );
}

function Readers({ fieldFor }: { readonly fieldFor: AnswerFieldFor }) {
  const { text } = useText();
  const ofHint = text('support.edit.ofHint');
  const listHint = text('support.edit.listHint');
  return (
    <>
      <Field {...fieldFor('games')} {...TYPED} label={text('support.edit.games')} hint={listHint} />
      <Field {...fieldFor('platforms')} {...TYPED} label={text('support.edit.platforms')} hint={listHint} />
      <Field
        {...fieldFor('versions')}
        {...TYPED}
        label={text('support.edit.versions')}
        hint={text('support.edit.versionsHint')}
      />
      <SelectField {...fieldFor('language')} label={text('editor.field.language')}>
        {LOCALES.map((locale) => (
          <option key={locale} value={locale}>
            {LOCALE_NAMES[locale]}
          </option>
        ))}
      </SelectField>
      <Field {...fieldFor('translationOf')} {...TYPED} label={text('support.edit.translationOf')} hint={ofHint} />
      <Field {...fieldFor('variantOf')} {...TYPED} label={text('support.edit.variantOf')} hint={ofHint} />
    </>
  );
}
