import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { List, ListFilter } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Fact, FactList, Panel, RecordHeader } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import type { ActDeed, BulkAct, BulkKind, ImportFormat } from '#app/storage/bulk/bulk.ts';
import { MAX_BULK_ITEMS } from '#app/storage/bulk/bulk.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { adminHead } from '../admin-head.server.ts';
import { BulkButtons, BulkProgress, BulkSamples } from '../bulk/bulk-act-view.tsx';
import { KIND_NAMES } from '../bulk/bulk-fields.tsx';
import { bulkActIntents } from '../bulk/bulk-forms.server.ts';
import { BULK_ROWS, IMPORT_ROWS, StateBadge } from '../bulk/bulk-list.tsx';
import { loadBulkActPage } from '../bulk/bulk-page.server.ts';
import { PersonLink } from '../person-link.tsx';
import type { Route } from './+types/crate-bulk-act';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const page = await loadBulkActPage(current, params, url);
  const head = await adminHead(current, 'admin.bulk.actTitle', 'admin.bulk.about', { crate: page.crate.name });
  return { ...page, crumb: head.title, head };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), bulkActIntents(params)),
);

export const headers = formHeaders;

export default function CrateBulkAct({ loaderData, actionData }: Route.ComponentProps) {
  const { text, formatNumber } = useText();
  const { crate, act, samples, list, rows, next, isFirst } = loaderData;
  const form = useForm(actionData, { of: 'bulk.' });
  const path = `/admin/crates/${crate.crateId}/bulk/${act.bulkId}`;
  const rowKind = act.deed.kind === 'import' ? IMPORT_ROWS : BULK_ROWS;
  return (
    <div className="space-y-4">
      <RecordHeader
        title={text(KIND_NAMES[act.deed.kind])}
        about={
          <>
            <LocalTime at={act.createdAt} />
            <span aria-hidden="true"> · </span>
            <PersonLink person={act.person} />
          </>
        }
        badges={<StateBadge state={act.state} />}
        actions={<BulkButtons act={act} form={form} />}
      />
      <FormNotice form={form} />
      {act.isCut && <Notice>{text('admin.bulk.cut', { count: formatNumber(MAX_BULK_ITEMS) })}</Notice>}
      {act.state === 'previewed' && <Notice>{text(FROZEN_WORDS[act.deed.kind] ?? 'admin.bulk.frozen')}</Notice>}
      <DeedPanel act={act} />
      <BulkSamples act={act} samples={samples} />
      <div className="flex flex-wrap items-center gap-4">
        <ListFilter of={rowKind} path={path} chosen={list} />
        <a href={`${path}/outcome.csv`} download className="font-bold text-link underline">
          {text('admin.bulk.csv')}
        </a>
        <ExportLinks path={path} />
      </div>
      <List
        of={rowKind}
        caption={text('admin.bulk.rows')}
        rows={rows}
        address={withQuery(path, { show: list })}
        next={next}
        isFirst={isFirst}
      />
    </div>
  );
}

const FROZEN_WORDS: Readonly<Partial<Record<BulkKind, TextKey>>> = {
  export: 'admin.bulk.exportAbout',
  import: 'admin.import.frozen',
};

const FORMATS = { ndjson: 'admin.bulk.asTransfer', jsonl: 'admin.bulk.asLines', csv: 'admin.bulk.asCsv' } as const;

function DeedPanel({ act }: { act: BulkAct }) {
  const { text } = useText();
  return (
    <Panel title={text('admin.bulk.deed')}>
      <FactList>
        <DeedFacts deed={act.deed} />
        {act.deed.kind !== 'import' && (
          <Fact name={text('admin.bulk.of')}>
            {act.search === null ? (
              text('admin.bulk.byHand')
            ) : (
              <SiteLink
                to={`/admin/crates/${act.crateId}/items${act.search === '' ? '' : `?${act.search}`}`}
                className="text-link underline"
              >
                {act.search === '' ? text('admin.bulk.everything') : <span lang="zxx">{act.search}</span>}
              </SiteLink>
            )}
          </Fact>
        )}
      </FactList>
      <BulkProgress act={act} />
    </Panel>
  );
}

/** The items as they are now. */
function ExportLinks({ path }: { path: string }) {
  const { text } = useText();
  return (
    <p className="flex flex-wrap gap-x-4">
      <span>{text('admin.bulk.exportItems')}</span>
      {Object.entries(FORMATS).map(([format, name]) => (
        <a key={format} href={`${path}/export/${format}`} download className="font-bold text-link underline">
          {text(name)}
        </a>
      ))}
    </p>
  );
}

const FILE_FORMATS = {
  transfer: 'admin.import.format.transfer',
  lines: 'admin.import.format.lines',
  csv: 'admin.import.format.csv',
} as const satisfies Readonly<Record<ImportFormat, TextKey>>;

function DeedFacts({ deed }: { deed: ActDeed }) {
  const { text } = useText();
  if (deed.kind === 'import') {
    return (
      <>
        <Fact name={text('admin.import.file')}>
          <span lang="zxx">{deed.file}</span>
        </Fact>
        <Fact name={text('admin.import.format')}>{text(FILE_FORMATS[deed.format])}</Fact>
      </>
    );
  }
  if (deed.kind === 'stats') {
    const pairs = Object.entries(deed.set).map(([name, value]) => `${name}=${value}`);
    return <Fact name={text('admin.bulk.set')}>{pairs.join(', ')}</Fact>;
  }
  if (deed.kind !== 'tags' && deed.kind !== 'collaborators') return null;
  const mark = deed.kind === 'tags' ? '' : '@';
  const join = (members: readonly string[]) => members.map((member) => mark + member).join(', ');
  return (
    <>
      {deed.add.length > 0 && <Fact name={text('admin.bulk.add')}>{join(deed.add)}</Fact>}
      {deed.remove.length > 0 && <Fact name={text('admin.bulk.remove')}>{join(deed.remove)}</Fact>}
    </>
  );
}
