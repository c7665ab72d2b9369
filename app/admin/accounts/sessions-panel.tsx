import type { StaffAccount } from '#app/accounts/staff/staff.ts';
import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';

import { ALL_SESSIONS } from './account-actions.ts';
import type { AccountActionRefusal } from './account-actions.ts';
import { AccountActionForm, ReasonField } from './account-action-form.tsx';
import { Panel } from './panel.tsx';

interface SessionsPanelProps {
  sessions: StaffAccount['sessions'];
  mayEnd: boolean;
  refusal: AccountActionRefusal | undefined;
}

/** Where somebody is signed in, each with a button that ends it, for one reason. */
export function SessionsPanel({ sessions, mayEnd, refusal }: SessionsPanelProps) {
  const { text } = useText();
  const own = refusal?.intent === 'sessions' ? refusal : undefined;
  return (
    <Panel
      id="sessions"
      title={text('admin.sessions.title')}
      aside={text('admin.sessions.count', { count: sessions.length })}
    >
      {sessions.length === 0 ? (
        <p>{text('admin.sessions.none')}</p>
      ) : (
        <AccountActionForm intent="sessions">
          {/* Enter in the field of the reason would press the first button, and end whichever session that is. */}
          <input type="submit" disabled hidden />
          <ul className="divide-y-2 divide-hairline">
            {sessions.map((session) => (
              <SessionLine key={session.loginId} session={session} mayEnd={mayEnd} />
            ))}
          </ul>
          {mayEnd && (
            <>
              <ReasonField refusal={own} />
              <Button type="submit" name="loginId" value={ALL_SESSIONS} kind="danger">
                {text('admin.sessions.endAll')}
              </Button>
            </>
          )}
        </AccountActionForm>
      )}
    </Panel>
  );
}

function SessionLine({ session, mayEnd }: { session: StaffAccount['sessions'][number]; mayEnd: boolean }) {
  const { text } = useText();
  const { browser, system, lastUsedAt, loginId } = session;
  const known = [browser, system].filter((word) => word !== null).join(', ');
  const device = known === '' ? text('admin.sessions.unknown') : known;
  const used = text('admin.sessions.used', { at: new Date(lastUsedAt) });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 grow">
        <strong lang={known === '' ? undefined : 'zxx'} className="block">
          {device}
        </strong>
        <span className="text-sm text-muted">{used}</span>
      </span>
      {mayEnd && (
        <Button
          type="submit"
          name="loginId"
          value={loginId}
          kind="quiet"
          aria-label={text('admin.sessions.endOf', { device, used })}
        >
          {text('admin.sessions.end')}
        </Button>
      )}
    </li>
  );
}
