import { useRef } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { LOCALES, LOCALE_NAMES, useText } from '#app/current/locale.ts';
import { useSavedEtag } from '#app/editor/forms/use-saved-etag.ts';
import { useLivePreview } from '#app/editor/writing/live-preview.ts';
import { TextEditor } from '#app/editor/writing/text-editor.tsx';
import { TextPreview } from '#app/editor/writing/text-preview.tsx';
import { MAX_BLURB, MAX_TITLE, VISIBILITIES } from '#app/posts/editing/post-fields.ts';
import { visibilityName } from '#app/posts/editing/post-fieldset.tsx';
import { Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { SUPPORT_TOPICS, SUPPORT_TOPIC_IDS } from '../topic.ts';
import type { AnswerField, AnswerValues } from './answer-form.ts';

interface AnswerEditorProps {
  readonly form: PageForm;
  readonly values: AnswerValues;
  /** Of the state that was opened; empty for a new one. */
  readonly etag: string;
}

type AnswerFieldOf = (name: AnswerField) => {
  readonly name: AnswerField;
  readonly error: string | undefined;
  readonly defaultValue: string;
};

/** The whole form of an answer, in the posts' editor. What was typed stays whatever happens. */
export function AnswerEditor({ form, values, etag: opened }: AnswerEditorProps) {
  const { text } = useText();
  const [etag] = useSavedEtag(form.state, opened);
  const refusal = form.refusalOf({});
  const fieldOf: AnswerFieldOf = (name) => ({
    ...{ name, error: refusal?.problem.fields?.[name] },
    defaultValue: refusal?.values[name] ?? values[name],
  });
  return (
    <ActionForm form={form} fields={{ etag: refusal?.values['etag'] ?? etag }} className="space-y-6">
      <Writing fieldOf={fieldOf} />
      <div className="save-bar">
        <Submit kind="loud" name="intent" value="support.save" aria-keyshortcuts="Control+S Meta+S">
          {text('support.edit.save')}
        </Submit>
      </div>
      <Facts fieldOf={fieldOf} />
    </ActionForm>
  );
}

const PREVIEWED = ['text', 'language'];

function Writing({ fieldOf }: { readonly fieldOf: AnswerFieldOf }) {
  const { text } = useText();
  const root = useRef<HTMLDivElement>(null);
  const [shown, isBehind] = useLivePreview({ root, names: PREVIEWED, text: 'text', language: 'language' });
  return (
    <div ref={root} className="writing-room">
      <div className="min-w-0 space-y-5">
        <Field
          {...fieldOf('title')}
          label={text('support.edit.title')}
          hint={text('support.edit.titleHint')}
          required
          maxLength={MAX_TITLE}
          className="title-field"
        />
        <TextareaField
          {...fieldOf('blurb')}
          label={text('support.edit.blurb')}
          hint={text('support.edit.blurbHint')}
          required
          rows={2}
          maxLength={MAX_BLURB}
        />
        <TextEditor
          {...fieldOf('text')}
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

const TYPED = { autoComplete: 'off', spellCheck: false } as const;

function Facts({ fieldOf }: { readonly fieldOf: AnswerFieldOf }) {
  const { text } = useText();
  return (
    <fieldset className="block-card grid min-w-0 items-start gap-5 p-5 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="sr-only">{text('editor.panel.about')}</legend>
      <Field
        {...{ ...fieldOf('slug'), ...TYPED }}
        label={text('support.edit.slug')}
        hint={text('support.edit.slugHint')}
        required
      />
      <SelectField {...fieldOf('topic')} label={text('support.edit.topic')}>
        {SUPPORT_TOPIC_IDS.map((topic) => (
          <option key={topic} value={topic}>
            {text(SUPPORT_TOPICS[topic].name)}
          </option>
        ))}
      </SelectField>
      <Field
        {...{ ...fieldOf('order'), ...TYPED }}
        label={text('support.edit.order')}
        hint={text('support.edit.orderHint')}
        inputMode="numeric"
      />
      <SelectField {...fieldOf('visibility')} label={text('editor.field.visibility')}>
        {VISIBILITIES.map((visibility) => (
          <option key={visibility} value={visibility}>
            {text(visibilityName(visibility))}
          </option>
        ))}
      </SelectField>
      <Readers fieldOf={fieldOf} />
    </fieldset>
  );
}

/** For whom it is. */
function Readers({ fieldOf }: { readonly fieldOf: AnswerFieldOf }) {
  const { text } = useText();
  const ofHint = text('support.edit.ofHint');
  const listHint = text('support.edit.listHint');
  return (
    <>
      <Field {...{ ...fieldOf('games'), ...TYPED }} label={text('support.edit.games')} hint={listHint} />
      <Field {...{ ...fieldOf('platforms'), ...TYPED }} label={text('support.edit.platforms')} hint={listHint} />
      <Field
        {...{ ...fieldOf('versions'), ...TYPED }}
        label={text('support.edit.versions')}
        hint={text('support.edit.versionsHint')}
      />
      <SelectField {...fieldOf('language')} label={text('editor.field.language')}>
        {LOCALES.map((locale) => (
          <option key={locale} value={locale}>
            {LOCALE_NAMES[locale]}
          </option>
        ))}
      </SelectField>
      <Field {...{ ...fieldOf('translationOf'), ...TYPED }} label={text('support.edit.translationOf')} hint={ofHint} />
      <Field {...{ ...fieldOf('variantOf'), ...TYPED }} label={text('support.edit.variantOf')} hint={ofHint} />
    </>
  );
}
