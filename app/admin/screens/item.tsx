import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Panel, RecordHeader } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { readMerge } from '#app/editor/forms/use-saved-etag.ts';
import { MergeView } from '#app/editor/merge-view.tsx';
import { consoleContext } from '#app/noun/noun.server.ts';
import { mayRuleCrates } from '#app/storage/crates/crate-list.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { adminHead } from '../admin-head.server.ts';
import { MAX_UPLOAD_BYTES, bodyAddress } from '../item/item-body.ts';
import { answerItemForm } from '../item/item-forms.server.ts';
import { loadItemPage } from '../item/item-page.server.ts';
import type { ItemPage } from '../item/item-page.server.ts';
import { AccessPanel } from '../item/page/access-panel.tsx';
import { HistoryPanel } from '../item/page/history-panel.tsx';
import { ItemBodyView, UploadForm } from '../item/page/item-body-view.tsx';
import { ItemEditor } from '../item/page/item-editor.tsx';
import { ItemFacts } from '../item/page/item-facts.tsx';
import { LiveNews } from '../item/page/live-news.tsx';
import { PeoplePanel } from '../item/page/people-panel.tsx';
import { StatsPanel } from '../item/page/stats-panel.tsx';
import { TrashedItemPanel } from '../item/page/trashed-item.tsx';
import { useOpenedItem } from '../item/page/use-opened-item.ts';
import { LABELS, VersionsPanel } from '../item/page/versions-panel.tsx';
import { VIEWS } from '../item/views.ts';
import type { Route } from './+types/item';

