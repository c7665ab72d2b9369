import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { Removal } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { List } from '#app/current/page/list.tsx';
import type { ListKind } from '#app/current/page/list.tsx';
import { Panel } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { MAX_CODES, MAX_NAME } from '#app/perks/perk.ts';
import type { CodeBatch, Perk, PerkCode } from '#app/perks/perk.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { MAX_CODE } from '#lib/token/readable-code.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Table } from '#lib/ui/table.tsx';

import { BulkBar, useSelectionColumn } from '../bulk/selectable-list.tsx';
import { LIMITS_GRID, TimeField, useField } from './perk-fields.tsx';
import { Count } from './perks-table.tsx';

interface OpenBatch extends CodeBatch {
  /** Empty for those who may not give them out. */
  readonly rows: readonly PerkCode[];
  readonly next: string | undefined;
  /** Where the only one is redeemed. */
  readonly address: string | null;
}

interface CodesViewProps {
  readonly perk: Perk;
  readonly mayChange: boolean;
  readonly isFirst: boolean;
  readonly codes: { readonly batches: readonly CodeBatch[]; readonly batch: OpenBatch | undefined };
  readonly form: PageForm;
}

/** The codes of a perk by the batches in which they were made, or those of one batch. */
export function CodesView({ perk, mayChange, isFirst, codes: { batches, batch }, form }: CodesViewProps) {
  const { text } = useText();
  const { perkId } = perk;
  if (batch !== undefined)
    return <BatchPanel perkId={perkId} batch={batch} mayChange={mayChange} isFirst={isFirst} form={form} />;
  return (
    <>
      {mayChange && (
        <Details
          key={batches.length}
          open={batches.length === 0 || form.findRefusal(MAKE) !== undefined}
          summary={text('admin.perks.makeCodes')}
        >
          <MakeForm form={form} />
        </Details>
      )}
      <Table
        caption={text('admin.perks.batches')}
        rows={batches}
        toKey={({ batchId }) => batchId}
        empty={text('admin.perks.noCodes')}
        columns={[
          { id: 'name', header: text('admin.perks.batch'), cell: (one) => <BatchLink perkId={perkId} batch={one} /> },
          {
            id: 'codes',
            header: text('admin.perks.codes'),
            cell: ({ codes }) => <Count value={codes} />,
            isNumber: true,
          },
          {
            id: 'max',
            header: text('admin.perks.maxUses'),
            cell: ({ maxUses }) => <Count value={maxUses} />,
            isNumber: true,
          },
          { id: 'uses', header: text('admin.perks.uses'), cell: ({ uses }) => <Count value={uses} />, isNumber: true },
          {
            id: 'voided',
            header: text('admin.perks.voided'),
            cell: ({ voided }) => <Count value={voided} />,
            isNumber: true,
          },
          { id: 'ends', header: text('admin.perks.ends'), cell: ({ endsAt }) => endsAt && <LocalTime at={endsAt} /> },
          { id: 'made', header: text('admin.perks.made'), cell: ({ createdAt }) => <LocalTime at={createdAt} isDay /> },
        ]}
      />
    </>
  );
}

function BatchLink({ perkId, batch: { batchId, name } }: { readonly perkId: string; readonly batch: CodeBatch }) {
  return (
    <SiteLink to={toBatch(perkId, batchId)} className="font-extrabold text-link underline">
      {name}
    </SiteLink>
  );
}

const toBatch = (perkId: string, batchId: string) =>
  withQuery(`/admin/perks/${perkId}`, { view: 'codes', batch: batchId });

const MAKE = { intent: 'perks.makeCodes' };

function MakeForm({ form }: { readonly form: PageForm }) {
  const { text } = useText();
  const at = useField(form.findRefusal(MAKE));
  return (
    <ActionForm form={form} fields={MAKE} className="space-y-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={text('admin.perks.batchName')}
          hint={text('admin.perks.batchNameHint')}
          {...at('name')}
          required
          maxLength={MAX_NAME}
        />
        <Field
          label={text('admin.perks.ownCode')}
          hint={text('admin.perks.ownCodeHint')}
          {...at('ownCode')}
          maxLength={MAX_CODE + 8}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <div className={LIMITS_GRID}>
        <Field
          label={text('admin.perks.howMany')}
          hint={text('admin.perks.howManyHint', { most: MAX_CODES })}
          {...at('codes', 1)}
          inputMode="numeric"
        />
        <Field
          label={text('admin.perks.maxUses')}
          hint={text('admin.perks.maxUsesHint')}
          {...at('maxUses', 1)}
          inputMode="numeric"
          required
        />
        <TimeField label={text('admin.perks.startsAt')} {...at('startsAt')} />
        <TimeField label={text('admin.perks.endsAt')} {...at('endsAt')} />
      </div>
      <Submit kind="loud">{text('admin.perks.makeCodesYes')}</Submit>
    </ActionForm>
  );
}

const VOID_FORM = 'void-codes';

