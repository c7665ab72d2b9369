import { UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { listIntents } from '#app/editor/kinds/kind-forms.server.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { EditedList } from '../editing/edited-list.tsx';
import { listReleases } from '../editing/release-lists.server.ts';
import { releasePath } from '../editing/release-path.ts';
import { releaseKind } from '../editing/releases-kind.server.ts';
import { requireVersion } from '../versions.ts';
import type { Route } from './+types/editor-releases';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const version = (name: string) => {
    const typed = url.searchParams.get(name) || undefined;
    return typed && requireVersion(typed);
  };
  const page = await listReleases(current, params.app, { after: version('after'), before: version('before') });
  const text = await getText(current.locale);
  return {
    page,
    deleted: url.searchParams.get('done') === 'deleted' ? (url.searchParams.get('item') ?? '') : undefined,
    head: {
      title: text('releases.page.of', { name: page.name }),
      description: text('releases.page.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), listIntents(releaseKind(current, params.app), params)),
);

export const headers = formHeaders;

export default function EditorReleases({ loaderData: { page, deleted }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { app, name, path, releases, newer, older } = page;
  const form = useForm(actionData, { of: 'editor.', action: useSitePath(`/editor/releases/${app}`) });
  const undo = { intent: 'editor.undelete', fields: { itemId: deleted ?? '' } };
  const step = (query: string, version: string | undefined, key: 'releases.list.newer' | 'releases.list.older') =>
    version === undefined
      ? undefined
      : { to: `/editor/releases/${app}?${query}=${encodeURIComponent(version)}`, text: text(key) };
  return (
    <div lang="en" className="mx-auto max-w-4xl space-y-6">
      <header className="flex flex-wrap items-baseline gap-x-6 gap-y-3">
        <h1 className="text-4xl wrap-anywhere">{text('releases.page.of', { name })}</h1>
        <nav aria-label={text('editor.page.places')} className="ms-auto flex flex-wrap gap-4 font-bold">
          <SiteLink to={path} className="text-link underline">
            {text('editor.page.read')}
          </SiteLink>
          <SiteLink to="/editor/releases" className="text-link underline">
            {text('releases.page.title')}
          </SiteLink>
        </nav>
      </header>
      <FormNotice
        form={form}
        done={deleted === undefined ? undefined : text('releases.done.deleted')}
        undo={<UndoForm form={form} before={undo} label={text('editor.undo')} />}
      />
      <SiteLink to={releasePath({ app, version: 'new' })} className={buttonClass('loud')}>
        {text('releases.list.new')}
      </SiteLink>
      <div className="block-card min-w-0 px-5 py-2">
        <EditedList app={app} releases={releases} />
      </div>
      <Pagination
        label={text('releases.list.pages')}
        previous={step('before', newer, 'releases.list.newer')}
        next={step('after', older, 'releases.list.older')}
        link={SiteLink}
      />
    </div>
  );
}
