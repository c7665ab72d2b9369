import { studio } from './studio.ts';

/** The studio's show. Nobody speaks in it: it is music and noises, and what they mean stands in the transcripts. */
export const show = {
  title: 'Kettle Talk',
  description:
    'Old Kettle makes every sound in our games and has never said a word. In each episode he whistles about one of them, and Professor Bun writes down what he means. No voices, only music, noises and steam: the words are in the transcript.',
  /** A drawing, square. */
  cover: 'podcast-show',
  author: studio.name,
  email: studio.email,
  /** Of Apple's list, each with the one that it belongs to. */
  categories: [
    { name: 'Leisure', part: 'Video Games' },
    { name: 'Arts', part: 'Design' },
  ],
  language: 'en-US',
  /** The path of its feed, by which it is known for ever, wherever the site stands. */
  feedPath: '/podcast/rss.xml',
  copyright: studio.copyrightHolder,
  /** Its https addresses in apps that list it. */
  apps: {} as Partial<Record<PodcastApp, string>>,
} as const;

export type PodcastApp = 'apple' | 'spotify' | 'overcast' | 'pocketCasts';