const CODES: ListKind<PerkCode> = {
  toKey: ({ codeKey }) => codeKey,
  empty: 'admin.perks.codesHidden',
  pages: { title: 'admin.perks.pages', cursor: 'after', next: 'admin.perks.more', first: 'admin.perks.first' },
};

interface BatchPanelProps extends Pick<CodesViewProps, 'mayChange' | 'isFirst' | 'form'> {
  readonly perkId: string;
  readonly batch: OpenBatch;
}

function BatchPanel({ perkId, batch, mayChange, isFirst, form }: BatchPanelProps) {
  const { text } = useText();
  const { batchId, name, codes, uses, maxUses, voided, rows, next, address } = batch;
  return (
    <Panel
      title={name}
      aside={
        <SiteLink to={`/admin/perks/${perkId}?view=codes`} className="text-link underline">
          {text('admin.perks.allBatches')}
        </SiteLink>
      }
    >
      <p>{text('admin.perks.batchFacts', { codes, uses, most: codes * maxUses, voided })}</p>
      {address !== null && <QrCode perkId={perkId} batchId={batchId} address={address} />}
      {mayChange && (
        <p>
          <a href={`/admin/perks/${perkId}/codes.csv?batch=${batchId}`} download className={buttonClass('plain')}>
            {text('admin.perks.exportCodes')}
          </a>
        </p>
      )}
      {voided < codes && <VoidForm batch={batch} mayChange={mayChange} form={form} />}
      <List of={CODES} rows={rows} address={toBatch(perkId, batchId)} next={next} isFirst={isFirst}>
        <CodeTable perkId={perkId} rows={rows} />
      </List>
    </Panel>
  );
}

/** Who sees the codes chooses among them. */
function VoidForm({ batch, mayChange, form }: Pick<BatchPanelProps, 'batch' | 'mayChange' | 'form'>) {
  const { text } = useText();
  const { batchId, codes, rows } = batch;
  if (!mayChange) {
    return (
      <Removal
        form={form}
        fields={{ intent: 'perks.voidCodes', batch: batchId, whole: 'on' }}
        label={text('admin.perks.voidAll')}
        question={text('admin.perks.voidAllText')}
        submit={text('admin.perks.voidAll')}
      />
    );
  }
  return (
    <BulkBar
      key={rows.map(({ codeKey }) => codeKey).join(' ')}
      id={VOID_FORM}
      form={form}
      fields={{ intent: 'perks.voidCodes', batch: batchId }}
      shown={rows.length}
      found={{ number: codes, isMore: false }}
    >
      <p>
        <Submit kind="danger">{text('admin.perks.voidChosen')}</Submit>
      </p>
    </BulkBar>
  );
}

function CodeTable({ perkId, rows }: { readonly perkId: string; readonly rows: readonly PerkCode[] }) {
  const { text } = useText();
  const selection = useSelectionColumn<PerkCode>({
    formId: VOID_FORM,
    toKey: ({ codeKey }) => codeKey,
    toName: ({ code }) => code,
  });
  return (
    <Table
      caption={text('admin.perks.codes')}
      rows={rows}
      toKey={CODES.toKey}
      columns={[
        selection,
        { id: 'code', header: text('admin.perks.code'), cell: ({ code }) => <code lang="zxx">{code}</code> },
        {
          id: 'uses',
          header: text('admin.perks.uses'),
          cell: (one) => <CodeUses perkId={perkId} code={one} />,
          isNumber: true,
        },
        {
          id: 'state',
          header: text('admin.perks.state'),
          cell: ({ isVoided }) => isVoided && <Badge tone="danger">{text('admin.perks.isVoided')}</Badge>,
        },
      ]}
    />
  );
}

/** Who redeemed it. */
function CodeUses({ perkId, code: { code, uses, maxUses } }: { readonly perkId: string; readonly code: PerkCode }) {
  const { text } = useText();
  const shown = text('admin.perks.givenOf', { given: uses, most: maxUses });
  if (uses === 0) return shown;
  return (
    <SiteLink to={withQuery(`/admin/perks/${perkId}`, { view: 'people', text: code })} className="text-link underline">
      {shown}
    </SiteLink>
  );
}

interface QrCodeProps {
  readonly perkId: string;
  readonly batchId: string;
  readonly address: string;
}

/** Of the address where a code is filled in already. */
function QrCode({ perkId, batchId, address }: QrCodeProps) {
  const { text } = useText();
  const picture = `/admin/perks/${perkId}/qr.svg?batch=${batchId}`;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <img src={picture} alt={text('admin.perks.qr')} width="160" height="160" className="size-40 rounded-card" />
      <div className="min-w-0 space-y-2">
        <p>
          <a href={address} className="font-bold wrap-anywhere text-link underline">
            {address}
          </a>
        </p>
        <p>
          <a href={picture} download="code.svg" className={buttonClass('plain')}>
            {text('admin.perks.saveQr')}
          </a>
        </p>
      </div>
    </div>
  );
}
