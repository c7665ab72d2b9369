import type { StaffAccount } from '#app/accounts/staff/staff.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';

import { DisabledAction, ReasonField } from './account-action-form.tsx';
import { ALL_SESSIONS } from './account-actions.ts';
import type { ActionRefusal } from './account-actions.ts';

interface SessionsPanelProps {
  sessions: StaffAccount['sessions'];
  refusal: ActionRefusal | undefined;
  /** When the page was made, in milliseconds since 1970. */
  now: number;
  form: PageForm;
}

export function SessionsPanel({ sessions, refusal, now, form }: SessionsPanelProps) {
  const { text } = useText();
  return (
    <Panel
      id="sessions"
      title={text('admin.sessions.title')}
      aside={text('admin.sessions.count', { count: sessions.length })}
    >
      {sessions.length === 0 ? (
        <p>{text('admin.sessions.none')}</p>
      ) : (
        <ActionForm form={form} fields={SESSIONS} className="space-y-3">
          {/* Enter in the field of the reason would press the first button, and end whichever session that is. */}
          <input type="submit" disabled hidden />
          <ul className="divide-y-2 divide-hairline">
            {sessions.map((session) => (
              <SessionLine key={session.loginId} session={session} mayEnd={refusal === undefined} now={now} />
            ))}
          </ul>
          {refusal === undefined ? (
            <>
              <ReasonField refusal={form.findRefusal(SESSIONS)} />
              <Submit name="loginId" value={ALL_SESSIONS} kind="danger">
                {text('admin.sessions.endAll')}
              </Submit>
            </>
          ) : (
            <DisabledAction refusal={refusal}>{text('admin.sessions.endAll')}</DisabledAction>
          )}
        </ActionForm>
      )}
    </Panel>
  );
}

const SESSIONS = { intent: 'sessions' };

interface SessionLineProps {
  session: StaffAccount['sessions'][number];
  mayEnd: boolean;
  now: number;
}

function SessionLine({ session, mayEnd, now }: SessionLineProps) {
  const { text, richText, formatRelative } = useText();
  const { browser, system, lastUsedAt, loginId } = session;
  const known = [browser, system].filter((word) => word !== null).join(', ');
  const device = known === '' ? text('admin.sessions.unknown') : known;
  const used = formatRelative((Date.parse(lastUsedAt) - now) / 1000);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 grow">
        <strong lang={known === '' ? undefined : 'zxx'} className="block">
          {device}
        </strong>
        <span className="text-sm text-muted">
          {richText('admin.sessions.used', { ago: <RelativeTime at={lastUsedAt} now={now} /> })}
        </span>
      </span>
      {mayEnd && (
        <Submit name="loginId" value={loginId} kind="quiet" aria-label={text('admin.sessions.endOf', { device, used })}>
          {text('admin.sessions.end')}
        </Submit>
      )}
    </li>
  );
}
