import { redirect } from 'react-router';

import {
  createAnnouncement,
  deleteAnnouncement,
  publishAnnouncement,
  putVersionBack,
  saveAnnouncement,
  stopAnnouncement,
} from '#app/announcements/announcements.server.ts';
import { readAnnouncement, readNewAnnouncement } from '#app/announcements/typed-announcement.server.ts';
import { NO_CHANGE } from '#app/current/answer.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { inLocale } from '#app/current/locale.ts';
import type { LocaleParams } from '#app/current/locale.ts';

const PATH = '/admin/game-announcements';

export function announcementListIntents(params: LocaleParams): FormIntents {
  return {
    'announcements.create': {
      least: 'staff',
      audit: 'announcement.create',
      run: async (current, fields) => {
        const announcementId = await createAnnouncement(current, readNewAnnouncement(fields));
        return redirect(inLocale(params, `${PATH}/${announcementId}`), 303);
      },
    },
  };
}

/** Of the page of one. */
export function announcementIntents(params: LocaleParams & { readonly announcementId: string }): FormIntents {
  const { announcementId } = params;
  return {
    'announcements.save': {
      least: 'staff',
      audit: 'announcement.save',
      unaudited: NO_CHANGE,
      run: async (current, fields) => {
        const rev = readRev(fields.text('rev'));
        const is = await saveAnnouncement(current, { announcementId, rev }, readAnnouncement(fields));
        const undo = { intent: 'announcements.putBack', fields: { version: fields.text('version'), rev: String(is) } };
        return { text: 'admin.announcements.saved', ...(is !== rev && { undo }) };
      },
    },
    'announcements.putBack': {
      least: 'staff',
      audit: 'announcement.putBack',
      unaudited: NO_CHANGE,
      text: 'admin.announcements.wasPutBack',
      run: (current, fields) =>
        putVersionBack(current, { announcementId, rev: readRev(fields.text('rev')) }, readRev(fields.text('version'))),
    },
    'announcements.publish': {
      least: 'staff',
      audit: 'announcement.publish',
      unaudited: NO_CHANGE,
      run: async (current) => {
        await publishAnnouncement(current, announcementId);
        return { text: 'admin.announcements.published', undo: { intent: 'announcements.stop', fields: {} } };
      },
    },
    'announcements.stop': {
      least: 'staff',
      audit: 'announcement.stop',
      unaudited: NO_CHANGE,
      run: async (current) => {
        await stopAnnouncement(current, announcementId);
        return { text: 'admin.announcements.stoppedNow', undo: { intent: 'announcements.publish', fields: {} } };
      },
    },
    'announcements.delete': {
      least: 'staff',
      audit: 'announcement.delete',
      run: async (current) => {
        await deleteAnnouncement(current, announcementId);
        return redirect(inLocale(params, PATH), 303);
      },
    },
  };
}

/** That of no version for what is none. */
function readRev(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
