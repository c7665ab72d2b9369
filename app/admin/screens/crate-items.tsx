import { data, redirect } from 'react-router';

import { CodeBlock } from '#app/api-docs/reference/code-block.tsx';
import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { List } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { mayBulk } from '#app/storage/bulk/acts.server.ts';
import { mayRuleCrates } from '#app/storage/crates/crate-list.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Notice } from '#lib/ui/notice.tsx';
import type { Column } from '#lib/ui/table.tsx';

import { adminHead } from '../admin-head.server.ts';
import { findOwnList } from '../item/own-pages.server.ts';
import { ChangesSince } from '../items/changes-since.tsx';
import { ColumnChoice } from '../items/column-choice.tsx';
import { FilterChips, SearchForm } from '../items/filter-row.tsx';
import type { ItemRecord } from '../items/item-columns.ts';
import { FOUND_ITEMS, ITEMS, ItemTable, TRASHED_ITEMS } from '../items/item-list.tsx';
import { ViewForms, ViewLinks } from '../items/item-views.tsx';
import { readItemsRequest } from '../items/items-address.server.ts';
import { ItemsBulkBar, useItemSelection } from '../items/items-bulk-bar.tsx';
import { itemsIntents } from '../items/items-forms.server.ts';
import { loadItemsPage } from '../items/items-page.server.ts';
import { CREATE, NewItemForm } from '../items/new-item-form.tsx';
import { StatFilter } from '../items/stat-filter.tsx';
import type { Route } from './+types/crate-items';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const request = readItemsRequest(params.crateId, url.searchParams);
  if (request.redirect !== undefined) throw redirect(inLocale(params, request.redirect));
  const { status, ...rest } = await loadItemsPage(current, params.crateId, request);
  const values = { crate: rest.crate.name };
  const head = await adminHead(current, 'admin.items.title', 'admin.items.about', values);
  const text = await getText(current.locale);
  const mayRule = mayRuleCrates(current);
  const crumbs = {
    crumb: mayRule ? text('admin.items.list') : head.title,
    crumbsAbove: mayRule ? [{ to: `/admin/crates/${params.crateId}`, name: rest.crate.name }] : [],
  };
  const may = { mayBulk: mayBulk(current), mayRule };
  return data({ ...rest, ...may, ...crumbs, ...findOwnList(params.crateId), head }, { status });
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(
    current,
    await request.formData(),
    itemsIntents(params.crateId, (itemId) => inLocale(params, `/admin/crates/${params.crateId}/items/${itemId}`)),
  ),
);

export const headers = formHeaders;

type ItemsPage = Route.ComponentProps['loaderData'];

export default function CrateItems({ loaderData: page, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData, { of: 'items.', fallbackFocus: 'items-title' });
  const { isTrash, chips, isSlow, closed } = page;
  return (
    <div className="grid grid-cols-1 gap-3">
      <ItemsHeader page={page} />
      <ItemTools page={page} form={form} />
      <ViewLinks path={listPath(page)} views={page.views} query={queryOf(page)} />
      <FilterChips chips={chips} />
      <FormNotice form={form} undo={<UndoForm form={form} label={text('admin.items.undo')} />} />
      {isTrash && chips.length > 0 && <Notice>{text('admin.items.trashNotSearched')}</Notice>}
      {isSlow && <Notice kind="error">{text('admin.items.slow')}</Notice>}
      {closed === undefined ? (
        !isSlow && <ItemRows page={page} form={form} />
      ) : (
        <Closed page={page} hasOverride={closed.hasOverride} />
      )}
      {page.mayCreate && (
        <Details
          id="new-item"
          summary={text('admin.items.new')}
          open={form.findRefusal({ intent: CREATE }) !== undefined}
        >
          <NewItemForm form={form} crateId={page.crate.crateId} />
        </Details>
      )}
    </div>
  );
}

const listPath = ({ crate }: ItemsPage) => `/admin/crates/${crate.crateId}/items`;
const queryOf = ({ given }: ItemsPage) => String(new URLSearchParams(given));
const sortableIn = ({ crate, isTrash }: ItemsPage) =>
  isTrash ? [] : ['name', 'createdAt', 'updatedAt', ...crate.stats.map((stat) => `stats.${stat}`)];

function ItemsHeader({ page }: { page: ItemsPage }) {
  const { text } = useText();
  const { crate, token } = page;
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <h1 id="items-title" tabIndex={-1} className="text-2xl wrap-anywhere">
        {text('admin.items.title', { crate: crate.name })}
      </h1>
      {page.mayRule && (
        <SiteLink to={`/admin/crates/${crate.crateId}`} className="font-bold text-link underline">
          {text('admin.items.crate')}
        </SiteLink>
      )}
      <PlaceTabs page={page} />
      <ItemCount page={page} />
      {page.mayCreate && (
        // The frame unfolds what the address names.
        <SiteLink to="#new-item" className="font-bold text-link underline">
          {text('admin.items.new')}
        </SiteLink>
      )}
      {token !== undefined && <ChangesSince crateId={crate.crateId} token={token} />}
    </header>
  );
}

