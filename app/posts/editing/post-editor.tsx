import { useRef, useState } from 'react';

import { MAX_BLURB, MAX_TITLE, toSlug } from '#app/articles/article-fields.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { Removal } from '#app/current/forms/removal.tsx';
import { moveFocus } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { localeOrDefault, useText } from '#app/current/locale.ts';
import { CheckCount, CheckDetails } from '#app/editor/check-list.tsx';
import type { Finding } from '#app/editor/finding.ts';
import { readFindings, readMerge, useSavedEtag } from '#app/editor/forms/use-saved-etag.ts';
import { MergeView } from '#app/editor/merge-view.tsx';
import type { OwnDraftFields } from '#app/editor/own-draft.ts';
import { SchedulePanel } from '#app/editor/schedule-panel.tsx';
import { SCHEDULED_ACTIONS } from '#app/editor/schedule.ts';
import type { Schedule } from '#app/editor/schedule.ts';
import { Autosave } from '#app/editor/writing/autosave.tsx';
import type { TakenTextarea } from '#app/editor/writing/code-mirror.ts';
import { useLivePreview } from '#app/editor/writing/live-preview.ts';
import { TextEditor } from '#app/editor/writing/text-editor.tsx';
import { TextPreview } from '#app/editor/writing/text-preview.tsx';
import { shareCardUrl } from '#app/media/share-card.ts';
import { Details } from '#lib/ui/details.tsx';
import { CheckboxField, Field, TextareaField } from '#lib/ui/field.tsx';

import { CHECK_TEXTS } from './checks/check-texts.ts';
import { PostAppearance } from './post-appearance.tsx';
import { NEW_POST, POST_FIELDS } from './post-fields.ts';
import type { PostField, PostValues } from './post-fields.ts';
import { PostFieldset } from './post-fieldset.tsx';
import type { PostFieldProps } from './post-fieldset.tsx';
import { checksFailed } from './problems.ts';
import { ReaderCounts } from './reader-counts.tsx';
import type { PostReaders } from './reader-counts.tsx';

interface EditorPost {
  readonly itemId: string;
  readonly crateId: string;
  readonly etag: string;
  readonly isDraft: boolean;
  /** It is the newer draft of a post. */
  readonly isNewer: boolean;
  /** A review is under way, and to publish it all the same has to be said. */
  readonly isHeldBack: boolean;
  readonly schedules: readonly Schedule[];
  readonly formers: readonly string[];
}

interface PostEditorProps {
  form: PageForm;
  /** Undefined while there is none yet. */
  post: EditorPost | undefined;
  values: PostValues;
  typed: OwnDraftFields | undefined;
  games: readonly { slug: string; name: string }[];
  authors: readonly string[];
  zones: readonly string[];
  isNew: boolean;
  /** Of the page of the post: a host and the parts of a path before its name. */
  address: readonly string[];
  /** Undefined before it is out. */
  readers: PostReaders | undefined;
}

/** The whole form of a post. What was typed stays whatever happens, and a conflict shows what is to be merged. */
export function PostEditor(props: PostEditorProps) {
  const { text } = useText();
  const { form, post, values, typed } = props;
  // Not the page's data, which follows what others save while somebody types.
  const [opened] = useState({ values: { ...values, ...typed?.fields }, etag: typed?.etag ?? post?.etag ?? '' });
  const [etag, setEtag] = useSavedEtag(form.state, opened.etag);
  const refusal = form.findRefusal({});
  const merge = readMerge(form.state);
  const labels = Object.fromEntries(Object.entries(LABELS).map(([name, key]) => [name, text(key)]));
  if (merge !== undefined) {
    return <MergeView form={form} merge={merge} typed={refusal?.values ?? {}} labels={labels} />;
  }
  return (
    <div className="space-y-8">
      <ActionForm form={form} fields={{ etag: refusal?.values['etag'] ?? etag }} className="space-y-6">
        <PostFormFields {...props} opened={opened.values} etag={etag} setEtag={setEtag} labels={labels} />
      </ActionForm>
      {post && <PostRemoval form={form} etag={etag} isDraft={post.isDraft} />}
    </div>
  );
}

interface PostFormFieldsProps extends PostEditorProps {
  opened: PostValues;
  etag: string;
  setEtag: (etag: string) => void;
  labels: Readonly<Record<string, string>>;
}

