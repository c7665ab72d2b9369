import type { ChoiceCatalog } from '#app/choices/choice.server.ts';
import { choiceIntents } from '#app/choices/choices.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { getText } from '#app/current/locale.ts';
import { followIntents } from '#app/following/follow-forms.server.ts';

import type { EventCatalog } from '../event-kind.server.ts';
import { mailField, parseMailChoice } from '../notification.ts';
import { changeAlerts, muteSubject, unsubscribe } from './settings.server.ts';

export const alertIntents = (catalog: EventCatalog, choices: ChoiceCatalog): FormIntents => ({
  ...followIntents(catalog.subjects),
  ...choiceIntents(choices, '/alerts', 'notify.alerts.clockChanged'),
  'alerts.change': {
    least: 'authenticated',
    run: async (current, fields) => {
      const onSite = fields.all('onSite');
      const changes = fields.all('kind').map((kind) => ({
        kind,
        onSite: onSite.includes(kind),
        mail: parseMailChoice(fields.raw(mailField(kind))) ?? 'off',
      }));
      const [changed, ...others] = await changeAlerts(current, catalog, changes);
      if (changed === undefined || others.length > 0) return { text: 'notify.alerts.allChanged' };
      return { text: 'notify.alerts.changed', values: { title: (await getText(current.locale))(changed.title) } };
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
  'alerts.off': {
    least: 'public',
    text: 'notify.off.done',
    run: (current, fields) => unsubscribe(current, catalog, fields.raw('token')),
  },
});
