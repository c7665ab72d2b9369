import { useState } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import { Removal, SpokenLabel } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { LocalTime, RelativeTime } from '#lib/locale/time.tsx';
import { Details } from '#lib/ui/details.tsx';

import { SNOOZES, notificationRowId } from '../notification.ts';
import type { ShownNotification } from '../notification.ts';

interface NotificationRowProps {
  notification: ShownNotification;
  form: PageForm;
  /** When the page was made. */
  now: number;
}

/** What it says is a button, because to open it is to read it, and no link changes anything. */
export function NotificationRow({ notification, form, now }: NotificationRowProps) {
  const { text } = useText();
  const { notificationId, words, at, isRead, isSeen, snoozedUntil, why } = notification;
  // To look at the list makes it seen, and what was new stays marked until the page is left.
  const [isNew] = useState(!isSeen);
  return (
    <li className={`block-card space-y-2 p-5 ${isRead ? '' : 'border-s-8 border-s-accent'}`}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        {!isRead && <span className="label">{text(isNew ? 'notify.row.new' : 'notify.row.unread')}</span>}
        <ActionForm form={form} fields={{ intent: 'notify.open', notificationId }} className="grow basis-60">
          <button
            type="submit"
            className={`cursor-pointer text-start text-lg underline wrap-anywhere ${isRead ? '' : 'font-bold'}`}
            {...focusTarget(form.state, notificationRowId(notificationId))}
          >
            {words}
          </button>
        </ActionForm>
      </div>
      <p className="text-sm text-muted">
        <RelativeTime at={at} now={now} />
        {why !== undefined && <span>{` · ${text('notify.row.why', { subject: why })}`}</span>}
        {snoozedUntil !== undefined && new Date(snoozedUntil).getTime() > now && (
          <>
            <span>{` · ${text('notify.row.until')} `}</span>
            <LocalTime at={snoozedUntil} />
          </>
        )}
      </p>
      <RowActions notification={notification} form={form} now={now} />
    </li>
  );
}

function RowActions({ notification, form, now }: NotificationRowProps) {
  const { text } = useText();
  const { notificationId, words, isRead, isArchived, snoozedUntil } = notification;
  const isSnoozed = snoozedUntil !== undefined && new Date(snoozedUntil).getTime() > now;
  const buttons: [string, TextKey][] = [
    isRead ? ['notify.unread', 'notify.row.markUnread'] : ['notify.read', 'notify.row.read'],
    isArchived ? ['notify.unarchive', 'notify.row.unarchive'] : ['notify.archive', 'notify.row.archive'],
    ...(isSnoozed ? ([['notify.unsnooze', 'notify.row.unsnooze']] satisfies [string, TextKey][]) : []),
  ];
  return (
    <Details summary={<SpokenLabel shown={text('notify.row.more')} spoken={text('notify.row.moreOf', { words })} />}>
      <div className="flex flex-wrap gap-3">
        {buttons.map(([intent, label]) => (
          <ActionForm key={intent} form={form} fields={{ intent, notificationId }}>
            <Submit>{text(label)}</Submit>
          </ActionForm>
        ))}
        {!isSnoozed &&
          !isArchived &&
          SNOOZES.map((hours) => (
            <ActionForm
              key={hours}
              form={form}
              fields={{ intent: 'notify.snooze', notificationId, hours: String(hours) }}
            >
              <Submit kind="quiet">{text('notify.row.snooze', { hours: String(hours) })}</Submit>
            </ActionForm>
          ))}
        {isArchived && (
          <Removal
            form={form}
            fields={{ intent: 'notify.delete', notificationId }}
            label={text('notify.row.delete')}
            question={text('notify.row.deleteAsk')}
            submit={text('notify.row.delete')}
          />
        )}
      </div>
    </Details>
  );
}

export function ReadAll({ form }: { form: PageForm }) {
  const { text } = useText();
  return (
    <ActionForm form={form} fields={{ intent: 'notify.readAll' }}>
      <Submit>{text('notify.row.readAll')}</Submit>
    </ActionForm>
  );
}