function PostFormFields({ form, post, values, opened, etag, setEtag, labels, ...props }: PostFormFieldsProps) {
  const root = useRef<HTMLDivElement>(null);
  const [shown, isBehind] = useLivePreview({ root, names: POST_FIELDS, text: 'text', language: 'language' });
  const writing = useRef<TakenTextarea>(undefined);
  const takeWriting = (taken: TakenTextarea | undefined) => void (writing.current = taken);
  const refusal = form.findRefusal({});
  const findings = shown?.findings ?? readFindings(form.state);
  const field = (name: PostField) => ({
    name,
    id: `field-${name}`,
    label: labels[name],
    error: refusal?.problem.fields?.[name],
    defaultValue: refusal?.values[name] ?? opened[name],
  });
  const goTo = (finding: Finding) => goToFinding(writing.current, finding);
  const beside = { post, saved: values, fields: shown?.fields ?? opened, findings, labels, goTo };
  return (
    <>
      <div ref={root} className="writing-room">
        <Writing field={field} onTaken={takeWriting} />
        <div className="writing-side">
          <TextPreview shown={shown} isBehind={isBehind} />
          <Shelf {...props} {...beside} isOpen={refusal?.problem.code === checksFailed.code} />
        </div>
      </div>
      <div className="save-bar">
        <SaveButtons post={post} isVisible={values.visibility !== 'hidden'} />
        <CheckCount findings={findings} />
        <Autosave
          itemKey={post ?? NEW_POST}
          names={POST_FIELDS}
          etag={etag}
          onTake={setEtag}
          was={props.isNew ? NEW_POST : undefined}
          formers={post?.formers}
        />
      </div>
      <PostFieldset field={field} games={props.games} authors={props.authors} />
      {post && (
        <SchedulePanel
          schedules={post.schedules}
          actions={post.isNewer ? ['publish'] : post.isDraft ? SCHEDULED_ACTIONS : ['unpublish']}
          refusal={refusal}
          zones={props.zones}
        />
      )}
    </>
  );
}

function goToFinding(text: TakenTextarea | undefined, { line, field }: Finding): void {
  if (line !== undefined) text?.goToLine(line);
  else if (field === 'text') text?.focus();
  else moveFocus(document.getElementById(`field-${field}`));
}

interface ShelfProps extends Pick<PostEditorProps, 'post' | 'address' | 'readers'> {
  saved: PostValues;
  fields: Readonly<Record<string, string>>;
  findings: readonly Finding[] | undefined;
  labels: Readonly<Record<string, string>>;
  goTo: (finding: Finding) => void;
  isOpen: boolean;
}

function Shelf({ post, address, readers, saved, fields, findings, labels, goTo, isOpen }: ShelfProps) {
  const { text } = useText();
  const { title = '', blurb = '', slug = '', image } = fields;
  const name = slug || toSlug(title) || '…';
  return (
    <div className="shelf">
      <CheckDetails findings={findings} texts={CHECK_TEXTS} labels={labels} isOpen={isOpen} goTo={goTo} />
      <Details summary={text('editor.look.title')}>
        <PostAppearance
          title={title}
          blurb={blurb}
          address={[...address, name]}
          card={post && urlToCard(post, saved)}
          isCardOld={title !== saved.title || image !== saved.image}
        />
      </Details>
      {readers && (
        <Details summary={text('editor.readers.title')}>
          <ReaderCounts readers={readers} />
        </Details>
      )}
    </div>
  );
}

/** With its state, so that it is asked for anew once that is another. */
function urlToCard({ itemId, isDraft, etag }: EditorPost, { slug, language }: PostValues): string {
  const id = isDraft ? itemId : slug || itemId;
  const url = shareCardUrl(isDraft ? 'draft' : 'post', id, localeOrDefault(language));
  return `${url}&rev=${encodeURIComponent(etag)}`;
}

function PostRemoval({ form, etag, isDraft }: { form: PageForm; etag: string; isDraft: boolean }) {
  const { text } = useText();
  return (
    <Removal
      form={form}
      fields={{ intent: 'editor.delete', etag }}
      label={text(isDraft ? 'editor.delete.label' : 'editor.delete.post')}
      question={text(isDraft ? 'editor.delete.question' : 'editor.delete.postQuestion')}
      submit={text('editor.delete.submit')}
    />
  );
}

interface WritingProps {
  field: (name: PostField) => PostFieldProps;
  onTaken: (taken: TakenTextarea | undefined) => void;
}

function Writing({ field, onTaken }: WritingProps) {
  const { text } = useText();
  return (
    <div className="min-w-0 space-y-5">
      <Field {...field('title')} required maxLength={MAX_TITLE} className="title-field" />
      <TextareaField {...field('blurb')} hint={text('editor.field.blurbHint')} rows={2} maxLength={MAX_BLURB} />
      <TextEditor {...field('text')} hint={text('editor.field.textHint')} onTaken={onTaken} />
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
      {isPublished && (
        <Submit name="intent" value="editor.saveLater">
          {text('editor.save.later')}
        </Submit>
      )}
      {isPublished && isVisible && (
        <Submit kind="danger" name="intent" value="editor.unpublish">
          {text('editor.save.unpublish')}
        </Submit>
      )}
      {post?.isHeldBack === true && (
        <CheckboxField name="unapproved" value="yes" label={text('editor.review.unapproved')} />
      )}
    </div>
  );
}
