import { useLocation } from 'react-router';

import { formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormFields } from '#app/current/forms/form-fields.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { TextKey } from '#app/current/locale.ts';
import { getText, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { DocumentHeader } from '#app/editor/document-header.tsx';
import { DocumentPage, isBegun } from '#app/editor/kinds/document-page.tsx';
import { answerEditor } from '#app/editor/kinds/kind-forms.server.ts';
import { NEW_NAME } from '#app/editor/own-draft.ts';

import { changelogPath } from '../changelog.ts';
import { lineIntents } from '../editing/line-forms.server.ts';
import { takePasted } from '../editing/pasted-lines.ts';
import { previewRelease } from '../editing/release-checks.server.ts';
import { ReleaseEditor } from '../editing/release-editor.tsx';
import { LABELS, ROLE_NAMES } from '../editing/release-fieldset.tsx';
import { releasePath } from '../editing/release-path.ts';
import { openRelease } from '../editing/release-screen.server.ts';
import type { ReleaseValues } from '../editing/release-values.ts';
import { releaseKind } from '../editing/releases-kind.server.ts';
import { releaseUnready } from '../problems.ts';
import type { Route } from './+types/editor-release';

/** Of the form: text of other scripts is three times as long in it. */
const MAX_FORM_BYTES = 1024 * 1024;

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const release = await openRelease(current, params, url.searchParams);
  const { name, page } = release;
  const title =
    page.document === undefined
      ? text('releases.page.new', { name })
      : text('releases.page.edit', { name, version: page.values.version });
  return {
    ...release,
    ...(page.document && { seenAt: changelogPath(release.path, { version: page.values.version }) }),
    title,
    head: { title: title, description: text('releases.page.about'), noindex: true },
  };
});

export const action = withCurrent(async (current, { params, request, url }: Route.ActionArgs) => {
  const { app, version } = params;
  const name = version === NEW_NAME ? undefined : version;
  const kind = releaseKind(current, app, url.searchParams.get('role') ?? undefined);
  const form = await request.formData();
  const intent = new FormFields(form).raw('intent');
  const isAboutLines = intent === '' || Object.hasOwn(lineIntents, intent);
  return answerEditor(current, kind, isAboutLines ? form : takePasted(form), {
    name,
    params,
    intents: lineIntents,
    unready: {
      kind: releaseUnready,
      find: async (fields) => (await previewRelease(current, app, kind.typedIn(fields), name)).findings,
    },
    // A button of a line says which one instead of an intent.
    otherwise: 'editor.changeLine',
  });
});

export const headers = formHeaders;

export const handle: FormHandle = { maxFormBytes: MAX_FORM_BYTES };

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

function ReleasePage({ data: { page, ...data }, actionData }: ReleasePageProps) {
  const { document: release, own, isTaken, done } = page;
  const path = `/editor/releases/${data.app}/${release?.itemId ?? NEW_NAME}`;
  const form = useForm(actionData, { of: 'editor.', action: useSitePath(path) });
  return (
    <DocumentPage
      form={form}
      path={path}
      page={page}
      labels={{ ...LABELS, lines: 'releases.lines.heading' }}
      done={DONE}
      header={<ReleaseHeader {...data} {...page} />}
    >
      <ReleaseEditor
        {...data}
        {...page}
        form={form}
        release={release}
        typed={isTaken ? own : undefined}
        isNew={isBegun(done)}
      />
    </DocumentPage>
  );
}

interface ReleaseHeaderProps extends Omit<ReleasePageProps['data'], 'page'> {
  document: ReleasePageProps['data']['page']['document'];
  values: ReleaseValues;
}

function ReleaseHeader({ app, path, title, document: release, values, variants }: ReleaseHeaderProps) {
  const { text } = useText();
  const { version, visibility } = values;
  const all = { to: `/editor/releases/${app}`, words: text('releases.page.all') };
  if (release === undefined) return <DocumentHeader title={title} state={undefined} links={[all]} />;
  const { itemId, isHidden } = release;
  return (
    <DocumentHeader
      title={title}
      state={{
        tone: isHidden ? 'loud' : 'success',
        words: text(isHidden ? 'post.card.hidden' : VISIBLE[visibility === 'unlisted' ? 'unlisted' : 'public']),
      }}
      links={[
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
            to={
              isWritten
                ? releasePath({ app, version, role })
                : releasePath({ app, version: NEW_NAME }, { version, role })
            }
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

const DONE = { created: 'releases.done.created' } as const satisfies Record<string, TextKey>;
