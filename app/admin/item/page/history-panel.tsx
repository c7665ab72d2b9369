import type { AuditSentence } from '#app/audit/audit-sentence.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { LocalTime } from '#lib/locale/time.tsx';
import { Table } from '#lib/ui/table.tsx';

import { AuditList } from '../../audit/audit-list.tsx';
import { PersonLink } from '../../person-link.tsx';
import type { NamedPerson } from '../../person-link.tsx';

interface HistoryPanelProps {
  /** Undefined for whom may not read them. */
  readonly sentences: readonly AuditSentence[] | undefined;
  readonly changes: readonly FeedRow[] | undefined;
  readonly now: number;
}

interface FeedRow {
  readonly rev: number;
  readonly kind: 'create' | 'update' | 'delete';
  readonly at: string;
  readonly by: NamedPerson | undefined;
}

const KINDS = {
  create: 'admin.item.change.create',
  update: 'admin.item.change.update',
  delete: 'admin.item.change.delete',
} as const;

export function HistoryPanel({ sentences, changes, now }: HistoryPanelProps) {
  const { text } = useText();
  return (
    <div className="grid min-w-0 gap-4">
      <Panel title={text('admin.audit.title')}>
        {sentences === undefined ? <p>{text('admin.item.mayNot')}</p> : <AuditList sentences={sentences} now={now} />}
      </Panel>
      <Panel title={text('admin.item.feed')} aside={text('admin.item.feedAside')}>
        {changes === undefined ? (
          <p>{text('admin.item.mayNot')}</p>
        ) : (
          <Table
            caption={text('admin.item.changes')}
            rows={changes}
            toKey={({ rev }) => String(rev)}
            empty={text('admin.item.noChanges')}
            columns={[
              { id: 'rev', header: text('admin.item.rev'), isNumber: true, cell: ({ rev }) => rev },
              { id: 'kind', header: text('admin.item.change'), cell: ({ kind }) => text(KINDS[kind]) },
              { id: 'at', header: text('admin.item.at'), cell: ({ at }) => <LocalTime at={at} /> },
              { id: 'by', header: text('admin.item.by'), cell: ({ by }) => by && <PersonLink person={by} /> },
            ]}
          />
        )}
      </Panel>
    </div>
  );
}
