import { describeObject } from '#lib/calls/meanings.server.ts';
import type { Meanings } from '#lib/calls/meanings.server.ts';

import { PLATFORMS } from './announcement.ts';
import { SentAnnouncement } from './game-client.ts';

export const announcementMeanings: Meanings = {
  parameters: {
    'announcements game': 'The game, by the name in its address, such as levelhead.',
    'announcements platform': `What it runs on: ${PLATFORMS.join(', ')}.`,
    'announcements version':
      'Its version. What is not strictly semver is read by its first number and up to two more behind dots: 17.9 is older than 17.36.4.',
    'announcements locale': 'The language of the player, such as de-DE; by default that of the header Locale.',
    'announcements zone':
      'Where the clock of the player is: Europe/Berlin, or an offset such as +02:00; by default UTC. For what begins everywhere at the same local time.',
    'announcements installation':
      'An id that the game makes once by chance and keeps: of the installation, or of the player where something is to be seen once on all devices. Without it nothing is sent that only a share of players gets.',
    'announcements announcementId': 'The announcement, by its id.',
  },
  objects: [
    describeObject('SentAnnouncement', 'What a game shows its players.', SentAnnouncement, {
      announcementId: { about: 'Of the announcement.', sample: '0190a0b0-0000-7000-8000-000000000000' },
      title: { about: 'Its title, without markup.', sample: 'The Tower is open' },
      body: { about: 'Its text, without markup; lines are kept.', sample: 'Forty new trials wait for you.' },
      locale: { about: 'The language in which it is.', sample: 'en-US' },
      link: { about: 'Where it leads, or null.', sample: 'https://www.example.com/the-tower' },
      priority: { about: 'What is higher comes first.', unit: '0 to 100', sample: 50 },
      startsAt: {
        about: 'Since when it is shown to this player; null for always.',
        sample: '2026-12-01T08:00:00.000Z',
      },
      endsAt: {
        about: 'When a game that has no network stops showing it; null for never.',
        sample: '2026-12-24T08:00:00.000Z',
      },
      isOnce: {
        about: 'Whether it is shown until the player has acknowledged it, and then never again.',
        sample: true,
      },
    }),
  ],
};
