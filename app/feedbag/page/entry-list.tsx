import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Button } from '#lib/ui/button.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { SORTS } from '../entry.ts';
import type { EntryQuery, EntryStatus } from '../entry.ts';

interface EntryFiltersProps {
  readonly query: EntryQuery;
  readonly statuses: readonly Pick<EntryStatus, 'statusId' | 'name'>[];
  readonly hasTags?: boolean;
}

export function EntryFilters({ query, statuses, hasTags = false }: EntryFiltersProps) {
  const { text } = useText();
  return (
    <search>
      <Form method="get" key={String(entryParams(query))} className="flex flex-wrap items-end gap-3">
        <Field
          type="search"
          name="text"
          label={text('feedbag.list.search')}
          defaultValue={query.text}
          maxLength={120}
          className="min-w-0 grow basis-56"
        />
        {hasTags && (
          <Field
            name="tags"
            label={text('feedbag.list.tags')}
            defaultValue={query.tags.join(',')}
            maxLength={200}
            className="basis-36"
          />
        )}
        <SelectField
          name="status"
          label={text('feedbag.list.status')}
          defaultValue={query.status ?? ''}
          className="basis-36"
        >
          <option value="">{text('feedbag.list.any')}</option>
          {statuses.map(({ statusId, name }) => (
            <option key={statusId} value={statusId}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField name="sort" label={text('feedbag.list.sort')} defaultValue={query.sort} className="basis-44">
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {text(sort === 'top' ? 'feedbag.list.top' : 'feedbag.list.newest')}
            </option>
          ))}
        </SelectField>
        <Button type="submit">{text('feedbag.list.find')}</Button>
      </Form>
    </search>
  );
}

interface EntryPagesProps {
  readonly path: string;
  readonly query: EntryQuery;
  readonly next: string | undefined;
}

export function EntryPages({ path, query, next }: EntryPagesProps) {
  const { text } = useText();
  const first = withQuery(`${path}?${entryParams(query)}`, {});
  return (
    <Pagination
      label={text('feedbag.list.pages')}
      previous={query.after === undefined ? undefined : { to: first, text: text('feedbag.list.first') }}
      next={next === undefined ? undefined : { to: withQuery(first, { after: next }), text: text('feedbag.list.more') }}
      link={SiteLink}
    />
  );
}

export function entryParams({ text, tags, status, sort }: EntryQuery): URLSearchParams {
  const given = { text, tags: tags.join(','), status: status ?? '', sort: sort === 'top' ? '' : sort };
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
}
