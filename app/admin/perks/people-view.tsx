import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { List, ListFilter, ListSearch } from '#app/current/page/list.tsx';
import type { ListKind } from '#app/current/page/list.tsx';
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
  const { rows, next, list, text: searched } = holders;
  const path = withQuery(`/admin/perks/${perkId}`, { view: 'people' });
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
      <List
        of={HOLDERS}
        rows={rows}
        address={withQuery(path, { list, text: searched || undefined })}
        next={next}
        isFirst={isFirst}
      >
        <HolderTable rows={rows} form={form} />
      </List>
    </>
  );
}

function HolderTable({ rows, form }: { readonly rows: readonly PerkHolder[]; readonly form: PageForm }) {
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
        { id: 'state', header: text('admin.perks.state'), cell: (one) => <HolderState holder={one} form={form} /> },
      ]}
    />
  );
}

function Way({ holder: { way, giver } }: { readonly holder: PerkHolder }) {
  const { text } = useText();
  return (
    <>
      <span>{text(PERK_WAYS[way])}</span>
      {giver && (
        <>
          <span> · </span>
          <PersonLink person={giver} />
        </>
      )}
    </>
  );
}

function HolderState({ holder, form }: { readonly holder: PerkHolder; readonly form: PageForm }) {
  const { text, richText } = useText();
  const { userId, grantId, person, revokedAt, revokeReason } = holder;
  if (revokedAt !== null) {
    return (
      <p>
        <span>{richText('perks.own.takenBack', { date: <LocalTime at={revokedAt} isDay /> })}</span>{' '}
        <q>{revokeReason}</q>
      </p>
    );
  }
  const revoke = { intent: 'perks.revoke', userId, grantId };
  const refusal = form.findRefusal(revoke);
  return (
    <Details open={refusal !== undefined} summary={text('admin.perks.revoke')}>
      <ActionForm form={form} fields={revoke} className="flex flex-wrap items-start gap-3">
        <Field
          label={text('admin.perks.reason', { name: person.name })}
          {...fieldFor(refusal, 'reason')}
          required
          maxLength={MAX_REASON}
        />
        <Submit kind="danger" className="sm:mt-8">
          {text('admin.perks.revokeYes')}
        </Submit>
      </ActionForm>
    </Details>
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
