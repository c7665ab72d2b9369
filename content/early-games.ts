import { googlePlay } from './game.ts';
import type { Game } from './game.ts';

export const earlyGames: readonly Game[] = [
  {
    name: 'Quadropus Rampage',
    slug: 'quadropus-rampage',
    tagline: 'Half the arms, twice the grudge.',
    description:
      'The sea has a landlord, and he is unpleasant. Fight down through his floors with a trident, a guitar or ' +
      'whatever else fell overboard, lose everything, and go again a little stronger.',
    genre: 'Undersea brawler',
    field: 'lagoon',
    features: [
      { title: 'Four arms, all busy', text: 'Swing, slam, dash in a cloud of ink. There is no arm left for defense.' },
      {
        title: 'Weapons off the sea floor',
        text: 'Tridents, golf clubs, tennis rackets. Somebody up there is very careless on a boat.',
      },
      {
        title: 'No two dives alike',
        text: 'Every floor is new, and every floor has an edge. Falling off it counts as a shortcut.',
      },
    ],
    releaseDate: '2013',
    stores: [googlePlay('com.bscotch.quadropus')],
    operatingSystems: ['android', 'ios'],
    presskit: {
      history: [
        'The first Quadropus was made in seven days for a game jam. The second took longer, because this one had to be drawn at an angle.',
      ],
    },
    minUsertype: 'public',
    hasPatchnotes: true,
  },
  {
    name: 'Flop Rocket',
    slug: 'flop-rocket',
    tagline: 'Space is up. Probably.',
    description:
      'A launch pad at the bottom of a cave was the cheapest one. Nurse a wobbling rocket past rocks, worms and ' +
      'things that are nearly ducks, and spend the coins on a slightly better disaster.',
    genre: 'Arcade flying',
    field: 'mint',
    features: [
      { title: 'Five kilometers of cave', text: 'Space is at the far end. The cave is a new one each time.' },
      { title: 'A thumb for gas, a thumb for hope', text: 'One steers, one burns. They have to talk to each other.' },
      { title: 'Refuel by landing', text: 'There are platforms. Landing on one is free. Missing one is not.' },
    ],
    releaseDate: '2015',
    stores: [googlePlay('com.bscotch.floprocket')],
    operatingSystems: ['android', 'ios'],
    presskit: {
      history: ['We wanted a game that takes a minute to lose. It takes longer to stop.'],
    },
    minUsertype: 'public',
    hasPatchnotes: false,
  },
  {
    name: 'Towelfight 2',
    slug: 'towelfight-2',
    tagline: 'A gentleman, a monocle, and forty kinds of animal at speed.',
    description:
      'Some people solve their problems with words. You have an enchanted monocle that fires frogs, goats and ' +
      'worse, and a god who won’t leave your friend alone.',
    genre: 'Animal shooter',
    field: 'coral',
    features: [
      { title: 'Forty animals, one monocle', text: 'Load them in any order. The order matters more than the whale.' },
      { title: 'Eighty ways to adjust an animal', text: 'Some of them humane.' },
      { title: 'Rooms nobody planned', text: 'The building is put together while you are in it.' },
    ],
    releaseDate: '2013-02',
    stores: [],
    operatingSystems: ['android', 'ios'],
    presskit: {
      history: [
        'The first Towelfight was made in a weekend for the Global Game Jam of 2012. This one took three and a half months and a monocle, and came out in February 2013.',
      ],
    },
    minUsertype: 'public',
    hasPatchnotes: false,
  },
  {
    name: 'Roid Rage',
    slug: 'roid-rage',
    tagline: 'Everything is a rock, and every rock is angry.',
    description:
      'Two thumbs, one engine that won’t switch off, and a field of asteroids with nowhere better to be. ' +
      'Gather the juice, dodge, explode, and blame the other thumb.',
    genre: 'Arcade dodging',
    field: 'gum',
    features: [
      { title: 'Left, right, and that’s it', text: 'The engine does the rest, whether you like it or not.' },
      { title: 'Juice', text: 'It glows, it counts, it hangs exactly where two rocks are about to meet.' },
      { title: 'More ships', text: 'Score enough and you may lose in a different one.' },
    ],
    releaseDate: '2014-03',
    stores: [],
    operatingSystems: ['android'],
    presskit: {
      history: ['The smallest game we ever put in a store, in March 2014.'],
    },
    minUsertype: 'public',
    hasPatchnotes: false,
  },
];
