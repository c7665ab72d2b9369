import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { LinkedIssues } from '#app/telemetry/issues/linked-issues.tsx';
import { hasKey } from '#lib/has-key.ts';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { ForwardForm } from '../forwarding/forward-form.tsx';
import { PRIORITY_NAMES, STATES, STATE_NAMES, isState, toSubmissionNumber } from '../submission.ts';
import type { SubmissionState } from '../submission.ts';
import type { DeskPart } from '../thread-page.ts';
import { ChangeForm } from './change-form.tsx';
import { SNOOZES } from './desk.ts';

interface DeskPanelProps {
  readonly form: PageForm;
  readonly desk: DeskPart;
  readonly now: number;
}

export function DeskPanel({ form, desk, now }: DeskPanelProps) {
  const { text } = useText();
  const { row, sender, assigned } = desk;
  return (
    <aside aria-label={text('contact.desk.panel')} className="min-w-0 space-y-5">
      <SiteLink to="/contact/submissions" className="inline-block py-1 font-bold underline">
        {text('contact.desk.back')}
      </SiteLink>
      <div className="block-card space-y-4 p-5">
        <h2 className="text-lg">{text('contact.desk.who')}</h2>
        <p className="wrap-anywhere">
          <strong>{sender}</strong>
          {row.email !== undefined && row.email !== sender && (
            <>
              <br />
              <span>{row.email}</span>
            </>
          )}
          <br />
          <span className="text-muted">{text('contact.desk.locale', { locale: row.locale })}</span>
        </p>
        {desk.suppression !== undefined && (
          <Notice kind="error" title={text('contact.desk.trouble')}>
            {text(desk.suppression === 'bounce' ? 'contact.desk.bounces' : 'contact.desk.complained')}
          </Notice>
        )}
        {row.dueAt !== undefined && (
          <p>
            <span>{text('contact.desk.due')}</span> <RelativeTime at={row.dueAt} now={now} />
          </p>
        )}
        {row.snoozedUntil !== undefined && (
          <p>
            <span>{text('contact.desk.snoozedUntil')}</span> <RelativeTime at={row.snoozedUntil} now={now} />
          </p>
        )}
        <p>{assigned === undefined ? text('contact.desk.nobody') : text('contact.desk.has', { name: assigned })}</p>
        <Changes form={form} desk={desk} />
        <BlockForm form={form} isBlocked={desk.isBlocked} />
      </div>
      <Others form={form} desk={desk} />
      <LinkedIssues issues={desk.errors} />
      <ForwardForm form={form} seen={desk.seen} />
      <Records desk={desk} now={now} />
    </aside>
  );
}

function Changes({ form, desk }: Pick<DeskPanelProps, 'form' | 'desk'>) {
  const { text } = useText();
  const { row, assigned } = desk;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <ChangeButton form={form} field="assign" value="me" label={text('contact.desk.take')} letter="a" />
        {assigned !== undefined && (
          <ChangeButton form={form} field="assign" value="" label={text('contact.desk.release')} />
        )}
        {STATES.filter((state) => state !== row.state).map((state) => (
          <ChangeButton
            key={state}
            form={form}
            field="state"
            value={state}
            label={text(STATE_DEEDS[state])}
            seen={desk.seen}
          />
        ))}
      </div>
      <ul aria-label={text('contact.desk.tags')} className="flex flex-wrap gap-2">
        {row.tags.map((tag) => (
          <li key={tag}>
            <ChangeButton form={form} field="untag" value={tag} label={text('contact.desk.untag', { tag })} />
          </li>
        ))}
      </ul>
      <ChangeForm form={form} field="tag" label={text('contact.desk.tag')} />
      <ChangeForm
        form={form}
        field="priority"
        label={text('contact.desk.priority')}
        chosen={String(row.priority)}
        choices={PRIORITY_NAMES.map((name, at) => ({ value: String(at), name: text(name) }))}
      />
      <ChangeForm
        form={form}
        field="snooze"
        label={text('contact.desk.snooze')}
        chosen=""
        choices={[
          { value: '', name: text('contact.desk.awake') },
          ...SNOOZES.map((hours) => ({ value: String(hours), name: text('contact.desk.hours', { hours }) })),
        ]}
      />
    </>
  );
}

function BlockForm({ form, isBlocked }: Pick<DeskPanelProps, 'form'> & Pick<DeskPart, 'isBlocked'>) {
  const { text } = useText();
  return (
    <ActionForm form={form} fields={{ intent: isBlocked ? 'contact.unblock' : 'contact.block' }} className="space-y-2">
      {isBlocked && <p className="font-bold">{text('contact.desk.isBlocked')}</p>}
      <Submit kind={isBlocked ? 'plain' : 'danger'}>
        {text(isBlocked ? 'contact.desk.unblock' : 'contact.desk.block')}
      </Submit>
    </ActionForm>
  );
}

