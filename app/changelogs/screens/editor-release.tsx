import { useLocation } from 'react-router';

import { UndoForm } from '#app/current/forms/action-form.tsx';
import { formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { TextKey } from '#app/current/locale.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { titleOf } from '#app/current/page/title.ts';
import { DocumentHeader } from '#app/editor/document-header.tsx';
import { undoFromQuery } from '#app/editor/forms/undo-query.ts';
import { useSavedEtag } from '#app/editor/forms/use-saved-etag.ts';
import { OwnDraftNotice } from '#app/editor/own-draft-notice.tsx';
import { PresenceList } from '#app/editor/presence/presence-list.tsx';
import { PreviewLinksPanel } from '#app/editor/previews/preview-links-panel.tsx';
import { ReviewPanel } from '#app/editor/reviews/review-panel.tsx';
import { hasKey } from '#lib/has-key.ts';
import { Notice } from '#lib/ui/notice.tsx';

import { changelogPath } from '../changelog.ts';
import { ReleaseEditor } from '../editing/release-editor.tsx';
import { LABELS, ROLE_NAMES } from '../editing/release-fieldset.tsx';
import { answerReleaseEditor } from '../editing/release-forms.server.ts';
import { releasePath } from '../editing/release-path.ts';
import { loadNewRelease, loadRelease } from '../editing/release-screen.server.ts';
import type { Route } from './+types/editor-release';

/** Of the form: text of other scripts is three times as long in it. */
const MAX_FORM_BYTES = 1024 * 1024;
const NEW = 'new';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const { searchParams } = url;
  const { app, version } = params;
  const done = searchParams.get('done');
  const role = searchParams.get('role') ?? undefined;
  const page =
    version === NEW
      ? await loadNewRelease(current, app, { version: searchParams.get('version') ?? '', role })
      : await loadRelease(current, { app, version, role });
  const { name, values } = page;
  const title =
    version === NEW
      ? text('releases.page.new', { name })
      : text('releases.page.edit', { name, version: values.version });
  return {
    ...page,
    ...{ isTaken: searchParams.has('draft'), done: hasKey(DONE, done) ? done : undefined, title },
    undo: page.release && undoFromQuery(searchParams, page.release.etag),
    head: { title: await titleOf(current.locale, title), description: text('releases.page.about'), noindex: true },
  };
});

export const action = withCurrent(async (current, { params, request, url }: Route.ActionArgs) => {
  const { app, version, locale } = params;
  const addressOf = (path: string) => inLocale({ locale }, path);
  const role = url.searchParams.get('role') ?? undefined;
  const place = version === NEW ? undefined : { app, version, role };
  return answerReleaseEditor(current, await request.formData(), { app, place, addressOf });
});

export const headers = formHeaders;

export const handle: FormHandle = { maxFormBytes: MAX_FORM_BYTES };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function EditorRelease({ loaderData, actionData, params }: Route.ComponentProps) {
  const revision = new URLSearchParams(useLocation().search).get('rev');
  // What was published, merged or moved begins anew with what is saved.
  const key = `${params.app} ${params.version} ${revision}`;
  return <ReleasePage key={key} data={loaderData} actionData={actionData} />;
}

interface ReleasePageProps {
  data: Route.ComponentProps['loaderData'];
  actionData: Route.ComponentProps['actionData'];
}

function ReleasePage({ data, actionData }: ReleasePageProps) {
  const { text } = useText();
  const { app, release, panels, own, isTaken, done, now } = data;
  const path = `/editor/releases/${app}/${release?.itemId ?? NEW}`;
  const form = useForm(actionData, { of: 'editor.', action: useSitePath(path) });
  const [etag] = useSavedEtag(form.state, release?.etag ?? '');
  return (
    <div lang="en" className="mx-auto max-w-7xl space-y-6">
      <ReleaseHeader {...data} />
      {release && panels && <PresenceList place={release} initial={panels.people} ownId={panels.ownId} now={now} />}
      <FormNotice
        form={form}
        done={done && text(DONE[done])}
        undo={<UndoForm form={form} before={data.undo} label={text('editor.undo')} />}
      />
      {own && !isTaken && (
        <OwnDraftNotice
          form={form}
          savedAt={own.savedAt}
          now={now}
          changed={own.changed.map((name) => text(name === 'lines' ? 'releases.lines.heading' : LABELS[name]))}
          to={`${path}?draft=yes`}
        />
      )}
      {own && isTaken && <Notice>{text('editor.own.taken')}</Notice>}
      <ReleaseEditor
        {...data}
        form={form}
        typed={isTaken ? own : undefined}
        isNew={done === 'created' || done === 'unready' || done === 'published'}
      />
      {panels && (
        <>
          <ReviewPanel form={form} review={panels.review} etag={etag} now={now} />
          <PreviewLinksPanel form={form} links={panels.links} now={now} />
        </>
      )}
    </div>
  );
}

function ReleaseHeader({ app, path, title, release, values, variants }: ReleasePageProps['data']) {
  const { text } = useText();
  const { version, visibility } = values;
  const all = { to: `/editor/releases/${app}`, words: text('releases.page.all') };
  if (release === undefined) return <DocumentHeader title={title} state={undefined} places={[all]} />;
  const { itemId, isHidden } = release;
  return (
    <DocumentHeader
      title={title}
      state={{
        tone: isHidden ? 'loud' : 'success',
        words: text(isHidden ? 'post.card.hidden' : VISIBLE[visibility === 'unlisted' ? 'unlisted' : 'public']),
      }}
      places={[
        { to: changelogPath(path, { version }), words: text('editor.page.read') },
        { to: releasePath({ app, version: itemId }, {}, '/versions'), words: text('editor.page.versions') },
        all,
      ]}
    >
      <Variants app={app} version={version} variants={variants} />
    </DocumentHeader>
  );
}

/** Other items of the same version: what each of them adds is for its role. */
function Variants({
  app,
  version,
  variants,
}: {
  app: string;
  version: string;
  variants: ReleasePageProps['data']['variants'];
}) {
  const { text } = useText();
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <span>{text('releases.variants.title')}</span>
      {variants.map(({ role, isWritten, isHere }) =>
        isHere ? (
          <strong key={role} aria-current="true">
            {text(ROLE_NAMES[role])}
          </strong>
        ) : (
          <SiteLink
            key={role}
            to={isWritten ? releasePath({ app, version, role }) : releasePath({ app, version: NEW }, { version, role })}
            className="text-link underline"
          >
            {isWritten ? text(ROLE_NAMES[role]) : text('releases.variants.add', { role: text(ROLE_NAMES[role]) })}
          </SiteLink>
        ),
      )}
    </p>
  );
}

const VISIBLE = { public: 'releases.state.out', unlisted: 'post.card.unlisted' } as const;

const DONE = {
  created: 'releases.done.created',
  unready: 'editor.done.unready',
  saved: 'editor.done.saved',
  merged: 'editor.done.merged',
  published: 'editor.done.published',
  unpublished: 'editor.done.unpublished',
  restored: 'editor.done.restored',
  undeleted: 'editor.done.undeleted',
} as const satisfies Record<string, TextKey>;
