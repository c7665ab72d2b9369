import { useEffect } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import type { Role } from '#app/current/role.ts';
import { SelectField } from '#lib/ui/field.tsx';

import { RoleBadge } from '../accounts/role-badge.tsx';
import { TESTER_MINUTES } from './tester-role.ts';
import type { TesterToken } from './tester-role.ts';

/** The token that the form has got, until it is closed. */
export function findToken({ state }: PageForm): TesterToken | undefined {
  return state?.done && state.intent === 'tester.open' ? (state.result as TesterToken) : undefined;
}

/** Who the requests are from. Leaving the page ends the token. */
export function TokenPanel({
  form,
  roles,
  token,
}: {
  form: PageForm;
  roles: readonly Role[];
  token: TesterToken | undefined;
}) {
  const { text } = useText();
  useCloseOnLeave(token);
  return (
    <Panel title={text('admin.tester.who')}>
      <div className="space-y-4">
        <FormNotice form={form} />
        <p className="text-sm">{text('admin.tester.explained', { minutes: TESTER_MINUTES })}</p>
        {token === undefined ? (
          <ActionForm form={form} fields={{ intent: 'tester.open' }} className="flex flex-wrap items-end gap-3">
            <SelectField name="role" label={text('admin.tester.role')}>
              {roles.map((role) => (
                <option key={role} value={role}>
                  {role}
                </option>
              ))}
            </SelectField>
            <Submit>{text('admin.tester.open')}</Submit>
          </ActionForm>
        ) : (
          <ActionForm
            form={form}
            fields={{ intent: 'tester.close', token: token.token }}
            className="flex flex-wrap items-center gap-3"
          >
            {token.role !== 'public' && <RoleBadge role={token.role} />}
            <span>{text('admin.tester.until', { at: Date.parse(token.expiresAt) })}</span>
            <Submit>{text('admin.tester.close')}</Submit>
          </ActionForm>
        )}
      </div>
    </Panel>
  );
}

function useCloseOnLeave(token: TesterToken | undefined): void {
  useEffect(() => {
    if (token === undefined) return undefined;
    const close = () => {
      const body = new URLSearchParams({ intent: 'tester.close', token: token.token });
      navigator.sendBeacon(location.pathname, body);
    };
    window.addEventListener('pagehide', close);
    return () => window.removeEventListener('pagehide', close);
  }, [token]);
}
