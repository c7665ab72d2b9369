import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { OUTCOMES, countAll } from '#app/storage/bulk/bulk.ts';
import type { BulkAct, BulkCounts, BulkSample, Outcome } from '#app/storage/bulk/bulk.ts';
import { Table } from '#lib/ui/table.tsx';

import { OUTCOME_NAMES } from './bulk-list.tsx';

const POLL_MS = 1000;

/** How far it is; looks again while it runs. */
export function BulkProgress({ act }: { act: BulkAct }) {
  const { text, formatNumber } = useText();
  const { revalidate } = useRevalidator();
  const isUndo = act.state === 'undoing' || act.state === 'undone';
  const isRunning = act.state === 'running' || act.state === 'undoing';
  useEffect(() => {
    const timer = isRunning ? setInterval(() => void revalidate(), POLL_MS) : undefined;
    return () => clearInterval(timer);
  }, [isRunning, revalidate]);
  const counts = isUndo ? act.undoCounts : act.counts;
  const [all, waiting] = [countAll(counts), counts.waiting ?? 0];
  const words = text('admin.bulk.progress', { done: formatNumber(all - waiting), all: formatNumber(all) });
  return (
    <div className="space-y-2">
      {isRunning && (
        <>
          <progress value={all - waiting} max={Math.max(all, 1)} className="block w-full" aria-label={words} />
          <p className="flex flex-wrap gap-x-4">
            <span>{words}</span>
            <SiteLink
              to={`/admin/crates/${act.crateId}/bulk/${act.bulkId}`}
              className="text-link underline noscript:inline hidden"
            >
              {text('admin.bulk.refresh')}
            </SiteLink>
          </p>
        </>
      )}
      <Counts act={act} counts={counts} isUndo={isUndo} />
    </div>
  );
}

function Counts({ act, counts, isUndo }: { act: BulkAct; counts: BulkCounts; isUndo: boolean }) {
  const { text, formatNumber } = useText();
  const created = isUndo ? 0 : act.created;
  const countOf = (outcome: Outcome) => (counts[outcome] ?? 0) - (outcome === 'changed' ? created : 0);
  const shown = OUTCOMES.filter((outcome) => countOf(outcome) > 0);
  return (
    <dl
      className="flex flex-wrap gap-x-6 gap-y-2"
      aria-label={text(isUndo ? 'admin.bulk.undoCounts' : 'admin.bulk.counts')}
    >
      {act.deed.kind === 'import' && act.state === 'previewed' ? (
        <>
          <Figure name={text('admin.import.toCreate')} value={formatNumber(act.deed.toCreate)} />
          <Figure name={text('admin.import.toChange')} value={formatNumber(act.deed.toChange)} />
        </>
      ) : (
        (counts.waiting ?? 0) > 0 && (
          <Figure name={text('admin.bulk.outcome.waiting')} value={formatNumber(counts.waiting ?? 0)} />
        )
      )}
      {created > 0 && <Figure name={text('admin.import.created')} value={formatNumber(created)} />}
      {shown.map((outcome) => (
        <Figure key={outcome} name={text(OUTCOME_NAMES[outcome])} value={formatNumber(countOf(outcome))} />
      ))}
    </dl>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-extrabold">{value}</dd>
    </div>
  );
}

/** What can be done with it now. */
export function BulkButtons({ act, form }: { act: BulkAct; form: PageForm }) {
  const { text } = useText();
  const { state, deed, counts } = act;
  const isExport = deed.kind === 'export';
  const waiting = counts.waiting ?? 0;
  const canRun = !isExport && (state === 'previewed' || state === 'stopped') && waiting > 0;
  const canUndo = (state === 'done' || state === 'stopped') && (counts.changed ?? 0) > 0;
  return (
    <ActionForm form={form} className="flex flex-wrap items-center gap-2">
      {canRun && (
        <Submit name="intent" value="bulk.run" kind={deed.kind === 'delete' ? 'danger' : 'loud'}>
          {deed.kind === 'import' && state === 'previewed'
            ? text('admin.import.run', { created: deed.toCreate, changed: deed.toChange })
            : text(state === 'stopped' ? 'admin.bulk.resume' : 'admin.bulk.run', { count: waiting })}
        </Submit>
      )}
      {state === 'running' && (
        <Submit name="intent" value="bulk.stop">
          {text('admin.bulk.stop')}
        </Submit>
      )}
      {canUndo && (
        <Submit name="intent" value="bulk.undo">
          {text('admin.bulk.undo')}
        </Submit>
      )}
    </ActionForm>
  );
}

export function BulkSamples({ act, samples }: { act: BulkAct; samples: readonly BulkSample[] }) {
  const { text } = useText();
  if (samples.length === 0) return null;
  const hasAfter = act.deed.kind !== 'export' && act.deed.kind !== 'restore';
  return (
    <Table
      caption={text('admin.bulk.samples')}
      toKey={({ itemId }) => itemId}
      rows={samples}
      columns={[
        {
          id: 'item',
          header: text('admin.bulk.item'),
          cell: ({ itemId, name }) => <span lang="zxx">{name ?? itemId}</span>,
        },
        { id: 'before', header: text('admin.bulk.before'), cell: ({ before }) => <Values of={before} /> },
        ...(hasAfter
          ? [
              {
                id: 'after',
                header: text('admin.bulk.after'),
                cell: ({ after }: BulkSample) =>
                  act.deed.kind === 'delete' ? text('admin.bulk.toTrash') : <Values of={after} />,
              },
            ]
          : []),
      ]}
    />
  );
}

function Values({ of }: { of: readonly string[] }) {
  return <span lang="zxx">{of.length === 0 ? '–' : of.join(', ')}</span>;
}
