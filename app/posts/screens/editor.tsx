import { useLocation } from 'react-router';

import { findShownNames } from '#app/aliases/aliases.server.ts';
import { visibilityName } from '#app/articles/article-fields.ts';
import { UndoForm } from '#app/current/forms/action-form.tsx';
import { formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { titleOf } from '#app/current/page/title.ts';
import { requireUser } from '#app/current/permission.ts';
import { DocumentHeader } from '#app/editor/document-header.tsx';
import { undoFromQuery } from '#app/editor/forms/undo-query.ts';
import { OwnDraftNotice } from '#app/editor/own-draft-notice.tsx';
import { findOwnChanges } from '#app/editor/own-drafts.server.ts';
import { PresenceList } from '#app/editor/presence/presence-list.tsx';
import { ApprovalRule } from '#app/editor/reviews/review-panel.tsx';
import { findSchedules } from '#app/editor/schedules.server.ts';
import { hasKey } from '#lib/has-key.ts';
import { Notice } from '#lib/ui/notice.tsx';

import { DraftList } from '../editing/draft-list.tsx';
import { getEditedPost, listDrafts } from '../editing/edited-posts.server.ts';
import { answerEditor } from '../editing/editor-forms.server.ts';
import { findOtherState } from '../editing/newer-drafts.server.ts';
import { OtherStateNotice } from '../editing/other-state-notice.tsx';
import { LABELS, PostEditor } from '../editing/post-editor.tsx';
import { NEW_DRAFT, POST_FIELDS, emptyValues, newerOf } from '../editing/post-fields.ts';
import { findApprovalRule, findPanels } from '../editing/post-panels.server.ts';
import { PostPanels } from '../editing/post-panels.tsx';
import { countReaders } from '../editing/post-readers.server.ts';
import { gameChoices } from '../editing/saves.server.ts';
import type { Route } from './+types/editor';

/** Of the form: text of other scripts is three times as long in it. */
const MAX_FORM_BYTES = 4 * 1024 * 1024;

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const { searchParams } = url;
  const done = searchParams.get('done');
  const page = {
    ...{ games: gameChoices(), zones: Intl.supportedValuesOf('timeZone'), now: current.now().getTime() },
    ...{ isTaken: searchParams.has('draft'), done: hasKey(DONE, done) ? done : undefined },
    address: [new URL(current.config.publicUrl).host, 'post'],
  };
  const deleted = done === 'deleted' ? (searchParams.get('item') ?? undefined) : undefined;
  const headFor = async (title: string) => ({
    ...{ title: await titleOf(current.locale, title), description: text('editor.page.about'), noindex: true },
  });
  if (params.name === undefined) {
    const desk = await listDrafts(current, searchParams.get('after') ?? undefined);
    const values = emptyValues(requireUser(current));
    const rule = await findApprovalRule(current);
    const own = await findOwnChanges(current, NEW_DRAFT, POST_FIELDS, values);
    const head = await headFor(text('editor.page.new'));
    return {
      ...{ ...page, desk, rule, values, own, authors: [], head },
      ...{ post: undefined, panels: undefined, readers: undefined, other: undefined },
      undo: deleted === undefined ? undefined : { intent: 'editor.undelete', fields: { itemId: deleted } },
    };
  }
  const edited = await getEditedPost(current, params.name);
  const { item, values, isDraft } = edited;
  const [schedules, authors, own, readers, panels, other] = await Promise.all([
    findSchedules(current, item),
    findShownNames(current, item.collaborators),
    findOwnChanges(current, item, POST_FIELDS, values),
    isDraft ? undefined : countReaders(current, item),
    findPanels(current, item),
    findOtherState(current, edited),
  ]);
  const { itemId, crateId, etag } = item;
  const { standing, isNeeded } = panels.review;
  const isHeldBack = isDraft && !isNeeded && standing !== 'none' && standing !== 'approved';
  return {
    ...{ ...page, desk: undefined, rule: undefined, values, own, readers, panels, other },
    authors: [...authors.values()],
    post: { itemId, crateId, etag, isDraft, isNewer: newerOf(item) !== undefined, isHeldBack, schedules },
    undo: undoFromQuery(searchParams, etag),
    head: await headFor(text('editor.page.edit', { title: values.title })),
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) => {
  const { name, locale } = params;
  const addressOf = (path: string) => inLocale({ locale }, path);
  return answerEditor(current, await request.formData(), { name, addressOf });
});

