import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { List, ListFilter } from '#app/current/page/list.tsx';
import type { ListKind } from '#app/current/page/list.tsx';
import { ProofFirst } from '#app/current/page/proof-link.tsx';
import { PERK_KEY_STATES } from '#app/perks/perk.ts';
import type { Perk, PerkKey, PerkKeyState } from '#app/perks/perk.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Details } from '#lib/ui/details.tsx';
import { TextareaField } from '#lib/ui/field.tsx';
import { Table } from '#lib/ui/table.tsx';

import { PersonLink } from '../person-link.tsx';
import type { NamedPerson } from '../person-link.tsx';

interface KeyOfPool extends PerkKey {
  readonly owner: NamedPerson | undefined;
}

interface KeysViewProps {
  readonly perk: Perk;
  readonly mayChange: boolean;
  readonly isFirst: boolean;
  readonly keys: {
    readonly rows: readonly KeyOfPool[];
    readonly next: string | undefined;
    readonly state: PerkKeyState;
    readonly isProved: boolean;
  };
  readonly form: PageForm;
}

const KEYS: ListKind<KeyOfPool> = {
  toKey: ({ keyId }) => keyId,
  empty: 'admin.perks.noPoolKeys',
  filter: { query: 'state', title: 'admin.perks.keyStates', choices: PERK_KEY_STATES },
  pages: { title: 'admin.perks.pages', cursor: 'after', next: 'admin.perks.more', first: 'admin.perks.first' },
};

/** The pool of keys of a store, none of which anybody reads here. */
export function KeysView({ perk, mayChange, isFirst, keys, form }: KeysViewProps) {
  const { text } = useText();
  const { perkId, stock } = perk;
  const { rows, next, state, isProved } = keys;
  const path = withQuery(`/admin/perks/${perkId}`, { view: 'keys' });
  return (
    <>
      <p>{text('admin.perks.keysAbout')}</p>
      {mayChange && <AddForm key={stock} isProved={isProved} form={form} />}
      <ListFilter of={KEYS} path={path} chosen={state} />
      <List of={KEYS} rows={rows} address={withQuery(path, { state })} next={next} isFirst={isFirst}>
        <Table
          caption={text(PERK_KEY_STATES[state])}
          rows={rows}
          toKey={KEYS.toKey}
          columns={[
            { id: 'key', header: text('admin.perks.keyId'), cell: ({ keyId }) => <code lang="zxx">{keyId}</code> },
            { id: 'added', header: text('admin.perks.added'), cell: ({ addedAt }) => <LocalTime at={addedAt} /> },
            { id: 'since', header: text('admin.perks.stateSince'), cell: ({ stateAt }) => <LocalTime at={stateAt} /> },
            {
              id: 'owner',
              header: text('admin.perks.person'),
              cell: ({ owner }) => owner && <PersonLink person={owner} />,
            },
            ...(mayChange && state === 'quarantined'
              ? [
                  {
                    id: 'settle',
                    header: text('admin.perks.settle'),
                    cell: (key: KeyOfPool) => <SettleForm keyId={key.keyId} form={form} />,
                  },
                ]
              : []),
          ]}
        />
      </List>
    </>
  );
}

const ADD = { intent: 'perks.addKeys' };

function AddForm({ isProved, form }: { readonly isProved: boolean; readonly form: PageForm }) {
  const { text } = useText();
  const refusal = form.findRefusal(ADD);
  return (
    <Details open={refusal !== undefined} summary={text('admin.perks.addKeys')}>
      {isProved ? (
        <ActionForm form={form} fields={ADD} className="space-y-3">
          <TextareaField
            label={text('admin.perks.poolKeys')}
            hint={text('admin.perks.poolKeysHint')}
            {...fieldFor(refusal, 'keys')}
            rows={6}
            required
            autoComplete="off"
            spellCheck={false}
            className="[&_textarea]:font-mono"
          />
          <Submit kind="loud">{text('admin.perks.addKeysYes')}</Submit>
        </ActionForm>
      ) : (
        <ProofFirst />
      )}
    </Details>
  );
}

function SettleForm({ keyId, form }: { readonly keyId: string; readonly form: PageForm }) {
  const { text } = useText();
  return (
    <div className="flex flex-wrap gap-2">
      <ActionForm form={form} fields={{ intent: 'perks.freeKey', keyId }}>
        <Submit kind="quiet">{text('admin.perks.freeKey')}</Submit>
      </ActionForm>
      <ActionForm form={form} fields={{ intent: 'perks.spendKey', keyId }}>
        <Submit kind="quiet">{text('admin.perks.spendKey')}</Submit>
      </ActionForm>
    </div>
  );
}
