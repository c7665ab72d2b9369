import { crashlands, crashlands2 } from './crashlands.ts';
import { earlyGames } from './early-games.ts';
import { googlePlay, steam } from './game.ts';
import type { Game } from './game.ts';

const howManyDudes: Game = {
  name: 'How Many Dudes?',
  slug: 'how-many-dudes',
  tagline: 'One duck. The size of a horse. Do the math.',
  description:
    'Every playground argument, settled at last: collect dudes, pile them up, and let them run at something ' +
    'unreasonable. You choose who goes in. What comes out is science.',
  genre: 'Auto-battler',
  field: 'lagoon',
  features: [
    { title: 'It starts with one dude', text: 'And ten toddlers. It doesn’t get more sensible.' },
    { title: 'Half a minute of science', text: 'No battle takes longer than thirty seconds. The argument does.' },
    { title: 'Dudes of every trade', text: 'Knights, zombies, merchants. Some are worth more when others fall.' },
  ],
  unpublished: true,
  stores: [steam('3934270', 'How_Many_Dudes')],
  operatingSystems: ['windows'],
  presskit: {
    history: ['After four years of one very large game we wanted to make a very stupid one. It began at a game jam.'],
  },
  feedbag: { alwaysAlert: true },
  minUsertype: 'public',
  hasPatchnotes: true,
};

const levelhead: Game = {
  name: 'Levelhead',
  slug: 'levelhead',
  tagline: 'Teach a robot to deliver. Then make it suffer.',
  description:
    'A platformer that hands you the hammer: build a level, hide something cruel in it, and send it out for ' +
    'strangers to love or curse. The robot believes in you either way.',
  genre: 'Platformer and level maker',
  field: 'tangerine',
  features: [
    {
      title: 'A workshop with everything in it',
      text: 'Hundreds of parts, switches that can be taught, and no rule about taste.',
    },
    {
      title: 'Your level gets its turn',
      text: 'Play what others built, and what you built is shown to others. Everybody is somebody’s tester.',
    },
    {
      title: 'GR-18',
      text: 'A small robot with a large parcel. It learns what you teach it, including the bad habits.',
    },
    {
      title: 'Up to four on one couch',
      text: 'Run and build together. Throwing each other is allowed and sometimes necessary.',
    },
  ],
  releaseDate: '2020-04-30',
  stores: [
    steam('792710', 'Levelhead'),
    { slug: 'epic', url: 'https://www.epicgames.com/store/en-US/p/levelhead' },
    googlePlay('com.bscotch.levelhead'),
  ],
  operatingSystems: ['windows', 'android', 'ios', 'switch', 'xbox'],
  players: 4,
  presskit: {
    history: [
      'Levelhead spent a year in open beta, with a patch nearly every week and levels from the first day.',
      'It came out on April 30, 2020, for computers, consoles and phones at once, and a level made on one of them plays on all.',
    ],
  },
  aliases: true,
  minUsertype: 'public',
  hasPatchnotes: true,
};

const pack: Game = {
  name: 'Rumpus Pack',
  slug: 'rumpus-pack',
  tagline: 'Everything we own, in one bag.',
  description: 'All our games and their builds in one place, for the people who have to test them before breakfast.',
  genre: 'A bag',
  field: 'tangerine',
  features: [],
  stores: [],
  operatingSystems: ['windows'],
  feedbag: { alwaysAlert: false },
  minUsertype: 'staff',
  hasPatchnotes: false,
};

/** The studio's games in the order of the site's lists (specification §3). */
export const games: readonly Game[] = [crashlands2, howManyDudes, crashlands, levelhead, ...earlyGames, pack];
