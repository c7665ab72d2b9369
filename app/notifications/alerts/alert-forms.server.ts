import * as z from 'zod/mini';

import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { getText } from '#app/current/locale.ts';
import { followIntents } from '#app/following/follow-forms.server.ts';

import type { EventCatalog } from '../event-kind.server.ts';
import { mailChoiceOf } from '../notification.ts';
import { changeAlert, changeReaderClock, muteSubject, unsubscribe } from './settings.server.ts';

export const alertIntents = (catalog: EventCatalog): FormIntents => ({
  ...followIntents(catalog.subjects),
  'alerts.change': {
    least: 'authenticated',
    run: async (current, fields) => {
      const choice = { onSite: fields.has('onSite'), mail: mailChoiceOf(fields.raw('mail')) ?? 'off' };
      const { title } = await changeAlert(current, catalog, fields.raw('kind'), choice);
      return { text: 'notify.alerts.changed', values: { title: (await getText(current.locale))(title) } };
    },
  },
  'alerts.mute': {
    least: 'authenticated',
    run: async (current, fields) => {
      const subject = fields.raw('subject');
      await muteSubject(current, subject, true);
      return { text: 'notify.alerts.muted', undo: { intent: 'alerts.unmute', fields: { subject } } };
    },
  },
  'alerts.unmute': {
    least: 'authenticated',
    run: async (current, fields) => {
      const subject = fields.raw('subject');
      await muteSubject(current, subject, false);
      return { text: 'notify.alerts.unmuted', undo: { intent: 'alerts.mute', fields: { subject } } };
    },
  },
  'alerts.clock': {
    least: 'authenticated',
    text: 'notify.alerts.clockChanged',
    run: (current, fields) => changeReaderClock(current, fields.parse(Clock, clockOf(fields))),
  },
  'alerts.off': {
    least: 'public',
    text: 'notify.off.done',
    run: (current, fields) => unsubscribe(current, catalog, fields.raw('token')),
  },
});

const Hour = z.int().check(z.minimum(0), z.maximum(23));
const Clock = z.object({
  zone: z.string().check(z.maxLength(64)),
  digestHour: Hour,
  digestDay: z.int().check(z.minimum(1), z.maximum(7)),
  quietFrom: z.optional(Hour),
  quietUntil: z.optional(Hour),
});

/** Quiet hours are both there or neither. */
function clockOf(fields: FormFields) {
  const [from, until] = [fields.raw('quietFrom'), fields.raw('quietUntil')];
  const isQuiet = from !== '' && until !== '' && from !== until;
  return {
    zone: fields.text('zone'),
    digestHour: Number(fields.raw('digestHour')),
    digestDay: Number(fields.raw('digestDay')),
    ...(isQuiet && { quietFrom: Number(from), quietUntil: Number(until) }),
  };
}