/** The search, and what opens below it. */
function ItemTools({ page, form }: { page: ItemsPage; form: PageForm }) {
  const { text } = useText();
  const { given, columns, isTrash, sort, crate, keys, views, calls } = page;
  const isViewRefused = VIEW_INTENTS.some((intent) => form.findRefusal({ intent }) !== undefined);
  return (
    <div className="flex flex-wrap items-start gap-2">
      <SearchForm given={given} typed={page.typed} errors={page.errors} />
      <Details name="items-panel" summary={text('admin.items.help')} className="tool-panel">
        <p>{text('admin.items.searchHint')}</p>
      </Details>
      {crate.stats.length > 0 && !isTrash && (
        <Details name="items-panel" summary={text('admin.items.byStat')} className="tool-panel">
          <StatFilter given={given} stats={crate.stats} />
        </Details>
      )}
      <Details name="items-panel" summary={text('admin.items.columns')} className="tool-panel">
        <ColumnChoice
          given={given}
          columns={columns}
          isTrash={isTrash}
          stats={crate.stats}
          keys={keys}
          sort={sort}
          sortable={sortableIn(page)}
        />
      </Details>
      <Details name="items-panel" summary={text('admin.items.views.title')} className="tool-panel" open={isViewRefused}>
        <ViewForms form={form} views={views} query={queryOf(page)} />
      </Details>
      {page.mayBulk && <ManyPanel page={page} />}
      <Details name="items-panel" summary={text('admin.items.copy')} className="tool-panel">
        <CallPanel calls={calls} />
      </Details>
    </div>
  );
}

const VIEW_INTENTS = ['items.saveView', 'items.changeView', 'items.updateView', 'items.deleteView'];

function ItemRows({ page, form }: { page: ItemsPage; form: PageForm }) {
  const { text } = useText();
  const { crate, columns, rows, address, sort, isTrash, chips, next, previous, isFirst } = page;
  const selection = useItemSelection();
  const after: Column<ItemRecord>[] = isTrash
    ? [
        {
          id: 'undelete',
          header: text('admin.items.purgedAt'),
          cell: (item) => <Undelete form={form} item={item} />,
        },
      ]
    : [];
  return (
    <List
      of={isTrash ? TRASHED_ITEMS : chips.length > 0 ? FOUND_ITEMS : ITEMS}
      rows={rows}
      address={address}
      next={next}
      previous={previous === undefined ? undefined : withQuery(address, { before: previous })}
      isFirst={isFirst}
    >
      <ItemTable
        crateId={crate.crateId}
        caption={text(isTrash ? 'admin.items.trash' : 'admin.items.list')}
        columns={columns}
        rows={rows}
        address={address}
        sort={sort}
        sortable={sortableIn(page)}
        before={page.mayBulk ? [selection] : []}
        after={after}
      />
    </List>
  );
}

function Undelete({ form, item: { itemId, name, deletion } }: { form: PageForm; item: ItemRecord }) {
  const { text } = useText();
  return (
    <span className="flex items-center gap-3">
      {deletion && <LocalTime at={deletion.purgedAt} isDay />}
      <ActionForm form={form} fields={{ intent: 'items.undelete', itemId }}>
        <Submit aria-label={text('admin.items.undeleteThis', { name: name ?? itemId })}>
          {text('admin.items.undelete')}
        </Submit>
      </ActionForm>
    </span>
  );
}

function ItemCount({ page: { count } }: { page: ItemsPage }) {
  const { text } = useText();
  if (count === undefined) return null;
  return (
    <span className="text-muted">
      {text(count.isMore ? 'admin.items.countMore' : 'admin.items.count', { count: count.number })}
    </span>
  );
}

/** The items that there are, and those in the trash. */
function PlaceTabs({ page }: { page: ItemsPage }) {
  const { text } = useText();
  const { address, isTrash } = page;
  const items = isTrash ? withQuery(address, { trash: undefined }) : address;
  const tabs = [
    { to: items, title: text('admin.items.list'), isCurrent: !isTrash },
    { to: withQuery(listPath(page), { trash: true }), title: text('admin.items.trash'), isCurrent: isTrash },
  ];
  return <LinkTabs label={text('admin.items.places')} tabs={tabs} />;
}

/** What is done to many items at once. */
function ManyPanel({ page }: { page: ItemsPage }) {
  const { text } = useText();
  const { crateId } = page.crate;
  return (
    <Details name="items-panel" summary={text('admin.bulk.name')} className="tool-panel">
      <p className="mb-3">
        <SiteLink to={`/admin/crates/${crateId}/import`} className="font-bold text-link underline">
          {text('admin.import.name')}
        </SiteLink>
      </p>
      <ItemsBulkBar
        crateId={crateId}
        query={queryOf(page)}
        rows={page.rows}
        found={page.count}
        isTrash={page.isTrash}
      />
    </Details>
  );
}

const LANGUAGES = [
  ['curl', 'curl'],
  ['javascript', 'JavaScript'],
] as const;

function CallPanel({ calls }: Pick<ItemsPage, 'calls'>) {
  const { text } = useText();
  return (
    <div className="grid gap-4">
      <p>{text(calls.asSession ? 'admin.items.copySession' : 'admin.items.copyOpen')}</p>
      {LANGUAGES.map(([name, label]) => (
        <CodeBlock key={name} code={calls[name]} label={label} />
      ))}
      <CodeBlock code={calls.client} label={text('admin.items.copyClient')} />
    </div>
  );
}

function Closed({ page: { address, isTrash }, hasOverride }: { page: ItemsPage; hasOverride: boolean }) {
  const { text } = useText();
  return (
    <Notice>
      <p>{text(isTrash ? 'admin.items.trashClosed' : 'admin.items.closed')}</p>
      {hasOverride && (
        <p>
          <SiteLink to={withQuery(address, { permissionsOverride: true })} className="font-bold underline">
            {text('admin.items.override')}
          </SiteLink>
        </p>
      )}
    </Notice>
  );
}