const STATE_DEEDS = {
  open: 'contact.desk.reopen',
  waiting: 'contact.desk.wait',
  closed: 'contact.desk.close',
} as const satisfies Readonly<Record<SubmissionState, TextKey>>;

interface ChangeButtonProps {
  readonly form: PageForm;
  readonly field: string;
  readonly value: string;
  readonly label: string;
  readonly letter?: string;
  /** The last message on the page: nobody settles what they have not read. */
  readonly seen?: string;
}

function ChangeButton({ form, field, value, label, letter, seen }: ChangeButtonProps) {
  const fields = { intent: 'contact.change', field, value };
  return (
    <ActionForm form={form} fields={seen === undefined ? fields : { ...fields, seen }}>
      <Submit aria-keyshortcuts={letter} data-key={letter}>
        {label}
      </Submit>
    </ActionForm>
  );
}

/** Of the same person: each can be read here too, which is taken back whole. */
function Others({ form, desk }: Pick<DeskPanelProps, 'form' | 'desk'>) {
  const { text } = useText();
  const { others, merged } = desk;
  if (others.length + merged.length === 0) return null;
  return (
    <div className="block-card space-y-4 p-5">
      <h2 className="text-lg">{text('contact.desk.others')}</h2>
      <ul className="space-y-4">
        {others.map(({ subjectId, title, state }) => (
          <li key={subjectId} className="space-y-2">
            <SiteLink to={`/contact/submissions/${subjectId}`} className="font-bold wrap-anywhere underline">
              {title}
            </SiteLink>{' '}
            <span className="text-muted">{text(STATE_NAMES[state])}</span>
            <ActionForm form={form} fields={{ intent: 'contact.merge', from: subjectId }}>
              <Submit>{text('contact.desk.merge')}</Submit>
            </ActionForm>
          </li>
        ))}
        {merged.map((from) => (
          <li key={from}>
            <ActionForm form={form} fields={{ intent: 'contact.unmerge', from }}>
              <Submit>{text('contact.desk.unmerge', { number: toSubmissionNumber(from) })}</Submit>
            </ActionForm>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Records({ desk: { history, reads }, now }: Pick<DeskPanelProps, 'desk' | 'now'>) {
  const { text, formatDate } = useText();
  const shown = (action: string, what: string) => {
    if (action === 'state' && isState(what)) return text(STATE_NAMES[what]);
    if (action === 'priority') return text(PRIORITY_NAMES[Number(what)] ?? 'contact.priorities.normal');
    return action === 'snooze' ? formatDate(what, { dateStyle: 'medium', timeStyle: 'short' }) : what;
  };
  return (
    <Details summary={text('contact.desk.records')}>
      <h3 className="mt-3 font-label">{text('contact.desk.reads')}</h3>
      <ul className="mt-1 list-disc ps-5">
        {reads.map(({ at, name }) => (
          <li key={name + at}>
            <span>{name}</span>, <RelativeTime at={at} now={now} />
          </li>
        ))}
      </ul>
      <h3 className="mt-4 font-label">{text('contact.desk.history')}</h3>
      <ul className="mt-1 list-disc ps-5">
        {history.map(({ at, name, action, what }) => (
          <li key={at + action + what} className="wrap-anywhere">
            <span>{name}</span>:{' '}
            <span>{hasKey(DEED_NAMES, action) ? text(DEED_NAMES[action], { what: shown(action, what) }) : action}</span>
            , <RelativeTime at={at} now={now} />
          </li>
        ))}
      </ul>
    </Details>
  );
}

const DEED_NAMES = {
  state: 'contact.history.state',
  assign: 'contact.history.assign',
  release: 'contact.history.release',
  priority: 'contact.history.priority',
  tag: 'contact.history.tag',
  snooze: 'contact.history.snooze',
  wake: 'contact.history.wake',
  undo: 'contact.history.undo',
  merge: 'contact.history.merge',
  mergedIn: 'contact.history.mergedIn',
  unmerge: 'contact.history.unmerge',
  unmergedFrom: 'contact.history.unmergedFrom',
  split: 'contact.history.split',
  splitFrom: 'contact.history.splitFrom',
  forward: 'contact.history.forward',
  edit: 'contact.history.edit',
  redact: 'contact.history.redact',
  reopen: 'contact.history.reopen',
  close: 'contact.history.close',
  undelivered: 'contact.history.undelivered',
  block: 'contact.history.block',
  unblock: 'contact.history.unblock',
} as const satisfies Readonly<Record<string, TextKey>>;
