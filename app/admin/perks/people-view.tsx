import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { List, ListFilter, ListSearch } from '#app/current/page/list.tsx';
import type { ListKind } from '#app/current/page/list.tsx';
import { Panel } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { HOLDER_LISTS, MAX_REASON, PERK_WAYS } from '#app/perks/perk.ts';
import type { HolderList, Perk, PerkGrant } from '#app/perks/perk.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field, TextareaField } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';
import { Table } from '#lib/ui/table.tsx';

import { PersonLink } from '../person-link.tsx';
import type { NamedPerson } from '../person-link.tsx';

interface PerkHolder extends PerkGrant {
  readonly person: NamedPerson;
  /** Of staff. */
  readonly giver: NamedPerson | undefined;
}

interface PeopleViewProps {
  readonly perk: Perk;
  readonly mayChange: boolean;
  readonly isFirst: boolean;
  readonly holders: {
    readonly rows: readonly PerkHolder[];
    readonly next: string | undefined;
    readonly list: HolderList;
    readonly text: string;
    /** The one that is to be taken back, if that is asked. */
    readonly revoked: string | null;
  };
  readonly form: PageForm;
}

const HOLDERS: ListKind<PerkHolder> = {
  toKey: ({ grantId }) => grantId,
  empty: 'admin.perks.noHolders',
  filter: { query: 'list', title: 'admin.perks.lists', choices: HOLDER_LISTS },
  pages: { title: 'admin.perks.pages', cursor: 'after', next: 'admin.perks.more', first: 'admin.perks.first' },
};

/** Who was given a perk, how, and what staff can do about it. */
export function PeopleView({ perk, mayChange, isFirst, holders, form }: PeopleViewProps) {
  const { text } = useText();
  const { perkId, isArchived } = perk;
  const { rows, next, list, text: searched, revoked } = holders;
  const path = withQuery(`/admin/perks/${perkId}`, { view: 'people' });
  const address = withQuery(path, { list, text: searched || undefined });
  const leaving = rows.find(({ grantId, revokedAt }) => grantId === revoked && revokedAt === null);
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <ListFilter of={HOLDERS} path={path} chosen={list} />
        <ListSearch
          name="text"
          value={searched}
          label={text('admin.perks.findHolder')}
          submit={text('admin.perks.find')}
          maxLength={100}
        />
        {mayChange && (
          <a href={`/admin/perks/${perkId}/people.csv`} download className={buttonClass('plain')}>
            {text('admin.perks.exportPeople')}
          </a>
        )}
      </div>
      {!isArchived && (
        <Details
          open={form.findRefusal(GIVE) !== undefined || form.state?.intent === GIVE.intent}
          summary={text('admin.perks.give')}
        >
          <GiveForm form={form} />
        </Details>
      )}
      {leaving && <RevokePanel holder={leaving} form={form} />}
      <List of={HOLDERS} rows={rows} address={address} next={next} isFirst={isFirst}>
        <HolderTable rows={rows} path={address} />
      </List>
    </>
  );
}

function HolderTable({ rows, path }: { readonly rows: readonly PerkHolder[]; readonly path: string }) {
  const { text } = useText();
  return (
    <Table
      caption={text('admin.perks.holders')}
      rows={rows}
      toKey={HOLDERS.toKey}
      columns={[
        { id: 'person', header: text('admin.perks.person'), cell: ({ person }) => <PersonLink person={person} /> },
        { id: 'at', header: text('admin.perks.givenAt'), cell: ({ grantedAt }) => <LocalTime at={grantedAt} /> },
        { id: 'way', header: text('admin.perks.way'), cell: (one) => <Way holder={one} /> },
        { id: 'state', header: text('admin.perks.state'), cell: (one) => <HolderState holder={one} path={path} /> },
      ]}
    />
  );
}

function Way({ holder: { way, origin, giver } }: { readonly holder: PerkHolder }) {
  const { text } = useText();
  return (
    <>
      <span>{text(PERK_WAYS[way])}</span>
      {origin !== null && (way === 'code' || way === 'purchase') && (
        <>
          <span> · </span>
          <code lang="zxx">{origin}</code>
        </>
      )}
      {giver && (
        <>
          <span> · </span>
          <PersonLink person={giver} />
        </>
      )}
    </>
  );
}

function HolderState({ holder, path }: { readonly holder: PerkHolder; readonly path: string }) {
  const { text, richText } = useText();
  const { grantId, person, revokedAt, revokeReason } = holder;
  if (revokedAt !== null) {
    return (
      <p>
        <span>{richText('perks.own.takenBack', { date: <LocalTime at={revokedAt} isDay /> })}</span>{' '}
        <q>{revokeReason}</q>
      </p>
    );
  }
  return (
    <SiteLink
      to={withQuery(path, { revoke: grantId })}
      aria-label={text('admin.perks.revokeOf', { name: person.name })}
      className="text-link underline"
    >
      {text('admin.perks.revoke')}
    </SiteLink>
  );
}

/** Asks why, above the list, so that its rows stay small. */
function RevokePanel({
  holder: { userId, grantId, person },
  form,
}: {
  readonly holder: PerkHolder;
  readonly form: PageForm;
}) {
  const { text } = useText();
  const revoke = { intent: 'perks.revoke', userId, grantId };
  const refusal = form.findRefusal(revoke);
  return (
    <Panel title={text('admin.perks.revokeOf', { name: person.name })}>
      <ActionForm form={form} fields={revoke} className="flex flex-wrap items-start gap-3">
        <Field
          label={text('admin.perks.reason', { name: person.name })}
          {...fieldFor(refusal, 'reason')}
          required
          maxLength={MAX_REASON}
          className="min-w-0 grow basis-60"
        />
        <Submit kind="danger" className="sm:mt-8">
          {text('admin.perks.revokeYes')}
        </Submit>
      </ActionForm>
    </Panel>
  );
}

const GIVE = { intent: 'perks.give' };

interface GivenResult {
  readonly unknown: readonly string[];
  readonly hadIt: readonly string[];
}

function GiveForm({ form }: { readonly form: PageForm }) {
  const { text } = useText();
  const isDone = form.state?.done === true && form.state.intent === GIVE.intent;
  const { unknown, hadIt } = isDone ? (form.state.result as GivenResult) : NOBODY;
  return (
    <div className="space-y-3">
      {unknown.length > 0 && <NameNotice title={text('admin.perks.unknownPeople')} names={unknown} />}
      {hadIt.length > 0 && <NameNotice title={text('admin.perks.hadIt')} names={hadIt} />}
      <ActionForm form={form} fields={GIVE} className="space-y-3">
        <TextareaField
          label={text('admin.perks.people')}
          hint={text('admin.perks.peopleHint')}
          {...fieldFor(form.findRefusal(GIVE), 'people')}
          rows={3}
          required
        />
        <Submit kind="loud">{text('admin.perks.giveYes')}</Submit>
      </ActionForm>
    </div>
  );
}

const NOBODY: GivenResult = { unknown: [], hadIt: [] };

function NameNotice({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  const { formatList } = useText();
  return (
    <Notice title={title}>
      <p className="wrap-anywhere" lang="zxx">
        {formatList([...names])}
      </p>
    </Notice>
  );
}
