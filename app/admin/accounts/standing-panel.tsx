import { UserType } from '#app/accounts/account.ts';
import type { StaffAccount } from '#app/accounts/staff/staff.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { Details } from '#lib/ui/details.tsx';
import { SelectField } from '#lib/ui/field.tsx';

import { DisabledAction, ProofRequiredNotice, ReasonField } from './account-action-form.tsx';
import { BAN_DAYS, actionRefusal } from './account-actions.ts';
import type { AccountViewer } from './account-actions.ts';

interface AccountStatusPanelProps {
  account: StaffAccount;
  viewer: AccountViewer;
  form: PageForm;
}

export function AccountStatusPanel({ account, viewer, form }: AccountStatusPanelProps) {
  const { text } = useText();
  const isBanned = account.ban?.isOn === true;
  const intents = isBanned ? (['lift', 'ban', 'role'] as const) : (['ban', 'role'] as const);
  const refusals = intents.map((intent) => ({ intent, refusal: actionRefusal(intent, viewer, account) }));
  return (
    <Panel id="standing" title={text('admin.standing.title')}>
      {refusals.some(({ refusal }) => refusal === 'proof') && <ProofRequiredNotice />}
      {refusals.map(({ intent, refusal }) => {
        const name = text(intent === 'ban' && isBanned ? 'admin.standing.banAnew' : NAMES[intent]);
        if (refusal !== undefined)
          return (
            <DisabledAction key={intent} refusal={refusal}>
              {name}
            </DisabledAction>
          );
        return (
          <AccountStatusForm
            key={intent}
            intent={intent}
            name={name}
            account={account}
            needsSecond={viewer.needsSecond}
            form={form}
          />
        );
      })}
    </Panel>
  );
}

const NAMES = { lift: 'admin.standing.lift', ban: 'admin.standing.ban', role: 'admin.standing.role' } as const;

interface AccountStatusFormProps {
  intent: keyof typeof NAMES;
  name: string;
  account: StaffAccount;
  needsSecond: boolean;
  form: PageForm;
}

function AccountStatusForm({ intent, name, account, needsSecond, form }: AccountStatusFormProps) {
  const refused = form.findRefusal({ intent });
  return (
    <Details id={intent} summary={name} open={refused !== undefined}>
      <ActionForm form={form} fields={{ intent }} className="space-y-3">
        {intent === 'lift' && <LiftFields refusal={refused} />}
        {intent === 'ban' && <BanFields refusal={refused} />}
        {intent === 'role' && <RoleFields role={account.role} needsSecond={needsSecond} refusal={refused} />}
      </ActionForm>
    </Details>
  );
}

function LiftFields({ refusal }: { refusal: FormRefusal | undefined }) {
  const { text } = useText();
  return (
    <>
      <ReasonField refusal={refusal} />
      <Submit>{text('admin.standing.lift')}</Submit>
    </>
  );
}

function BanFields({ refusal }: { refusal: FormRefusal | undefined }) {
  const { text } = useText();
  return (
    <>
      <p>{text('admin.standing.banMeans')}</p>
      <SelectField name="days" label={text('admin.standing.days')} defaultValue={refusal?.values['days'] ?? '7'}>
        {BAN_DAYS.map((days) => (
          <option key={days} value={days}>
            {days === 0 ? text('admin.standing.forever') : text('admin.standing.daysOf', { days })}
          </option>
        ))}
      </SelectField>
      <ReasonField refusal={refusal} hint={text('admin.standing.reasonShown')} />
      <Submit kind="danger">{text('admin.standing.ban')}</Submit>
    </>
  );
}

interface RoleFieldsProps {
  role: StaffAccount['role'];
  needsSecond: boolean;
  refusal: FormRefusal | undefined;
}

function RoleFields({ role, needsSecond, refusal }: RoleFieldsProps) {
  const { text } = useText();
  return (
    <>
      <SelectField name="role" label={text('admin.standing.newRole')} defaultValue={refusal?.values['role'] ?? role}>
        {UserType.options.map((one) => (
          <option key={one} value={one}>
            {text('shell.account.role', { role: one })}
          </option>
        ))}
      </SelectField>
      <ReasonField refusal={refusal} hint={needsSecond ? text('admin.standing.secondPerson') : undefined} />
      <Submit>{text(needsSecond ? 'admin.standing.askRole' : 'admin.standing.changeRole')}</Submit>
    </>
  );
}
