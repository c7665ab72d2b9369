import { appStore, googlePlay, steam } from './game.ts';
import type { Game } from './game.ts';

export const crashlands2: Game = {
  name: 'Crashlands 2',
  slug: 'crashlands-2',
  tagline: 'You came back for a vacation. The planet had other plans.',
  description:
    'Land badly, make friends, feed them, and hit what’s left with a wrench. Every plant has an opinion, ' +
    'every beast has dinner plans, and your house gets bigger each time somebody likes you.',
  genre: 'Open-world crafting adventure',
  field: 'gum',
  features: [
    {
      title: 'A world somebody put there by hand',
      text: 'No dice were rolled for this map. Each cliff, burrow and bad smell was placed by one of us, on purpose.',
    },
    {
      title: 'Neighbors with demands',
      text: 'Build a room, offer it to a friend, find out what they expect of a room. Happy neighbors invent things for you.',
    },
    {
      title: 'An ecology that started without you',
      text: 'Beasts hunt beasts, plants bite back, and everyone stops to look when you walk in. Let them fight. Collect the leftovers.',
    },
    {
      title: 'A pack without a bottom',
      text: 'You carry everything, always. Nobody has ever enjoyed dropping a rock to pick up a nicer rock.',
    },
    {
      title: 'Roofs that know when to leave',
      text: 'Draw a floor, draw a wall, walk in. The roof flies off while you’re home and lands again when you go.',
    },
  ],
  characters: [
    {
      title: 'Flux Dabes',
      text: 'Hauls freight between stars. Famous for surviving this planet once, which is how she ended up on it twice.',
    },
    {
      title: 'Juicebox',
      text: 'A crate that floats, advises and disapproves. Officially a pallet. Don’t say pallet.',
    },
    {
      title: 'The sluggabuns',
      text: 'Soft, round, and gone by the second you trust one. They come with children.',
    },
  ],
  releaseDate: '2025-04-10',
  stores: [steam('1401730', 'Crashlands_2'), googlePlay('com.bscotch.crashlands2')],
  operatingSystems: ['windows', 'android', 'ios'],
  community: { reddit: 'crashlands' },
  presskit: {
    images: ['banner-crashlands-2', 'banner-crashlands-2-narrow'],
    history: [
      'The first Crashlands made its planet out of dice. For the second one we wanted a place where you could get lost and come back, so we spent the first two years on tools for building one by hand.',
      'It was announced in 2023 and came out on April 10, 2025, nine years after the first.',
    ],
  },
  feedbag: { alwaysAlert: true },
  minUsertype: 'public',
  hasPatchnotes: true,
};

export const crashlands: Game = {
  name: 'Crashlands',
  slug: 'crashlands',
  tagline: 'Late parcels, hostile shrubs, one very patient crate.',
  description:
    'Your ship is in pieces and the parcels still have to be delivered. Build a base out of whatever the planet ' +
    'grows, hatch something with teeth, and never once think about how much you can carry.',
  genre: 'Crafting adventure',
  field: 'mint',
  features: [
    {
      title: 'Parcels first',
      text: 'Three parcels, one planet, and an employer who counts. Everything else you do here is overtime.',
    },
    {
      title: 'More than 450 things to make',
      text: 'From a rag on a stick to a bomb that harvests. What you make comes out a little different every time.',
    },
    {
      title: 'Eggs',
      text: 'Most of what bites you lays eggs. Hatch one, feed it something odd, and it bites for you.',
    },
    {
      title: 'One save, any machine',
      text: 'Put it down on your phone, pick it up at your desk. The base is where you left it.',
    },
  ],
  characters: [
    {
      title: 'Flux Dabes',
      text: 'Drives for the Bureau of Shipping. Has been shot down, set on fire and stepped on, and is still on the clock.',
    },
    {
      title: 'Juicebox',
      text: 'Holds the cargo, the map and most of the sarcasm. Would rather be stacked.',
    },
    {
      title: 'Hewgodooko',
      text: 'A very large head with very large plans. He needed one part from your ship and took it all.',
    },
  ],
  releaseDate: '2016-01-21',
  stores: [steam('391730', 'Crashlands'), appStore('808296431', 'crashlands'), googlePlay('com.bscotch.crashlands')],
  operatingSystems: ['windows', 'android', 'ios', 'switch'],
  community: { reddit: 'crashlands' },
  presskit: {
    images: ['banner-crashlands'],
    history: [
      'Crashlands took two years, which was about twelve times as long as anything we had made before.',
      'It came out for Windows, Android and iOS on the same day, January 21, 2016, with one save for all of them, and for Nintendo Switch on November 8, 2018.',
    ],
  },
  minUsertype: 'public',
  hasPatchnotes: true,
};