export const loader = withCurrent(async (current, { params, url, context }: Route.LoaderArgs) => {
  const page = await loadItemPage(current, context.get(consoleContext), params, url);
  const { name, itemId } = page.trashed === undefined ? page.item : page.trashed.item;
  const title = name ?? itemId;
  const crate = `/admin/crates/${params.crateId}`;
  const text = await getText(current.locale);
  return {
    ...page,
    crumb: title,
    crumbsAbove: mayRuleCrates(current)
      ? [
          { to: crate, name: page.crate.name },
          { to: `${crate}/items`, name: text('admin.items.list') },
        ]
      : [{ to: `${crate}/items`, name: page.crate.name }],
    head: await adminHead(current, 'admin.item.title', 'admin.item.about', { name: title }),
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerItemForm(current, await request.formData(), params),
);

export const headers = formHeaders;

export const handle: FormHandle = { maxFormBytes: 4 * 1024 * 1024, maxFileFormBytes: MAX_UPLOAD_BYTES + 64 * 1024 };

export default function Item({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData, { of: 'item.' });
  const { crate } = loaderData;
  const item = loaderData.trashed === undefined ? loaderData.item : loaderData.trashed.item;
  const path = `/admin/crates/${crate.crateId}/items/${item.itemId}`;
  return (
    <div className="space-y-4">
      <RecordHeader
        title={item.name ?? text('admin.item.unnamed')}
        about={
          <>
            <SiteLink to={`/admin/crates/${crate.crateId}/items`} className="font-bold text-link underline">
              {crate.name}
            </SiteLink>
            <code lang="zxx" className="ms-2">
              {item.itemId}
            </code>
          </>
        }
        actions={loaderData.trashed === undefined && <ItemActions form={form} page={loaderData} />}
      />
      <FormNotice form={form} undo={<UndoForm form={form} label={text('admin.item.undo')} />} />
      {loaderData.trashed === undefined ? (
        <KeptItem key={keyOf(loaderData)} form={form} page={loaderData} path={path} />
      ) : (
        <TrashedItemPanel form={form} {...loaderData.trashed} />
      )}
    </div>
  );
}

type KeptItemPage = Extract<ItemPage, { trashed: undefined }>;

/** What is in fields of one is in no fields of another. */
function keyOf({ item, part }: KeptItemPage): string {
  return [item.itemId, part.view, part.view === 'item' && part.body.kind].join(' ');
}

interface KeptItemProps {
  readonly form: PageForm;
  readonly page: KeptItemPage;
  readonly path: string;
}

function ItemActions({ form, page }: Omit<KeptItemProps, 'path'>) {
  const { text } = useText();
  const { item, rev, may, ownEditor } = page;
  return (
    <>
      <a href={bodyAddress(item)} download className={buttonClass()}>
        {text('admin.item.download')}
      </a>
      {may.delete && ownEditor === undefined && (
        <ActionForm form={form} fields={{ intent: 'item.delete', rev }}>
          <Submit kind="danger">{text('admin.item.delete')}</Submit>
        </ActionForm>
      )}
    </>
  );
}

function KeptItem({ form, page, path }: KeptItemProps) {
  const { text } = useText();
  const { item, rev, view, part, ownEditor, news, now, people, updatedBy, tags } = page;
  const merge = readMerge(form.state);
  const opened = useOpenedItem(form, {
    rev,
    values: part.view === 'item' ? part.values : NO_VALUES,
    isMerging: merge !== undefined,
    draft: `${STORAGE_KEYS.editor}item/${item.crateId}/${item.itemId}`,
  });
  if (merge !== undefined) {
    const names = Object.fromEntries(Object.entries(LABELS).map(([name, label]) => [name, text(label)]));
    const typed = form.findRefusal({})?.values ?? {};
    return <MergeView form={form} merge={merge} typed={typed} labels={names} intent="item.merge" />;
  }
  const tabs = Object.entries(VIEWS).map(([name, title]) => ({
    to: name === 'item' ? path : withQuery(path, { view: name }),
    title: text(title),
    isCurrent: name === view,
  }));
  return (
    <>
      <LiveNews
        item={item}
        rev={view === 'item' ? opened.opened.rev : rev}
        path={view === 'item' ? path : withQuery(path, { view })}
        initial={news}
        now={now}
        onLoad={opened.release}
      />
      {ownEditor !== undefined && (
        <Notice>
          <p>{text('admin.item.ownEditor')}</p>
          <SiteLink to={ownEditor} className="inline-block py-0.5 font-bold text-link underline">
            {text('admin.item.toOwnEditor')}
          </SiteLink>
        </Notice>
      )}
      <LinkTabs label={text('admin.item.views')} tabs={tabs} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <ItemPart form={form} page={page} path={path} opened={opened} />
        <ItemFacts item={item} rev={rev} owner={people[0]} updatedBy={updatedBy} tags={tags} now={now} />
      </div>
    </>
  );
}

const NO_VALUES = {};

function ItemPart({ form, page, path, opened }: KeptItemProps & { opened: OpenedFields }) {
  const { item, rev, may, part, people, now, ownEditor } = page;
  if (part.view === 'item') return <BodyPanel form={form} page={page} part={part} path={path} opened={opened} />;
  if (part.view === 'people') return <PeoplePanel form={form} people={people} may={may} />;
  if (part.view === 'stats') return <StatsPanel form={form} {...part} />;
  if (part.view === 'history') return <HistoryPanel {...part} now={now} />;
  if (part.view === 'access') {
    const seen = part.as === undefined ? undefined : part;
    return <AccessPanel form={form} path={path} seenAt={page.seenAt} as={part.as} seen={seen} />;
  }
  const mayRestore = may.update && ownEditor === undefined;
  return <VersionsPanel form={form} item={item} path={path} rev={rev} {...part} mayRestore={mayRestore} />;
}

interface BodyPanelProps extends KeptItemProps {
  readonly part: Extract<KeptItemPage['part'], { view: 'item' }>;
  readonly opened: OpenedFields;
}

function BodyPanel({ form, page, part, path, opened }: BodyPanelProps) {
  const { text } = useText();
  const { item, rev, may, ownEditor } = page;
  const mayWrite = may.update || may.tag;
  const isText = 'text' in part.body;
  return (
    <Panel title={text('admin.item.body')}>
      {!isText && <ItemBodyView body={part.body} item={item} rev={rev} path={path} />}
      {!mayWrite && <p className="text-muted">{text('admin.item.mayNot')}</p>}
      {mayWrite && !opened.isLate && (
        <ItemEditor form={form} state={opened} body={part.body} schema={part.schema} mayTag={may.tag} />
      )}
      {isText && <ItemBodyView body={part.body} item={item} rev={rev} path={path} />}
      {may.update && ownEditor === undefined && <UploadForm form={form} rev={rev} />}
    </Panel>
  );
}

type OpenedFields = ReturnType<typeof useOpenedItem>;
