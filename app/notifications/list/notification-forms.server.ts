import { redirect } from 'react-router';

import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { unclearForm } from '#app/current/problems.ts';
import { Problem } from '#lib/problem.ts';

import type { EventCatalog } from '../event-kind.server.ts';
import { SNOOZES, notificationRowId } from '../notification.ts';
import { noNotification } from '../problems.ts';
import {
  changeNotification,
  deleteNotification,
  readAll,
  seeAll,
  snoozeNotification,
  unreadAll,
} from './changes.server.ts';
import { findDestination } from './list.server.ts';

const readId = (fields: FormFields) => fields.raw('notificationId');

/** @param inLocale the path that a notification leads to, in the locale of the page */
export const notificationIntents = (catalog: EventCatalog, inLocale: (path: string) => string): FormIntents => ({
  'notify.open': {
    least: 'authenticated',
    run: async (current, fields) => {
      const path = await findDestination(current, catalog, readId(fields));
      if (path === undefined) throw new Problem(noNotification);
      await changeNotification(current, readId(fields), 'read');
      return redirect(inLocale(path));
    },
  },
  'notify.see': {
    least: 'authenticated',
    run: async (current) => {
      await seeAll(current);
      return {};
    },
  },
  ...ONE,
  ...ALL,
});

const ONE: FormIntents = {
  'notify.read': {
    least: 'authenticated',
    run: async (current, fields) => {
      await changeNotification(current, readId(fields), 'read');
      return {
        text: 'notify.done.read',
        ...makeUndo('notify.unread', fields),
        next: notificationRowId(readId(fields)),
      };
    },
  },
  'notify.unread': {
    least: 'authenticated',
    run: async (current, fields) => {
      await changeNotification(current, readId(fields), 'unread');
      return {
        text: 'notify.done.unread',
        ...makeUndo('notify.read', fields),
        next: notificationRowId(readId(fields)),
      };
    },
  },
  'notify.archive': {
    least: 'authenticated',
    run: async (current, fields) => {
      await changeNotification(current, readId(fields), 'archive');
      return { text: 'notify.done.archived', ...makeUndo('notify.unarchive', fields) };
    },
  },
  'notify.unarchive': {
    least: 'authenticated',
    run: async (current, fields) => {
      await changeNotification(current, readId(fields), 'unarchive');
      return { text: 'notify.done.unarchived', ...makeUndo('notify.archive', fields) };
    },
  },
  'notify.snooze': {
    least: 'authenticated',
    run: async (current, fields) => {
      const hours = SNOOZES.find((one) => String(one) === fields.raw('hours'));
      if (hours === undefined) throw new Problem(unclearForm);
      const until = new Date(current.now().getTime() + hours * 3_600_000);
      await snoozeNotification(current, readId(fields), until);
      return { text: 'notify.done.snoozed', values: { until }, ...makeUndo('notify.unsnooze', fields) };
    },
  },
  'notify.unsnooze': {
    least: 'authenticated',
    text: 'notify.done.unsnoozed',
    run: (current, fields) => changeNotification(current, readId(fields), 'unsnooze'),
  },
  'notify.delete': {
    least: 'authenticated',
    text: 'notify.done.deleted',
    run: (current, fields) => deleteNotification(current, readId(fields)),
  },
};

const ALL: FormIntents = {
  'notify.readAll': {
    least: 'authenticated',
    run: async (current) => {
      const at = await readAll(current);
      return { text: 'notify.done.readAll', undo: { intent: 'notify.unreadAll', fields: { at: at.toISOString() } } };
    },
  },
  'notify.unreadAll': {
    least: 'authenticated',
    text: 'notify.done.unread',
    run: async (current, fields) => {
      const at = new Date(fields.raw('at'));
      if (Number.isNaN(at.getTime())) throw new Problem(unclearForm);
      await unreadAll(current, at);
    },
  },
};

function makeUndo(intent: string, fields: FormFields) {
  return { undo: { intent, fields: { notificationId: readId(fields) } } };
}
