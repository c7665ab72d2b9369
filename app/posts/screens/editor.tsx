import { useLocation } from 'react-router';

import { findShownNames } from '#app/aliases/aliases.server.ts';
import { visibilityName } from '#app/articles/article-fields.ts';
import { TranslationsPanel } from '#app/articles/translations-panel.tsx';
import { formHeaders } from '#app/current/forms/answer-form.server.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { requireUser } from '#app/current/permission.ts';
import { DocumentHeader } from '#app/editor/document-header.tsx';
import { DocumentPage, isBegun } from '#app/editor/kinds/document-page.tsx';
import { isDraft } from '#app/editor/kinds/drafts.ts';
import { answerEditor } from '#app/editor/kinds/kind-forms.server.ts';
import { findOtherState } from '#app/editor/kinds/newer-drafts.server.ts';
import { beginDocument, openDocument } from '#app/editor/kinds/open-document.server.ts';
import { OtherStateNotice } from '#app/editor/kinds/other-state-notice.tsx';
import { ApprovalRule } from '#app/editor/reviews/review-panel.tsx';
import { findApprovalRule, setApprovalRule } from '#app/editor/reviews/reviews.server.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { previewPost } from '../editing/checks/post-checks.server.ts';
import { DraftList } from '../editing/draft-list.tsx';
import { listDrafts } from '../editing/edited-posts.server.ts';
import { LABELS, PostEditor } from '../editing/post-editor.tsx';
import { emptyValues } from '../editing/post-fields.ts';
import { countReaders } from '../editing/post-readers.server.ts';
import { listTranslations } from '../editing/post-translations.server.ts';
import { POSTS, findSeenPath, gameChoices } from '../editing/posts-kind.server.ts';
import { checksFailed } from '../editing/problems.ts';
import type { Route } from './+types/editor';

/** Of the form: text of other scripts is three times as long in it. */
const MAX_FORM_BYTES = 4 * 1024 * 1024;

export const loader = withCurrent(async (current, { params: { name }, url: { searchParams } }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const { edited, page } =
    name === undefined
      ? await beginDocument(current, POSTS, emptyValues(requireUser(current)), searchParams)
      : await openDocument(current, POSTS, name, searchParams);
  const title = edited === undefined ? text('editor.page.new') : text('editor.page.edit', page.values);
  const after = searchParams.get('after') ?? undefined;
  const isOut = edited !== undefined && !isDraft(edited.item);
  const [desk, rule, translations, other, readers, authors, seenAt] = await Promise.all([
    edited === undefined ? listDrafts(current, after) : undefined,
    edited === undefined ? findApprovalRule(current, POSTS_CRATE) : undefined,
    edited && listTranslations(current, edited.item),
    edited && findOtherState(current, POSTS, edited),
    isOut ? countReaders(current, edited.item) : undefined,
    findShownNames(current, edited?.item.collaborators ?? []),
    edited && findSeenPath(current, edited.item),
  ]);
  return {
    page,
    ...(seenAt && { seenAt }),
    desk,
    rule,
    translations,
    other,
    readers,
    authors: [...authors.values()],
    games: gameChoices,
    address: [new URL(current.config.publicUrl).host, 'post'],
    head: { title: title, description: text('editor.page.about'), noindex: true },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerEditor(current, POSTS, await request.formData(), {
    name: params.name,
    params,
    unready: {
      kind: checksFailed,
      find: async (fields) => (await previewPost(current, POSTS.typedIn(fields))).findings,
    },
    intents: {
      'editor.setApprovalRule': {
        least: 'admin',
        audit: 'review.rule',
        text: 'editor.done.rule',
        run: (current, fields) => setApprovalRule(current, POSTS_CRATE, fields.raw('isNeeded') === 'yes'),
      },
    },
  }),
);

export const headers = formHeaders;

export const handle: FormHandle = { maxFormBytes: MAX_FORM_BYTES };

export default function Editor({ loaderData, actionData, params }: Route.ComponentProps) {
  const revision = new URLSearchParams(useLocation().search).get('rev');
  // What was published, merged or moved begins anew with what is saved.
  return <EditorPage key={`${params.name} ${revision}`} data={loaderData} actionData={actionData} />;
}

interface EditorPageProps {
  data: Route.ComponentProps['loaderData'];
  actionData: Route.ComponentProps['actionData'];
}

function EditorPage({ data: { page, ...data }, actionData }: EditorPageProps) {
  const { document: post, own, isTaken, done, now } = page;
  const { other, translations, desk, rule } = data;
  const path = post ? `/editor/${post.itemId}` : '/editor';
  const form = useForm(actionData, { of: 'editor.', action: useSitePath(path) });
  return (
    <DocumentPage
      form={form}
      path={path}
      page={page}
      labels={LABELS}
      header={<EditorHeader {...page} />}
      notice={other && <OtherStateNotice other={other} labels={LABELS} now={now} />}
      translations={translations && <TranslationsPanel form={form} translations={translations} />}
    >
      <PostEditor {...data} {...page} form={form} post={post} typed={isTaken ? own : undefined} isNew={isBegun(done)} />
      {desk && <DraftList {...desk} now={now} />}
      {rule !== undefined && <ApprovalRule form={form} isNeeded={rule} />}
    </DocumentPage>
  );
}

function EditorHeader({ document: post, values }: Pick<EditorPageProps['data']['page'], 'document' | 'values'>) {
  const { text } = useText();
  if (post === undefined) {
    const links = [
      { to: '/editor/posts', words: text('editor.posts.title') },
      { to: '/editor/answers', words: text('support.desk.title') },
      { to: '/editor/episodes', words: text('podcast.desk.title') },
    ];
    return <DocumentHeader title={text('editor.page.new')} state={undefined} links={links} />;
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
      links={[
        ...(isDraft ? [] : [{ to: `/post/${name}`, words: text('editor.page.read') }]),
        { to: `/editor/${itemId}/versions`, words: text('editor.page.versions') },
        { to: '/editor/posts', words: text('editor.posts.title') },
        { to: '/editor', words: text('editor.page.desk') },
      ]}
    />
  );
}
