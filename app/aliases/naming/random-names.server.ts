import { randomInt } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { DEFAULT_CONTEXT } from '../alias.ts';
import { aliasKey } from '../rules/rules.ts';

/** A free name; another user may claim it before this one does. */
export async function suggestAlias(current: Current, context: string = DEFAULT_CONTEXT): Promise<string> {
  const names = [0, 0, 0, 0, 2, 3, 4, 4].map((digits) => randomAlias(digits));
  const rows = await current.db.query<Pick<Row<'alias_names'>, 'alias_key'>>(sql`select alias_key from alias_names
    where context = ${context} and alias_key = any(${names.map(aliasKey)}::text[])`);
  const taken = new Set(rows.map((row) => row.alias_key));
  return names.find((name) => !taken.has(aliasKey(name))) ?? suggestAlias(current, context);
}

/** Such as “Wobbly Teapot”, followed by so many digits. */
export function randomAlias(digits: number): string {
  const name = `${pick(QUALITIES)} ${pick(THINGS)}`;
  return digits === 0 ? name : `${name} ${randomNumber(digits)}`;
}

/** Such as “Wobbly Teapot #48213”: the rules forbid the sign in a chosen name. */
export function randomSafeAlias(): string {
  return `${pick(QUALITIES)} ${pick(THINGS)} #${randomNumber(5)}`;
}

function randomNumber(digits: number): number {
  return randomInt(10 ** (digits - 1), 10 ** digits);
}

function pick(words: readonly string[]): string {
  return words[randomInt(words.length)] ?? '';
}

/** The words of random names. Each has at most nine letters, and any two go together. */
export const QUALITIES = (
  'Bouncy Breezy Bubbly Bumpy Buttery Careful Cheerful Clever Cosmic Cosy Crispy Crunchy Curly Daring Dashing Dizzy ' +
  'Dotted Dozing Drowsy Dusty Early Eager Fearless Fizzy Floating Fluffy Flying Foggy Folded Friendly Frosty Fuzzy ' +
  'Gallant Gentle Giggling Glittery Golden Grand Grinning Happy Hasty Heroic Hopping Humble Humming Icy Inky Jolly ' +
  'Juggling Jumpy Knitted Lanky Late Lofty Lucky Lunar Magnetic Mellow Merry Mighty Minty Misty Modest Mossy Musical ' +
  'Mystic Napping Nimble Noble Patient Peppery Plucky Polite Puzzled Quiet Rapid Restless Rolling Rowdy Rubber Rusty ' +
  'Salty Secret Shiny Silent Singing Sleepy Sneaky Snoring Solar Sparkling Speedy Spotted Squeaky Starry Striped Sturdy ' +
  'Sunny Swift Tidy Tiny Toasty Tumbling Twinkly Velvet Wandering Whirling Whistling Windy Witty Wobbly Woolly Zesty'
).split(' ');

export const THINGS = (
  'Acorn Anchor Badger Bagel Balloon Banjo Barnacle Beacon Beetle Biscuit Blanket Bobbin Brioche Bucket Button Cabbage ' +
  'Cactus Candle Carrot Cello Chutney Clover Comet Compass Cookie Cricket Crumpet Cushion Dolphin Donut Dragon Drum ' +
  'Dumpling Elbow Falcon Feather Ferret Fiddle Flamingo Gadget Gecko Goblet Goblin Griffin Hammock Hedgehog Heron ' +
  'Igloo Jigsaw Kazoo Kettle Kiwi Ladle Lantern Lemon Lizard Llama Lobster Magnet Mammoth Marble Meteor Mitten Moose ' +
  'Muffin Mushroom Narwhal Nutmeg Oatmeal Octopus Omelette Otter Owl Pancake Panda Parrot Parsnip Pebble Pelican ' +
  'Penguin Pepper Pigeon Pinecone Plum Potato Pretzel Pudding Puffin Pumpkin Quokka Raccoon Radish Raven Robot Rocket ' +
  'Saddle Sandal Satchel Saucer Scarf Seagull Skillet Snail Sofa Spatula Sprocket Squid Teacup Teapot Tempest Thimble ' +
  'Toaster Toucan Trumpet Tugboat Turnip Turtle Umbrella Unicorn Waffle Walnut Walrus Whistle Wombat Yeti Yogurt Zeppelin'
).split(' ');
