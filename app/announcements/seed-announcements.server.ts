import { asPerson } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { EMPTY_CONTENT } from './announcement.ts';
import type { AnnouncementContent } from './announcement.ts';
import { createAnnouncement, publishAnnouncement } from './announcements.server.ts';

const TOWER: AnnouncementContent = {
  ...EMPTY_CONTENT,
  texts: {
    'en-US': {
      title: 'The Tower has new trials',
      body: 'Forty of them, and the elevator still doesn’t work.\nBring a parcel.',
    },
    'de-DE': {
      title: 'Neue Prüfungen im Turm',
      body: 'Vierzig Stück, und der Aufzug geht noch immer nicht.\nBring ein Paket mit.',
    },
  },
  games: ['levelhead'],
  priority: 10,
};

const SERVERS: AnnouncementContent = {
  ...EMPTY_CONTENT,
  texts: {
    'en-US': { title: 'The servers take a nap', body: 'On Sunday for an hour. Everything you own sleeps well.' },
  },
  priority: 50,
  isOnce: false,
};

/** One that games get, and a draft. */
export async function seedAnnouncements(current: Current, authorId: string): Promise<void> {
  const author = asPerson(current, { userId: authorId, role: 'staff' }, current.now());
  await publishAnnouncement(author, await createAnnouncement(author, TOWER));
  await createAnnouncement(author, SERVERS);
}
