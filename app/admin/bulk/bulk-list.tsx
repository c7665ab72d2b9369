import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { ListKind } from '#app/current/page/list.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { countAll, countSkipped } from '#app/storage/bulk/bulk.ts';
import type { BulkAct, BulkRow, BulkState, Outcome } from '#app/storage/bulk/bulk.ts';
import drawing from '#content/art/form-that-grew.svg';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import type { BadgeTone } from '#lib/ui/badge.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';

import { PersonLink } from '../person-link.tsx';
import type { NamedPerson } from '../person-link.tsx';
import { KIND_NAMES } from './bulk-fields.tsx';

/** An act with whom it is of. */
type NamedAct = BulkAct & { readonly person: NamedPerson };

const STATE_NAMES = {
  collecting: 'admin.bulk.state.collecting',
  previewed: 'admin.bulk.state.previewed',
  running: 'admin.bulk.state.running',
  stopped: 'admin.bulk.state.stopped',
  done: 'admin.bulk.state.done',
  undoing: 'admin.bulk.state.undoing',
  undone: 'admin.bulk.state.undone',
} as const satisfies Readonly<Record<BulkState, TextKey>>;

export const OUTCOME_NAMES = {
  changed: 'admin.bulk.outcome.changed',
  unchanged: 'admin.bulk.outcome.unchanged',
  changedMeanwhile: 'admin.bulk.outcome.changedMeanwhile',
  gone: 'admin.bulk.outcome.gone',
  forbidden: 'admin.bulk.outcome.forbidden',
  tagProtected: 'admin.bulk.outcome.tagProtected',
  full: 'admin.bulk.outcome.full',
  quota: 'admin.bulk.outcome.quota',
  nameTaken: 'admin.bulk.outcome.nameTaken',
  notKept: 'admin.bulk.outcome.notKept',
  refused: 'admin.bulk.outcome.refused',
} as const satisfies Readonly<Record<Outcome, TextKey>>;

const TONES: Readonly<Partial<Record<BulkState, BadgeTone>>> = { running: 'loud', undoing: 'loud', done: 'success' };

export const BULK_ACTS: ListKind<NamedAct> = {
  toKey: ({ bulkId }) => bulkId,
  columns: [
    { id: 'at', header: 'admin.bulk.at', cell: (act) => <ActLink act={act} /> },
    { id: 'kind', header: 'admin.bulk.kind', cell: ({ deed }) => <KindName kind={deed.kind} /> },
    { id: 'state', header: 'admin.bulk.state', cell: ({ state }) => <StateBadge state={state} /> },
    { id: 'items', header: 'admin.bulk.items', cell: ({ counts }) => <Count of={countAll(counts)} />, isNumber: true },
    {
      id: 'skipped',
      header: 'admin.bulk.skipped',
      cell: ({ counts }) => <Count of={countSkipped(counts)} />,
      isNumber: true,
    },
    { id: 'person', header: 'admin.bulk.by', cell: ({ person }) => <PersonLink person={person} /> },
  ],
  empty: NoActs,
  pages: { title: 'admin.bulk.pages', cursor: 'before', next: 'admin.bulk.older', first: 'admin.bulk.first' },
};

export const BULK_ROWS: ListKind<BulkRow & { readonly crateId: string }> = {
  toKey: ({ itemId }) => itemId,
  columns: [
    { id: 'item', header: 'admin.bulk.item', cell: (row) => <ItemLink row={row} /> },
    { id: 'outcome', header: 'admin.bulk.outcome', cell: ({ outcome }) => <OutcomeName of={outcome} /> },
    { id: 'undo', header: 'admin.bulk.undoOutcome', cell: ({ undo }) => undo && <OutcomeName of={undo} /> },
  ],
  empty: 'admin.bulk.noRows',
  filter: {
    query: 'show',
    title: 'admin.bulk.rows',
    choices: { skipped: 'admin.bulk.skipped', kept: 'admin.bulk.kept', all: 'admin.bulk.all' },
  },
  pages: { title: 'admin.bulk.rowPages', cursor: 'after', next: 'admin.bulk.next', first: 'admin.bulk.first' },
};

/** Of a file: its lines, and why one is left. */
export const IMPORT_ROWS: typeof BULK_ROWS = {
  ...BULK_ROWS,
  columns: [
    { id: 'line', header: 'admin.import.line', cell: ({ line }) => line, isNumber: true },
    { id: 'item', header: 'admin.bulk.item', cell: (row) => (isThere(row) ? <ItemLink row={row} /> : '–') },
    { id: 'outcome', header: 'admin.bulk.outcome', cell: (row) => <LineOutcome row={row} /> },
    { id: 'reason', header: 'admin.import.reason', cell: ({ reason }) => reason && <span lang="en">{reason}</span> },
    { id: 'undo', header: 'admin.bulk.undoOutcome', cell: ({ undo }) => undo && <OutcomeName of={undo} /> },
  ],
};

/** What was refused without an item that is meant has none. */
function isThere({ rev, outcome, writtenRev }: BulkRow): boolean {
  return rev !== null || writtenRev !== null || outcome === 'changedMeanwhile';
}

function LineOutcome({ row: { rev, outcome } }: { row: BulkRow }) {
  const { text } = useText();
  const isNew = rev === null;
  if (isNew && outcome === null) return text('admin.import.toCreate');
  return isNew && outcome === 'changed' ? text('admin.import.created') : <OutcomeName of={outcome} />;
}

export function StateBadge({ state }: Pick<BulkAct, 'state'>) {
  const { text } = useText();
  return <Badge tone={TONES[state] ?? 'plain'}>{text(STATE_NAMES[state])}</Badge>;
}

function ActLink({ act: { crateId, bulkId, createdAt } }: { act: BulkAct }) {
  return (
    <SiteLink to={`/admin/crates/${crateId}/bulk/${bulkId}`} className="font-bold text-link underline">
      <LocalTime at={createdAt} />
    </SiteLink>
  );
}

function KindName({ kind }: Pick<BulkAct['deed'], 'kind'>) {
  const { text } = useText();
  return text(KIND_NAMES[kind]);
}

function Count({ of }: { of: number }) {
  const { formatNumber } = useText();
  return formatNumber(of);
}

function ItemLink({ row: { crateId, itemId } }: { row: BulkRow & { readonly crateId: string } }) {
  return (
    <SiteLink to={`/admin/crates/${crateId}/items/${itemId}`} className="font-mono text-xs text-link underline">
      {itemId}
    </SiteLink>
  );
}

function OutcomeName({ of }: { of: Outcome | null }) {
  const { text } = useText();
  return text(of === null ? 'admin.bulk.outcome.waiting' : OUTCOME_NAMES[of]);
}

function NoActs() {
  const { text } = useText();
  return (
    <EmptyState drawing={drawing}>
      <h2 className="text-2xl">{text('admin.bulk.emptyTitle')}</h2>
      <p>{text('admin.bulk.empty')}</p>
    </EmptyState>
  );
}
