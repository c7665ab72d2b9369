import { redirect } from 'react-router';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { getText, isLocale, localePath, useText } from '#app/current/locale.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { titleOf } from '#app/current/page/title.ts';
import { VersionList } from '#app/editor/version-list.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { LABELS } from '../editing/post-editor.tsx';
import { compareWithVersion, listPostVersions, restorePost } from '../editing/post-versions.server.ts';
import { VersionDiff } from '../editing/version-diff.tsx';

import type { Route } from './+types/editor-versions';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const revision = (name: string) => {
    const text = url.searchParams.get(name) ?? '';
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
  };
  const { post, versions, next } = await listPostVersions(current, params.name, revision('before'));
  const rev = revision('rev');
  const compared = rev === undefined ? undefined : await compareWithVersion(current, post, rev);
  const text = await getText(current.locale);
  const { itemId, name, etag } = post.item;
  return {
    ...{ versions, next, compared, etag, path: `/editor/${encodeURIComponent(name ?? itemId)}` },
    title: post.values.title,
    head: {
      title: await titleOf(current.locale, text('editor.versions.page', { title: post.values.title })),
      description: text('editor.page.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), {
    'editor.restore': async (current, fields) => {
      const item = await restorePost(current, params.name, fields.raw('rev'), fields.raw('etag'));
      const path = `/editor/${encodeURIComponent(item.name ?? item.itemId)}?done=restored&rev=${item.etag.slice(1, -1)}`;
      return redirect(isLocale(params.locale) ? localePath(params.locale, path) : path, 303);
    },
  }),
);

export const headers = formHeaders;

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function EditorVersions({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { versions, next, compared, etag, path, title } = loaderData;
  const form = useForm(actionData, { of: 'editor.', action: useSitePath(`${path}/versions`) });
  return (
    <div lang="en" className="mx-auto max-w-5xl space-y-6">
      <h1 className="text-3xl wrap-anywhere">{text('editor.versions.title', { title })}</h1>
      <SiteLink to={path} className="font-bold text-link underline">
        {text('editor.versions.back')}
      </SiteLink>
      <FormNotice form={form} />
      {compared && (
        <VersionDiff compared={compared} nameOf={(name) => text(LABELS[name])}>
          <ActionForm form={form} fields={{ intent: 'editor.restore', rev: String(compared.rev), etag }}>
            <Submit kind="loud">{text('editor.versions.restore')}</Submit>
          </ActionForm>
        </VersionDiff>
      )}
      <VersionList versions={versions} path={path} shown={compared?.rev} />
      <Pagination
        label={text('editor.versions.pages')}
        next={
          next === undefined
            ? undefined
            : { to: `${path}/versions?before=${next}`, text: text('editor.versions.older') }
        }
        link={SiteLink}
      />
    </div>
  );
}