export const headers = formHeaders;

export const handle: FormHandle = { maxFormBytes: MAX_FORM_BYTES };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function Editor({ loaderData, actionData, params }: Route.ComponentProps) {
  const revision = new URLSearchParams(useLocation().search).get('rev');
  // What was published, merged or moved begins anew with what is saved.
  return <EditorPage key={`${params.name} ${revision}`} data={loaderData} actionData={actionData} />;
}

interface EditorPageProps {
  data: Route.ComponentProps['loaderData'];
  actionData: Route.ComponentProps['actionData'];
}

function EditorPage({ data, actionData }: EditorPageProps) {
  const { text } = useText();
  const { post, panels, values, own, other, isTaken, desk, rule, done, now } = data;
  const path = post ? `/editor/${post.itemId}` : '/editor';
  const form = useForm(actionData, { of: 'editor.', action: useSitePath(path) });
  return (
    <div lang="en" className="mx-auto max-w-7xl space-y-6">
      <EditorHeader post={post} values={values} />
      {post && panels && <PresenceList place={post} initial={panels.people} ownId={panels.ownId} now={now} />}
      <FormNotice
        form={form}
        done={done && text(DONE[done])}
        undo={<UndoForm form={form} before={data.undo} label={text('editor.undo')} />}
      />
      {other && <OtherStateNotice other={other} now={now} />}
      {own && !isTaken && (
        <OwnDraftNotice
          form={form}
          savedAt={own.savedAt}
          now={now}
          changed={own.changed.map((name) => text(LABELS[name]))}
          to={`${path}?draft=yes`}
        />
      )}
      {own && isTaken && <Notice>{text('editor.own.taken')}</Notice>}
      <PostEditor
        {...data}
        form={form}
        typed={isTaken ? own : undefined}
        isNew={done === 'created' || done === 'unready' || done === 'published'}
      />
      {post && panels && <PostPanels form={form} etag={post.etag} panels={panels} now={now} />}
      {desk && <DraftList {...desk} now={now} />}
      {rule !== undefined && <ApprovalRule form={form} isNeeded={rule} />}
    </div>
  );
}

function EditorHeader({ post, values }: Pick<EditorPageProps['data'], 'post' | 'values'>) {
  const { text } = useText();
  if (post === undefined) {
    const places = [
      { to: '/editor/answers', words: text('support.desk.title') },
      { to: '/editor/episodes', words: text('podcast.desk.title') },
    ];
    return <DocumentHeader title={text('editor.page.new')} state={undefined} places={places} />;
  }
  const { itemId, isDraft, isNewer } = post;
  const name = encodeURIComponent(isNewer ? itemId : values.slug || itemId);
  return (
    <DocumentHeader
      title={values.title}
      state={{
        tone: isDraft ? 'loud' : values.visibility === 'public' ? 'success' : 'plain',
        words: text(
          isNewer ? 'editor.state.newer' : isDraft ? 'editor.state.draft' : visibilityName(values.visibility),
        ),
      }}
      places={[
        ...(isDraft ? [] : [{ to: `/post/${name}`, words: text('editor.page.read') }]),
        { to: `/editor/${name}/versions`, words: text('editor.page.versions') },
        { to: '/editor', words: text('editor.page.desk') },
      ]}
    />
  );
}

const DONE = {
  created: 'editor.done.created',
  unready: 'editor.done.unready',
  saved: 'editor.done.saved',
  merged: 'editor.done.merged',
  published: 'editor.done.published',
  unpublished: 'editor.done.unpublished',
  restored: 'editor.done.restored',
  deleted: 'editor.done.deleted',
  undeleted: 'editor.done.undeleted',
  translated: 'editor.done.translated',
  later: 'editor.done.later',
  replaced: 'editor.done.replaced',
} as const;
