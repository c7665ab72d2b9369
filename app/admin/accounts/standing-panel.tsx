import { UserType } from '#app/accounts/account.ts';
import type { StaffAccount } from '#app/accounts/staff/staff.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';
import { SelectField } from '#lib/ui/field.tsx';

import { BAN_DAYS } from './account-actions.ts';
import { ReasonField } from './account-action-form.tsx';
import { Panel } from './panel.tsx';

interface StandingPanelProps {
  account: StaffAccount;
  mayChangeRole: boolean;
  form: PageForm;
}

export function StandingPanel({ account, mayChangeRole, form }: StandingPanelProps) {
  const { text } = useText();
  const { ban, mayAct, role } = account;
  const [lifting, banning, change] = [LIFT, BAN, ROLE].map(form.refusalOf);
  return (
    <Panel id="standing" title={text('admin.standing.title')}>
      {mayAct && ban?.isOn && (
        <Details summary={text('admin.standing.lift')} open={lifting !== undefined}>
          <ActionForm form={form} fields={LIFT} className="space-y-3">
            <ReasonField refusal={lifting} />
            <Submit>{text('admin.standing.lift')}</Submit>
          </ActionForm>
        </Details>
      )}
      {mayAct && (
        <Details
          summary={text(ban?.isOn ? 'admin.standing.banAnew' : 'admin.standing.ban')}
          open={banning !== undefined}
        >
          <ActionForm form={form} fields={BAN} className="space-y-3">
            <BanFields refusal={banning} />
          </ActionForm>
        </Details>
      )}
      {mayChangeRole && (
        <Details summary={text('admin.standing.role')} open={change !== undefined}>
          <ActionForm form={form} fields={ROLE} className="space-y-3">
            <RoleFields role={role} refusal={change} />
          </ActionForm>
        </Details>
      )}
    </Panel>
  );
}

const LIFT = { intent: 'lift' };
const BAN = { intent: 'ban' };
const ROLE = { intent: 'role' };

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
      <ReasonField refusal={refusal} hint={text('admin.standing.reasonTold')} />
      <Submit kind="danger">{text('admin.standing.ban')}</Submit>
    </>
  );
}

function RoleFields({ role, refusal }: { role: StaffAccount['role']; refusal: FormRefusal | undefined }) {
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
      <ReasonField refusal={refusal} />
      <Submit>{text('admin.standing.changeRole')}</Submit>
    </>
  );
}
