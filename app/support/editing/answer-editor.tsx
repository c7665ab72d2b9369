import { useRef, useState } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { Removal } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { LOCALES, LOCALE_NAMES, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { mergeOf, useSavedEtag } from '#app/editor/forms/use-saved-etag.ts';
import { MergeView } from '#app/editor/merge-view.tsx';
import type { OwnDraftFields } from '#app/editor/own-draft.ts';
import { SchedulePanel } from '#app/editor/schedule-panel.tsx';
import { SCHEDULED_ACTIONS } from '#app/editor/schedule.ts';
import type { ItemPlace, Schedule } from '#app/editor/schedule.ts';
import { Autosave } from '#app/editor/writing/autosave.tsx';
import { useLivePreview } from '#app/editor/writing/live-preview.ts';
import { TextEditor } from '#app/editor/writing/text-editor.tsx';
import { TextPreview } from '#app/editor/writing/text-preview.tsx';
import { MAX_BLURB, MAX_TITLE, VISIBILITIES } from '#app/posts/editing/post-fields.ts';
import { visibilityName } from '#app/posts/editing/post-fieldset.tsx';
import { Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { SUPPORT_TOPICS, SUPPORT_TOPIC_IDS } from '../topic.ts';
import { ANSWER_FIELDS, NEW_ANSWER } from './answer-form.ts';
import type { AnswerField, AnswerValues } from './answer-form.ts';

interface AnswerEditorProps {
  readonly form: PageForm;
  readonly values: AnswerValues;
  /** Undefined for one that is not saved yet. */
  readonly answer: (ItemPlace & { readonly etag: string; readonly schedules: readonly Schedule[] }) | undefined;
  /** What the writer has typed before and takes up again. */
  readonly typed: OwnDraftFields | undefined;
  /** Names of time zones, to choose from. */
  readonly zones: readonly string[];
  /** It was made of what was typed into the form of a new one. */
  readonly isNew: boolean;
}

type AnswerFieldOf = (name: AnswerField) => {
  readonly name: AnswerField;
  readonly error: string | undefined;
  readonly defaultValue: string;
};

/** The whole form of an answer, in the posts' editor. What was typed stays, and a conflict shows what is to be merged. */
export function AnswerEditor(props: AnswerEditorProps) {
  const { text } = useText();
  const { form, answer, values, typed } = props;
  // Not the page's data, which follows what others save while somebody types.
  const [opened] = useState({ values: { ...values, ...typed?.fields }, etag: typed?.etag ?? answer?.etag ?? '' });
  const [etag, setEtag] = useSavedEtag(form.state, opened.etag);
  const refusal = form.refusalOf({});
  const merge = mergeOf(form.state);
  if (merge !== undefined) {
    const labels = Object.fromEntries(ANSWER_FIELDS.map((name) => [name, text(LABELS[name])]));
    return <MergeView form={form} merge={merge} typed={refusal?.values ?? {}} labels={labels} />;
  }
  return (
    <div className="space-y-8">
      <ActionForm form={form} fields={{ etag: refusal?.values['etag'] ?? etag }} className="space-y-6">
        <AnswerFormFields {...props} opened={opened.values} etag={etag} setEtag={setEtag} />
      </ActionForm>
      {answer !== undefined && values.visibility === 'hidden' && (
        <Removal
          form={form}
          fields={{ intent: 'editor.delete', etag }}
          label={text('support.edit.delete')}
          question={text('support.edit.deleteQuestion')}
          submit={text('editor.delete.submit')}
        />
      )}
    </div>
  );
}

interface AnswerFormFieldsProps extends AnswerEditorProps {
  readonly opened: AnswerValues;
  readonly etag: string;
  readonly setEtag: (etag: string) => void;
}

function AnswerFormFields({ form, answer, values, opened, etag, setEtag, zones, isNew }: AnswerFormFieldsProps) {
  const refusal = form.refusalOf({});
  const fieldOf: AnswerFieldOf = (name) => ({
    ...{ name, error: refusal?.problem.fields?.[name] },
    defaultValue: refusal?.values[name] ?? opened[name],
  });
  const isHidden = values.visibility === 'hidden';
  return (
    <>
      <Writing fieldOf={fieldOf} />
      <div className="save-bar">
        <SaveButtons isNew={answer === undefined} isHidden={isHidden} />
        <Autosave
          place={answer ?? NEW_ANSWER}
          names={ANSWER_FIELDS}
          etag={etag}
          onTake={setEtag}
          was={isNew ? NEW_ANSWER : undefined}
        />
      </div>
      <Facts fieldOf={fieldOf} />
      {answer && (
        <SchedulePanel
          schedules={answer.schedules}
          actions={isHidden ? SCHEDULED_ACTIONS : ['unpublish']}
          refusal={refusal}
          zones={zones}
        />
      )}
    </>
  );
}

function SaveButtons({ isNew, isHidden }: { readonly isNew: boolean; readonly isHidden: boolean }) {
  const { text } = useText();
  return (
    <div className="flex flex-wrap gap-3">
      <Submit kind="loud" name="intent" value="editor.save" aria-keyshortcuts="Control+S Meta+S">
        {text('support.edit.save')}
      </Submit>
      {!isNew && (
        <Submit
          kind={isHidden ? 'plain' : 'danger'}
          name="intent"
          value={isHidden ? 'editor.publish' : 'editor.unpublish'}
        >
          {text(isHidden ? 'editor.save.publish' : 'editor.save.unpublish')}
        </Submit>
      )}
    </div>
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
          rows={3}
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
