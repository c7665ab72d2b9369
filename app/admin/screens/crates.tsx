import { Form } from 'react-router';

import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { inLocale, useText } from '#app/current/locale.ts';
import { List, ListFilter, ListHeader } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { findCrates, mayRuleCrates } from '#app/storage/crates/crate-list.server.ts';
import { CratesQuery } from '#app/storage/crates/crate-list.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Button } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';

import { adminHead } from '../admin-head.server.ts';
import { creationIntents } from '../crates/crate-forms.server.ts';
import { CRATES, cratesFor } from '../crates/crate-table.tsx';
import { NewCrateForm } from '../crates/new-crate-form.tsx';
import type { Route } from './+types/crates';

const PATH = '/admin/crates';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const query = readQuery(url.searchParams);
  const page = await findCrates(current, query);
  return {
    ...page,
    query,
    mayRule: mayRuleCrates(current),
    isDeleted: url.searchParams.get('done') === 'deleted',
    head: await adminHead(current, 'admin.crates.name', 'admin.crates.aboutPage'),
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(
    current,
    await request.formData(),
    creationIntents((crateId) => inLocale(params, `${PATH}/${crateId}`)),
  ),
);

export const headers = formHeaders;

/** Parameters that are not understood are left out. */
function readQuery(parameters: URLSearchParams): CratesQuery {
  const given = Object.fromEntries([...parameters].filter(([name, value]) => name !== 'limit' && value !== ''));
  const query = CratesQuery.safeParse(given);
  return query.success ? query.data : CratesQuery.parse({ text: (parameters.get('text') ?? '').slice(0, 128) });
}

export default function Crates({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData);
  const { crates, next, query, isDeleted, mayRule } = loaderData;
  const { text: wanted, sort, after } = query;
  const isSearch = wanted.trim() !== '';
  return (
    <div className="space-y-2">
      <ListHeader title={text('admin.crates.name')}>
        <ListFilter of={CRATES} path={withQuery(PATH, isSearch ? { text: wanted } : {})} chosen={sort} />
        <SearchForm wanted={wanted} sort={sort} />
      </ListHeader>
      <FormNotice form={form} done={isDeleted ? text('admin.crates.deleted') : undefined} />
      {mayRule && <NewCrateForm form={form} isOpen={crates.length === 0 && !isSearch && after === undefined} />}
      <List
        of={cratesFor({ mayRule, isSearch })}
        caption={isSearch ? text('admin.crates.found', { text: wanted }) : text('admin.crates.all')}
        rows={crates}
        address={withQuery(PATH, { ...(isSearch && { text: wanted }), sort })}
        next={next}
      />
    </div>
  );
}

function SearchForm({ wanted, sort }: { wanted: string; sort: string }) {
  const { text } = useText();
  return (
    <search id="search" className="ms-auto min-w-0 grow sm:max-w-3xl">
      <Form method="get" className="flex flex-wrap items-end gap-2">
        <input type="hidden" name="sort" value={sort} />
        <Field
          key={wanted}
          type="search"
          name="text"
          label={text('admin.crates.search')}
          defaultValue={wanted}
          maxLength={128}
          autoCapitalize="off"
          spellCheck={false}
          className="field-inline min-w-0 grow basis-60"
        />
        <Button type="submit">{text('admin.crates.find')}</Button>
      </Form>
    </search>
  );
}
