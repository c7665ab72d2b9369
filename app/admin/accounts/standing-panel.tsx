import { UserType } from '#app/accounts/account.ts';
import type { StaffAccount } from '#app/accounts/staff/staff.ts';
import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { SelectField } from '#lib/ui/field.tsx';

import { BAN_DAYS } from './account-actions.ts';
import type { AccountActionRefusal } from './account-actions.ts';
import { AccountActionForm, ReasonField } from './account-action-form.tsx';
import { Panel } from './panel.tsx';

interface StandingPanelProps {
  account: StaffAccount;
  mayChangeRole: boolean;
  refusal: AccountActionRefusal | undefined;
}

/** What changes how an account stands: a ban, its end, another role. */
export function StandingPanel({ account, mayChangeRole, refusal }: StandingPanelProps) {
  const { text } = useText();
  const { ban, mayAct, role } = account;
  const own = (intent: AccountActionRefusal['intent']) => (refusal?.intent === intent ? refusal : undefined);
  return (
    <Panel id="standing" title={text('admin.standing.title')}>
      {mayAct && ban?.isOn && (
        <Details summary={text('admin.standing.lift')} open={own('lift') !== undefined}>
          <AccountActionForm intent="lift">
            <ReasonField refusal={own('lift')} />
            <Button type="submit">{text('admin.standing.lift')}</Button>
          </AccountActionForm>
        </Details>
      )}
      {mayAct && (
        <Details
          summary={text(ban?.isOn ? 'admin.standing.banAnew' : 'admin.standing.ban')}
          open={own('ban') !== undefined}
        >
          <AccountActionForm intent="ban">
            <BanFields refusal={own('ban')} />
          </AccountActionForm>
        </Details>
      )}
      {mayChangeRole && (
        <Details summary={text('admin.standing.role')} open={own('role') !== undefined}>
          <AccountActionForm intent="role">
            <RoleFields role={role} refusal={own('role')} />
          </AccountActionForm>
        </Details>
      )}
    </Panel>
  );
}

function BanFields({ refusal }: { refusal: AccountActionRefusal | undefined }) {
  const { text } = useText();
  return (
    <>
      <p>{text('admin.standing.banMeans')}</p>
      <SelectField name="days" label={text('admin.standing.days')} defaultValue="7">
        {BAN_DAYS.map((days) => (
          <option key={days} value={days}>
            {days === 0 ? text('admin.standing.forever') : text('admin.standing.daysOf', { days })}
          </option>
        ))}
      </SelectField>
      <ReasonField refusal={refusal} hint={text('admin.standing.reasonTold')} />
      <Button type="submit" kind="danger">
        {text('admin.standing.ban')}
      </Button>
    </>
  );
}

function RoleFields({ role, refusal }: { role: UserType; refusal: AccountActionRefusal | undefined }) {
  const { text } = useText();
  return (
    <>
      <SelectField name="role" label={text('admin.standing.newRole')} defaultValue={role}>
        {UserType.options.map((one) => (
          <option key={one} value={one} lang="en">
            {one}
          </option>
        ))}
      </SelectField>
      <ReasonField refusal={refusal} />
      <Button type="submit">{text('admin.standing.changeRole')}</Button>
    </>
  );
}
