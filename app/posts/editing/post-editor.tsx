import { useState } from 'react';

import { Autosave } from '#app/editor/writing/autosave.tsx';
import { MergeView } from '#app/editor/merge-view.tsx';
import type { Merge } from '#app/editor/merge.ts';
import type { OwnDraftFields } from '#app/editor/own-draft.ts';
import { SCHEDULED_ACTIONS } from '#app/editor/schedule.ts';
import type { Schedule } from '#app/editor/schedule.ts';
import { SchedulePanel } from '#app/editor/schedule-panel.tsx';
import { TextEditor } from '#app/editor/writing/text-editor.tsx';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { FormState } from '#app/current/forms/form-state.ts';
import { Removal } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Field, TextareaField } from '#lib/ui/field.tsx';

import { MAX_BLURB, MAX_TITLE, NEW_DRAFT, POST_FIELDS } from './post-fields.ts';
import type { PostField, PostValues } from './post-fields.ts';
import { PostFieldset } from './post-fieldset.tsx';
import type { PostFieldProps } from './post-fieldset.tsx';

export interface EditorPost {
  readonly itemId: string;
  readonly crateId: string;
  readonly etag: string;
  readonly isDraft: boolean;
  readonly schedules: readonly Schedule[];
}

interface PostEditorProps {
  form: PageForm;
  /** Undefined while there is none yet. */
  post: EditorPost | undefined;
  values: PostValues;
  /** What the writer has typed before and takes up again. */
  typed: OwnDraftFields | undefined;
  games: readonly { slug: string; name: string }[];
  /** The authors as they are saved, by their names. */
  authors: readonly string[];
  /** Names of time zones, to choose from. */
  zones: readonly string[];
  /** It was made of what was typed into the form of a new one. */
  isNew: boolean;
}

/** The whole form of a post. What was typed stays whatever happens, and a conflict shows what is to be merged. */
export function PostEditor({ form, post, values, typed, games, authors, zones, isNew }: PostEditorProps) {
  const { text } = useText();
  // Not the page's data, which follows what others save while somebody types.
  const [opened] = useState({ values: { ...values, ...typed?.fields }, etag: typed?.etag ?? post?.etag ?? '' });
  const [etag, setEtag] = useSavedEtag(form.state, opened.etag);
  const refusal = form.refusalOf({});
  const merge = mergeOf(form.state);
  const labels = Object.fromEntries(Object.entries(LABELS).map(([name, key]) => [name, text(key)]));
  const field = (name: PostField) => ({
    name,
    label: labels[name],
    error: refusal?.problem.fields?.[name],
    defaultValue: refusal?.values[name] ?? opened.values[name],
  });
  if (merge !== undefined) {
    return <MergeView form={form} merge={merge} typed={refusal?.values ?? {}} labels={labels} />;
  }
  return (
    <div className="space-y-8">
      <ActionForm
        form={form}
        fields={{ etag: refusal?.values['etag'] ?? etag, savedSlug: values.slug }}
        className="space-y-6"
      >
        <Writing field={field} />
        <Autosave
          place={post ?? NEW_DRAFT}
          names={POST_FIELDS}
          etag={etag}
          onTake={setEtag}
          was={isNew ? NEW_DRAFT : undefined}
        />
        <SaveButtons post={post} isVisible={values.visibility !== 'hidden'} />
        <PostFieldset field={field} games={games} authors={authors} />
        {post && (
          <SchedulePanel
            schedules={post.schedules}
            actions={post.isDraft ? SCHEDULED_ACTIONS : ['unpublish']}
            refusal={refusal}
            zones={zones}
          />
        )}
      </ActionForm>
      {post?.isDraft === true && <DraftRemoval form={form} etag={etag} />}
    </div>
  );
}

function DraftRemoval({ form, etag }: { form: PageForm; etag: string }) {
  const { text } = useText();
  return (
    <Removal
      form={form}
      fields={{ intent: 'editor.delete', etag }}
      label={text('editor.delete.label')}
      question={text('editor.delete.question')}
      submit={text('editor.delete.submit')}
    />
  );
}

/** Title, blurb and text. */
function Writing({ field }: { field: (name: PostField) => PostFieldProps }) {
  const { text } = useText();
  return (
    <div className="min-w-0 space-y-5">
      <Field {...field('title')} required maxLength={MAX_TITLE} className="text-lg" />
      <TextareaField {...field('blurb')} hint={text('editor.field.blurbHint')} rows={2} maxLength={MAX_BLURB} />
      <TextEditor {...field('text')} hint={text('editor.field.textHint')} />
    </div>
  );
}

export const LABELS = {
  title: 'editor.field.title',
  blurb: 'editor.field.blurb',
  slug: 'editor.field.slug',
  text: 'editor.field.text',
  image: 'editor.field.image',
  imageAlt: 'editor.field.imageAlt',
  authors: 'editor.field.authors',
  author: 'editor.field.author',
  topics: 'editor.field.topics',
  game: 'editor.field.game',
  visibility: 'editor.field.visibility',
  date: 'editor.field.date',
  language: 'editor.field.language',
} as const satisfies Record<PostField, string>;

function SaveButtons({ post, isVisible }: { post: EditorPost | undefined; isVisible: boolean }) {
  const { text } = useText();
  const isPublished = post?.isDraft === false;
  return (
    <div className="flex flex-wrap gap-3">
      <Submit kind="loud" name="intent" value="editor.save" aria-keyshortcuts="Control+S Meta+S">
        {text(isPublished ? 'editor.save.post' : 'editor.save.draft')}
      </Submit>
      {!isPublished && (
        <Submit name="intent" value="editor.publish">
          {text('editor.save.publish')}
        </Submit>
      )}
      {isPublished && isVisible && (
        <Submit kind="danger" name="intent" value="editor.unpublish">
          {text('editor.save.unpublish')}
        </Submit>
      )}
    </div>
  );
}

/**
 * Of the state in the fields: of the page as it was opened, then of each save. Not of the page's data, which may be newer
 * than what the fields hold.
 */
function useSavedEtag(state: FormState | undefined, opened: string) {
  const [etag, setEtag] = useState(opened);
  const [last, setLast] = useState<string>();
  const result: unknown = state?.done === true ? state.result : undefined;
  const saved: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'etag') : undefined;
  if (typeof saved === 'string' && saved !== last) {
    setLast(saved);
    setEtag(saved);
  }
  return [etag, setEtag] as const;
}

function mergeOf(state: FormState | undefined): Merge | undefined {
  return state !== undefined && 'merge' in state ? (state.merge as Merge) : undefined;
}
