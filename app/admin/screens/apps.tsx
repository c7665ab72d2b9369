import { AppId, MAX_NAME } from '#app/apps/app-key.ts';
import { APP_LISTS } from '#app/apps/app.ts';
import { listApps } from '#app/apps/apps.server.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { List, ListFilter, ListHeader } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';

import { adminHead } from '../admin-head.server.ts';
import { listIntents } from '../apps/app-intents.server.ts';
import { APPS, ARCHIVED_APPS, LIST_NAMES } from '../apps/apps-table.tsx';
import { findPeople } from '../names.server.ts';
import type { Route } from './+types/apps';

const PAGE_SIZE = 50;

export const loader = withCurrent(async (current, { request }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams;
  const list = APP_LISTS.find((one) => one === query.get('list')) ?? 'working';
  const { data: after = '' } = AppId.safeParse(query.get('after'));
  const { apps, next } = await listApps(current, { list, after, limit: PAGE_SIZE });
  const owners = await findPeople(
    current,
    apps.flatMap(({ ownerId }) => ownerId ?? []),
  );
  return {
    list,
    isFirst: after === '',
    apps: apps.map((app) => Object.assign({ owner: app.ownerId === null ? undefined : owners(app.ownerId) }, app)),
    next,
    head: await adminHead(current, 'admin.apps.title', 'admin.apps.about'),
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), listIntents(params)),
);

export const headers = formHeaders;

const PATH = '/admin/apps';

export default function Apps({ loaderData: { list, apps, next, isFirst }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData, { of: 'apps.', action: useSitePath(PATH) });
  return (
    <div className="space-y-2">
      <ListHeader title={text('admin.apps.title')}>
        <ListFilter of={APPS} path={PATH} chosen={list} />
        <SiteLink to="/admin/apps/found-key" className="ms-auto py-0.5 font-bold text-link underline">
          {text('admin.foundKey.title')}
        </SiteLink>
      </ListHeader>
      <FormNotice form={form} />
      <Details open={form.findRefusal(CREATE) !== undefined} summary={text('admin.apps.create')}>
        <CreateForm form={form} />
      </Details>
      <List
        of={list === 'archived' ? ARCHIVED_APPS : APPS}
        caption={text(LIST_NAMES[list])}
        rows={apps}
        address={withQuery(PATH, { list })}
        next={next}
        isFirst={isFirst}
      />
    </div>
  );
}

const CREATE = { intent: 'apps.create' };

function CreateForm({ form }: { readonly form: PageForm }) {
  const { text } = useText();
  const refusal = form.findRefusal(CREATE);
  const id = fieldFor(refusal, 'appId');
  return (
    <ActionForm form={form} fields={CREATE} className="flex flex-wrap items-start gap-4">
      <Field
        label={text('admin.apps.name')}
        hint={text('admin.apps.nameHint')}
        error={refusal?.problem.fields?.['name'] !== undefined && text('admin.apps.nameWrong', { most: MAX_NAME })}
        name="name"
        defaultValue={refusal?.values['name']}
        required
        maxLength={MAX_NAME}
        autoComplete="off"
        className="min-w-0 grow basis-60"
      />
      <Field
        label={text('admin.apps.id')}
        hint={text('admin.apps.idHint')}
        {...id}
        error={refusal?.problem.code === 'apps.appTaken' ? id.error : id.error && text('admin.apps.idWrong')}
        required
        maxLength={32}
        pattern="[a-z][a-z0-9\-]*"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="min-w-0 grow basis-60"
      />
      <Submit kind="loud" className="sm:mt-8">
        {text('admin.apps.createYes')}
      </Submit>
    </ActionForm>
  );
}
