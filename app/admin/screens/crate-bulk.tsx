import { useId } from 'react';

import { ActionForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { inLocale, useText } from '#app/current/locale.ts';
import { List } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Panel } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { adminHead } from '../admin-head.server.ts';
import { BulkFields } from '../bulk/bulk-fields.tsx';
import { bulkIntents } from '../bulk/bulk-forms.server.ts';
import { BULK_ACTS } from '../bulk/bulk-list.tsx';
import { loadBulkPage } from '../bulk/bulk-page.server.ts';
import { WHOLE } from '../bulk/selection.ts';
import type { Route } from './+types/crate-bulk';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const page = await loadBulkPage(current, params.crateId, url);
  const head = await adminHead(current, 'admin.bulk.title', 'admin.bulk.about', { crate: page.crate.name });
  const crumbsAbove = [{ to: `/admin/crates/${params.crateId}`, name: page.crate.name }];
  return { ...page, crumb: head.title, crumbsAbove, head };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(
    current,
    await request.formData(),
    bulkIntents(params.crateId, (path) => inLocale(params, path)),
  ),
);

export const headers = formHeaders;

/** Of a list elsewhere, whose form is not here. */
function RefusedFields({ form }: { form: PageForm }) {
  const fields = form.findRefusal({ intent: 'bulk.preview' })?.problem.fields ?? {};
  const words = Object.values(fields);
  return words.length === 0 ? null : <Notice kind="error">{words.join(' · ')}</Notice>;
}

export default function CrateBulk({ loaderData, actionData }: Route.ComponentProps) {
  const { text, formatNumber } = useText();
  const { crate, acts, next, isFirst, found } = loaderData;
  const form = useForm(actionData, { of: 'bulk.' });
  const chosen = useId();
  const path = `/admin/crates/${crate.crateId}`;
  const sayFound = ({ isTrash, count }: NonNullable<typeof found>) => {
    if (isTrash) return text('admin.bulk.wholeTrash');
    return count === undefined
      ? text('admin.bulk.foundSome')
      : text('admin.bulk.foundItems', { count: formatNumber(count) });
  };
  return (
    <div className="space-y-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-2xl wrap-anywhere">{text('admin.bulk.title', { crate: crate.name })}</h1>
        <SiteLink to={`${path}/items`} className="font-bold text-link underline">
          {text('admin.bulk.toItems')}
        </SiteLink>
      </header>
      <FormNotice form={form} />
      {found === undefined && <RefusedFields form={form} />}
      {found !== undefined && (
        <Panel id={chosen} title={text('admin.bulk.ofSearch')}>
          <p className="flex flex-wrap gap-x-2 wrap-anywhere">
            <span>{sayFound(found)}</span>
            <span lang="zxx">{found.of}</span>
          </p>
          <ActionForm form={form} fields={{ of: found.of, [WHOLE]: 'on' }}>
            <BulkFields form={form} isTrash={found.isTrash} />
          </ActionForm>
        </Panel>
      )}
      <List
        of={BULK_ACTS}
        caption={text('admin.bulk.acts')}
        rows={acts}
        address={`${path}/bulk`}
        next={next}
        isFirst={isFirst}
      />
    </div>
  );
}
