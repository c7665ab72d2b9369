import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Fact, FactList, Panel } from '#app/current/page/record.tsx';
import type { ListedCrate } from '#app/storage/crates/crate-list.ts';
import type { Crate } from '#app/storage/crates/crate.ts';
import type { Holding } from '#app/storage/quotas/usage.ts';
import { formatSize } from '#lib/locale/format-size.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';

import { ByteCount, ItemCount } from './crate-table.tsx';
import { PartForm } from './part-form.tsx';

interface CrateFactsProps {
  crate: Crate;
  listed: ListedCrate;
  /** Of the crate as a whole, where it has quotas. */
  used: Holding | null;
  state: string;
  form: PageForm;
}

export function CrateFacts({ crate, listed, used, state, form }: CrateFactsProps) {
  const { text, formatNumber } = useText();
  const { extent, changedAt } = listed;
  const refusal = form.findRefusal({ intent: 'crates.save', part: 'facts' });
  return (
    <Panel id="facts" title={text('admin.crate.facts')}>
      <FactList>
        <Fact name={text('admin.crates.items')}>
          <ItemCount extent={extent} />
        </Fact>
        <Fact name={text('admin.crates.bytes')}>
          <ByteCount extent={extent} />
        </Fact>
        <Fact name={text('admin.crate.maxBytes')}>{formatSize(crate.maxBytes, formatNumber)}</Fact>
        <Fact name={text('admin.crates.changed')}>
          <LocalTime at={changedAt} />
        </Fact>
        <Fact name={text('admin.crate.created')}>
          <LocalTime at={crate.createdAt} isDay />
        </Fact>
        {used !== null && (
          <Fact name={text('admin.crates.quota')}>
            <QuotaUse used={used} />
          </Fact>
        )}
      </FactList>
      <Details id="name" summary={text('admin.crate.rename')} open={refusal !== undefined}>
        <PartForm part="facts" state={state} form={form}>
          {({ input }) => (
            <>
              <Field {...input('name', crate.name)} label={text('admin.crates.newName')} required maxLength={128} />
              <Field
                {...input('maxBytes', crate.maxBytes)}
                label={text('admin.crate.maxBytes')}
                hint={text('admin.crate.maxBytesHint')}
                inputMode="numeric"
                required
              />
            </>
          )}
        </PartForm>
      </Details>
    </Panel>
  );
}

function QuotaUse({ used }: { used: Holding }) {
  const { text, formatNumber } = useText();
  const kinds = (['items', 'bytes', 'versions'] as const).filter((kind) => used[kind].quota !== null);
  return (
    <ul>
      {kinds.map((kind) => {
        const write = (value: number) => (kind === 'bytes' ? formatSize(value, formatNumber) : formatNumber(value));
        const { used: held, quota } = used[kind];
        return <li key={kind}>{text('admin.crate.used', { kind, used: write(held), quota: write(quota ?? 0) })}</li>;
      })}
    </ul>
  );
}
