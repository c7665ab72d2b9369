import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { Panel } from '#app/current/page/record.tsx';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { ROLES, isStaff } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import type { Explanation } from '#app/storage/explain/explanation.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Field } from '#lib/ui/field.tsx';
import { Table } from '#lib/ui/table.tsx';

interface AccessPanelProps {
  readonly form: PageForm;
  readonly path: string;
  /** Where players read it. */
  readonly seenAt: string | undefined;
  readonly as: Role | undefined;
  /** Of the role. */
  readonly seen: SeenItem | undefined;
}

interface SeenItem {
  readonly explanation: Explanation;
  /** The reader may see the whole page as that role. */
  readonly mayBecome?: boolean;
  /** What a call for the item answers them. */
  readonly answer: { readonly status: number; readonly message?: string | undefined };
}

/** What somebody else sees and may do: a role by its address, a person by a form, because looking as a person is kept. */
export function AccessPanel({ form, path, seenAt, as, seen }: AccessPanelProps) {
  const { text } = useText();
  const own = withQuery(path, { view: 'access' });
  const to = useSitePath(withQuery(as !== undefined && isStaff(as) ? own : (seenAt ?? own), { masquerade: as }));
  const refusal = form.findRefusal({ intent: 'item.view' });
  const person = form.state?.done === true && form.state.intent === 'item.view' ? form.state.result : undefined;
  const shown = (person as SeenItem | undefined) ?? seen;
  const tabs = ROLES.map((role) => ({
    to: withQuery(path, { view: 'access', as: role }),
    title: text('shell.account.role', { role }),
    isCurrent: person === undefined && role === as,
  }));
  return (
    <Panel title={text('admin.item.view.access')} aside={text('admin.item.accessAside')}>
      <LinkTabs label={text('admin.item.roles')} tabs={tabs} />
      <ActionForm form={form} fields={{ intent: 'item.view' }} className="flex flex-wrap items-start gap-3">
        <Field
          label={text('admin.item.viewAs')}
          hint={text('admin.item.viewAsHint')}
          {...fieldFor(refusal, 'who')}
          required
          maxLength={254}
          autoComplete="off"
          className="min-w-0 grow basis-64"
        />
        <Submit className="sm:mt-8">{text('admin.item.viewSubmit')}</Submit>
      </ActionForm>
      {as !== undefined && seen?.mayBecome === true && (
        <a href={to} className="inline-block py-0.5 font-bold text-link underline">
          {text('admin.item.seePage', { role: as })}
        </a>
      )}
      {shown === undefined ? <p className="text-muted">{text('admin.item.accessNone')}</p> : <Seen seen={shown} />}
    </Panel>
  );
}

function Seen({ seen }: { seen: SeenItem }) {
  const { text } = useText();
  const { explanation, answer } = seen;
  const rows = [
    ...Object.entries(explanation.actions),
    ...Object.entries(explanation.stats).map(([name, verdict]) => [`stats.${name}`, verdict] as const),
    ...Object.entries(explanation.records).map(([name, verdict]) => [`records.${name}`, verdict] as const),
    ...Object.entries(explanation.protect).map(([tag, verdict]) => [`protect.${tag}`, verdict] as const),
  ];
  const { userId, role } = explanation.as;
  return (
    <>
      <p>
        <span>
          {text(answer.status === 200 ? 'admin.item.sees' : 'admin.item.seesNothing', {
            role,
            isPerson: userId === null ? 'no' : 'yes',
            who: userId ?? '',
            status: String(answer.status),
          })}
        </span>{' '}
        {answer.message !== undefined && <q lang="en">{answer.message}</q>}
      </p>
      <Table
        caption={text('admin.item.deeds')}
        rows={rows}
        toKey={([action]) => action}
        columns={[
          { id: 'action', header: text('admin.item.deed'), cell: ([action]) => <code lang="en">{action}</code> },
          {
            id: 'allowed',
            header: text('admin.item.allowed'),
            cell: ([, { allowed }]) => text(allowed ? 'admin.item.yes' : 'admin.item.no'),
          },
          { id: 'rule', header: text('admin.item.rule'), cell: ([, { rule }]) => <code lang="en">{rule}</code> },
        ]}
      />
    </>
  );
}
