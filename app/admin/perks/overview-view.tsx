import type { AuditSentence } from '#app/audit/audit-sentence.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { Removal } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Fact, FactList, Panel } from '#app/current/page/record.tsx';
import { BADGE_NAMES } from '#app/perks/perk.ts';
import type { Perk } from '#app/perks/perk.ts';
import { LocalTime } from '#lib/locale/time.tsx';

import { AuditList } from '../audit/audit-list.tsx';
import { PerkFieldset } from './perk-fields.tsx';
import { Count, GivenCount, Stock } from './perks-table.tsx';

interface OverviewViewProps {
  readonly perk: Perk;
  readonly mayChange: boolean;
  /** For those who may read the audit. */
  readonly sentences: readonly AuditSentence[] | undefined;
  readonly now: number;
  readonly form: PageForm;
}

export function OverviewView({ perk, mayChange, sentences, now, form }: OverviewViewProps) {
  const { text } = useText();
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        <Facts perk={perk} />
        {mayChange && <Settings perk={perk} form={form} />}
      </div>
      {sentences && (
        <Panel title={text('admin.audit.title')}>
          <AuditList sentences={sentences} now={now} target={`perk/${perk.perkId}`} />
        </Panel>
      )}
    </div>
  );
}

function Facts({ perk }: { readonly perk: Perk }) {
  const { text } = useText();
  const { kind, about, appId, details, perPerson, held, startsAt, endsAt } = perk;
  const { store, badge, crateId } = details;
  return (
    <Panel title={text('admin.perks.facts')}>
      {about !== '' && <p className="wrap-anywhere">{about}</p>}
      <FactList>
        <Fact name={text('admin.perks.given')}>
          <GivenCount {...perk} />
        </Fact>
        <Fact name={text('admin.perks.held')}>
          <Count value={held} />
        </Fact>
        <Fact name={text('admin.perks.perPerson')}>
          <Count value={perPerson} />
        </Fact>
        {kind === 'key' && (
          <Fact name={text('admin.perks.stock')}>
            <Stock {...perk} />
          </Fact>
        )}
        {store !== undefined && <Fact name={text('admin.perks.store')}>{store}</Fact>}
        {badge !== undefined && <Fact name={text('admin.perks.badge')}>{text(BADGE_NAMES[badge])}</Fact>}
        {crateId !== undefined && (
          <Fact name={text('admin.perks.crate')}>
            <code lang="zxx">{crateId}</code>
          </Fact>
        )}
        <Fact name={text('admin.perks.app')}>
          {appId === null ? text('admin.perks.everyApp') : <code lang="zxx">{appId}</code>}
        </Fact>
        {startsAt !== null && (
          <Fact name={text('admin.perks.starts')}>
            <LocalTime at={startsAt} />
          </Fact>
        )}
        {endsAt !== null && (
          <Fact name={text('admin.perks.ends')}>
            <LocalTime at={endsAt} />
          </Fact>
        )}
      </FactList>
    </Panel>
  );
}

const CHANGE = { intent: 'perks.change' };

function Settings({ perk, form }: { readonly perk: Perk; readonly form: PageForm }) {
  const { text } = useText();
  const { kind, rev, held, isArchived } = perk;
  return (
    <Panel id="settings" title={text('admin.perks.settings')}>
      <ActionForm key={rev} form={form} fields={{ ...CHANGE, rev: String(rev) }} className="space-y-4">
        <PerkFieldset kind={kind} perk={perk} refusal={form.findRefusal(CHANGE)} />
        <Submit>{text('admin.perks.save')}</Submit>
      </ActionForm>
      {isArchived ? (
        <ActionForm form={form} fields={{ intent: 'perks.restore' }}>
          <Submit>{text('admin.perks.restore')}</Submit>
        </ActionForm>
      ) : (
        <Removal
          form={form}
          fields={{ intent: 'perks.archive' }}
          label={text('admin.perks.archive')}
          question={text('admin.perks.archiveText', { held })}
          submit={text('admin.perks.archiveYes')}
        />
      )}
    </Panel>
  );
}
