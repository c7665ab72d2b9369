import { describeObject } from '#lib/calls/meanings.server.ts';
import type { FieldMeaning, FieldMeanings, Meanings } from '#lib/calls/meanings.server.ts';

import { DailyBuild, Playlist, TowerTrial } from './calendar.ts';
import { LevelTagCount } from './calls.ts';
import { LEVEL_STATS, Level, LevelRecord } from './level.ts';
import { LevelEntry, PlayerEntry } from './listing.ts';
import { LevelheadAlias, Player } from './player.ts';
import { RecentRecord } from './record.ts';

const PUBLISHED = '2026-10-02T16:20:11.402Z';
const CHANGED = '2026-11-20T08:00:00.000Z';

const rowId: FieldMeaning = {
  about: 'The entry itself, as 24 hexadecimal characters: pages go on by it.',
  sample: '60ad6503b1bbca01ebf2f983',
};
const userId: FieldMeaning = { about: 'The Lookup Code of the player.', sample: '6h97ml' };
const levelId: FieldMeaning = { about: 'The code that players share.', sample: '0hds26q' };
const alias: FieldMeaning = { about: 'The name of the player, with includeAliases.' };
const avatarOf = (what: string, sample: string): FieldMeaning => ({
  about: `The picture of ${what}: /media/fit-in/{width}x{height}/avatars/{avatarId}.png, or .webp, of 16 to 512 pixels.`,
  sample,
});

const levelStats: { readonly [Name in (typeof LEVEL_STATS)[number]]: FieldMeaning } = {
  Attempts: { about: 'How often somebody has tried it.', unit: 'attempts', sample: 1198 },
  Diamonds: {
    about: 'How hard it is: 0 for a stroll to 5 for a nightmare, and 6 while nobody has beaten it.',
    unit: 'diamonds, 0 to 6',
    sample: 4,
  },
  FailureRate: { about: 'Failed attempts by second of play.', unit: 'attempts per second', sample: 0.0315 },
  Favorites: { about: 'How many have it among their favorites.', unit: 'players', sample: 9 },
  HiddenGem: {
    about: 'How far ahead “Featured” shows it: what few have played and most of those liked, the newer the better.',
    unit: 'points',
    sample: 147,
  },
  Likes: { about: 'How many like it.', unit: 'players', sample: 16 },
  PlayTime: { about: 'All attempts together.', unit: 'seconds', sample: 37_500 },
  Players: { about: 'How many have tried it.', unit: 'players', sample: 102 },
  ReplayValue: { about: 'How much players come back to it, which the game calls spice.', unit: 'points', sample: 294 },
  Successes: { about: 'Attempts that beat it.', unit: 'attempts', sample: 14 },
  TimePerWin: { about: 'Time of play for each attempt that beats it.', unit: 'seconds', sample: 2678.57 },
  ClearRate: { about: 'The share of attempts that beat it.', unit: 'share, 0 to 1', sample: 0.0117 },
  ExposureBucks: {
    about: 'What it has got in the Marketing Department, which brings it towards the Tower.',
    unit: 'bucks',
    sample: 47_898,
  },
};

const counted = (about: string, unit: string, sample: number): FieldMeaning => ({ about, unit, sample });

const playerStats: FieldMeanings = {
  Subscribers: counted('Players who follow them.', 'players', 3014),
  NumFollowing: counted('Players whom they follow.', 'players', 167),
  PlayTime: counted('Time in levels of others.', 'seconds', 8_843_465),
  Plays: counted('Attempts by others on their levels.', 'attempts', 544_259),
  Published: counted('Levels that they have published.', 'levels', 164),
  Graduated: counted('Levels of theirs that made it into the Tower.', 'levels', 145),
  LevelsPlayed: counted('Levels of others that they have tried.', 'levels', 4120),
  Wins: counted('Attempts that beat a level.', 'attempts', 3871),
  Fails: counted('Attempts that did not.', 'attempts', 61_204),
  Crowns: counted('Levels on which theirs is the high score.', 'levels', 141),
  Shoes: counted('Levels on which theirs is the fastest time.', 'levels', 61),
  Trophies: counted('Trophies, those of time included.', 'trophies', 202),
  TimeTrophies: counted('Tower trials within their time.', 'trophies', 95),
  ChalWins: counted('Challenges that they have won.', 'challenges', 108),
  DBComp: counted('Daily builds that they have published.', 'levels', 64),
  CampaignProg: counted('How much of the campaign they have done.', 'percent', 91),
  PerkPoints: counted('What their achievements add up to.', 'points', 1155),
  HiddenGem: counted('How much their levels are liked, for each that they have published.', 'points', 14),
  LikeGen: counted('Likes of their levels.', 'likes', 2310),
  FaveGen: counted('Favorites of their levels.', 'favorites', 871),
  TipsGotten: counted('Bucks that others have given to their levels.', 'bucks', 1_468_387),
  BucksTipped: counted('Bucks that they have given to levels.', 'bucks', 220_400),
  TipsPerLevel: counted('Bucks gotten, for each level published.', 'bucks per level', 8953.58),
  TipsPerDay: counted('Bucks gotten, for each day since they came.', 'bucks per day', 912.04),
  TippedPerLevelPlayed: counted('Bucks given, for each level played.', 'bucks per level', 53.5),
  TippedPerDay: counted('Bucks given, for each day since they came.', 'bucks per day', 136.89),
};

const recordLists = (about: string): FieldMeaning => ({
  about,
  of: {
    HighScore: {
      about: 'The highest scores, in points, the best first.',
      sample: [{ userId: '77t2n3', value: 234_200, createdAt: '2026-11-02T02:47:44.126Z' }],
    },
    FastestTime: {
      about: 'The shortest times, in seconds, the best first.',
      sample: [{ userId: 'nbv1sl', value: 161.64, createdAt: '2026-11-07T07:07:33.504Z' }],
    },
  },
});

const part = (about: string, sample: number): FieldMeaning => ({ about, unit: 'percent', sample });
const done = (about: string): FieldMeaning => ({ about: `true when they have ${about}; else absent.`, sample: true });

export const levelheadMeanings: Meanings = {
  parameters: {
    'levelhead levelIds': 'Ids of levels separated by commas.',
    'levelhead levelId': 'A level, by the code that players share.',
    'levelhead playlistId': 'A playlist, by the code that players share.',
    'levelhead tiebreakerItemId':
      'To go on: the _id of the last row, beside the minimum or maximum of what is sorted by.',
    'levelhead beforeLevelId': 'Bookmarks of levels whose id sorts before this one.',
    'levelhead afterLevelId': 'Bookmarks of levels whose id sorts after this one.',
    'levelhead excludeTags': 'Ids of tags separated by commas, none of which a level may have.',
    'levelhead tower': 'true for levels of the tower.',
    'levelhead marketing': 'true for levels of the marketing department, the most exposed first.',
    'levelhead dailyBuild': 'true for levels of daily builds.',
    'levelhead towerTrial': 'true for levels of tower trials.',
    'levelhead title': 'Words of the title, in any language and with typing errors. The last one may be unfinished.',
    'levelhead diamonds': 'The difficulty, exactly: 0 to 5, or 6 for levels that nobody has beaten.',
    'levelhead includeStats': 'true adds the stats of each level.',
    'levelhead includeRecords': 'true adds the best scores and times.',
    'levelhead includeAliases': 'true adds the name of each player.',
    'levelhead includeMyInteractions':
      'true adds what the owner of the key has done with each row. Without a key it adds nothing.',
    'levelhead includeBeta': 'true also finds levels of beta versions.',
    'levelhead includeUnlisted': 'true also finds levels that are not listed.',
    'levelhead paging': 'true answers with `next`, the address of the next page.',
    'levelhead nextPageToken': 'What `next` of the page before holds.',
    'levelhead record': 'HighScore or FastestTime.',
    'levelhead requiredPlayers': 'How many players it takes, 1 to 4.',
    'levelhead avatarId': 'The picture of the level.',
    'levelhead creatorTime': 'Seconds that its creator took to beat it.',
    'levelhead gameVersion': 'The version of the game that made it, such as 1.20.4.',
    'levelhead locale': 'The language of the title.',
    'levelhead content': 'What it is made of, each from 0 to 100.',
    'levelhead data': 'The level as the game writes it, in base64.',
    'levelhead unlisted': 'true keeps it off all lists, so that only its id leads to it.',
    'levelhead outcome': 'won or lost: how the last attempt ended.',
    'levelhead attempts': 'How many attempts there were, the last one included.',
    'levelhead playTime': 'Seconds of all attempts together.',
    'levelhead time': 'Seconds of the attempt that beat the level.',
    'levelhead score': 'The score of the attempt that beat the level.',
    'levelhead bucks': 'How many bucks, a whole number.',
    'levelhead.findRecentRecords nextPageToken': 'To go on: what the header Link of the page before names.',
    'levelhead.findRecentRecords before': 'Records that became better before this moment.',
    'levelhead.findRecentRecords after': 'Records that became better after this moment.',
    'levelhead.publishLevel title': 'At most 64 characters.',
    'levelhead.publishLevel tags': 'One to three ids of tags.',
    'levelhead.publishLevel dailyBuild': 'true for a level of the parts of the day.',
    'levelhead.changeLevel title': 'At most 64 characters.',
    'levelhead.changeLevel tags': 'One to three ids of tags.',
    'levelhead.deleteLevel userId': 'The player whose level it is.',
    'levelhead.findLevels tags':
      'At most three ids of tags separated by commas, all of which a level has; those that do not exist are ignored.',
  },
  objects: [
    describeObject('LevelheadAlias', 'What a player is called in the game.', LevelheadAlias, {
      _id: rowId,
      userId,
      alias: {
        about: 'Their name, or the safe one in its place; absent for who is unknown or has left.',
        sample: 'Espurrator',
      },
      avatarId: avatarOf('the player', 'shade-rune'),
      context: {
        about: 'levelhead for a chosen name, levelhead-safe for one that the site made.',
        sample: 'levelhead',
      },
      reports: { about: 'How often the name was reported.', unit: 'reports', sample: 0 },
      whitelisted: { about: 'true when a moderator has allowed the name whatever is reported.', sample: true },
      anonymous: { about: 'true for who is unknown or has left; else absent.', sample: false },
    }),
    describeObject('LevelRecord', 'One of the best on a level.', LevelRecord, {
      userId,
      value: { about: 'Of HighScore the score, of FastestTime the time.', unit: 'points, or seconds', sample: 161.64 },
      createdAt: { about: 'When it was set.', sample: '2026-11-07T07:07:33.504Z' },
      alias,
    }),
    describeObject('Level', 'A level of Levelhead.', Level, {
      _id: rowId,
      cv: {
        about: 'The version of the game that made it, as a number: 1020004 is 1.20.4.',
        unit: 'version',
        sample: 1_020_004,
      },
      userId: { about: 'The Lookup Code of its creator.', sample: 'vfhy42' },
      levelId,
      avatarId: avatarOf('the level', 'spookstone-screamer'),
      title: { about: 'Its title, made of words of the game.', sample: 'Through The Dungeon, GR-18' },
      localeId: {
        about: 'The language of the title as the game counts it; 0 is English.',
        unit: 'number of a language',
        sample: 0,
      },
      locale: { about: 'The language of the title.', sample: 'en-US' },
      tower: { about: 'Whether it is in the Tower.', sample: true },
      marketing: { about: 'Whether it is in the Marketing Department.', sample: false },
      towerTrial: { about: 'Whether it is or was part of a tower trial.', sample: false },
      dailyBuild: { about: 'Whether it was made of the parts of a daily build.', sample: false },
      graduated: { about: 'Whether it came from the Marketing Department into the Tower.', sample: true },
      unlisted: { about: 'true when only its id leads to it; else absent.', sample: true },
      beta: { about: 'true when a beta version of the game made it; else absent.', sample: true },
      requiredPlayers: { about: 'How many it takes to play it, 1 to 4.', unit: 'players', sample: 1 },
      creatorTime: {
        about: 'How long its creator took to beat it before publishing.',
        unit: 'seconds',
        sample: 1131.4,
      },
      tags: { about: 'One to three ids of tags.', sample: ['ltag_boss', 'ltag_shop', 'ltag_explore'] },
      tagNames: {
        about: 'The names of those tags in the language of the asker.',
        sample: ['Boss', 'Shop', 'Exploration'],
      },
      createdAt: { about: 'When it was published.', sample: PUBLISHED },
      updatedAt: { about: 'When it or its records last changed.', sample: CHANGED },
      createdAgo: { about: 'How long ago it was published.', unit: 'seconds', sample: 4_203_589 },
      content: {
        about: 'What it is made of, as its creator’s scales say.',
        of: {
          World: part('Scenery and ground.', 49),
          Movement: part('What moves the player.', 25),
          Puzzles: part('Switches, keys and gates.', 100),
          Enemies: part('Whom to fight or to avoid.', 36),
          Hazards: part('What hurts.', 11),
        },
      },
      gameVersion: { about: 'The version of the game that made it.', sample: '1.20.4' },
      stats: { about: 'How it is received, with includeStats.', of: levelStats },
      records: recordLists('The best three of each kind, with includeRecords.'),
      alias: { about: 'The name of its creator, with includeAliases.' },
      interactions: {
        about: 'What the owner of the key has done with it, with includeMyInteractions.',
        sample: { liked: true, played: true, completed: true },
        of: {
          bookmarked: done('bookmarked it'),
          favorited: done('it among their favorites'),
          liked: done('liked it'),
          played: done('played it'),
          completed: done('beaten it'),
        },
      },
    }),
    describeObject('Player', 'Somebody who plays Levelhead.', Player, {
      _id: rowId,
      userId,
      stats: { about: 'What they have done; one that the game does not count is absent.', of: playerStats },
      createdAt: { about: 'When they first played.', sample: '2019-05-23T18:04:32.101Z' },
      updatedAt: { about: 'When they last did something that counts.', sample: CHANGED },
      alias,
      interactions: {
        about: 'How the owner of the key stands to them, with includeMyInteractions.',
        of: { following: { about: 'Whether the owner of the key follows them.', sample: true } },
      },
    }),
    describeObject('PlayerEntry', 'A player in a list.', PlayerEntry, { _id: rowId, userId, alias }),
    describeObject('LevelEntry', 'A level in a list.', LevelEntry, { _id: rowId, levelId }),
    describeObject('LevelTagCount', 'A tag of levels.', LevelTagCount, {
      tag: { about: 'The id of the tag, by which levels are found.', sample: 'ltag_boss' },
      name: { about: 'Its name, in the language of the asker.', sample: 'Boss' },
      description: {
        about: 'What it promises, in the language of the asker.',
        sample: 'Somebody large waits at the end.',
      },
      count: { about: 'How many listed levels have it.', unit: 'levels', sample: 118 },
      freq: { about: 'Which share of all listed levels that is.', unit: 'share, 0 to 1', sample: 0.1636 },
    }),
    describeObject('RecentRecord', 'The best of one player on one level.', RecentRecord, {
      userId,
      levelId,
      value: { about: 'Of HighScore the score, of FastestTime the time.', unit: 'points, or seconds', sample: 161.64 },
      createdAt: { about: 'When the player first had one there.', sample: '2026-11-02T19:40:00.000Z' },
      updatedAt: { about: 'When it last became better: by this they are sorted.', sample: CHANGED },
      expiresAt: { about: 'When it is recent no longer, 30 days later.', sample: '2026-12-20T08:00:00.000Z' },
      alias,
    }),
    describeObject('TowerTrial', 'The levels of one day that are raced through.', TowerTrial, {
      createdAt: { about: 'When its day began, in UTC.', sample: '2026-11-20T00:00:00.000Z' },
      levelIds: { about: 'Its levels, in their order.', sample: ['0hds26q', 'k2f90ab', 'zz81m0c'] },
      timeTrophyGoal: { about: 'The time for all of them together that earns a trophy.', unit: 'seconds', sample: 214 },
      records: recordLists('The best three of each kind, with includeRecords.'),
    }),
    describeObject('DailyBuild', 'What builders are given today.', DailyBuild, {
      items: {
        about: 'The parts, and no others.',
        of: {
          itemId: { about: 'The part, by the game’s own number.', unit: 'number of a part', sample: 13 },
          name: { about: 'Its name, in English.', sample: 'Lizumi' },
        },
      },
    }),
    describeObject('Playlist', 'Levels that somebody has put together.', Playlist, {
      playlistId: { about: 'The code that players share.', sample: 'gr18mix' },
      userId: { about: 'The Lookup Code of who made it.', sample: '6h97ml' },
      name: { about: 'Its name.', sample: 'The GR-18 mix' },
      note: { about: 'What its maker says about it; absent when that is nothing.', sample: 'Best with sound.' },
      levelIds: { about: 'Its levels, in their order.', sample: ['0hds26q', 'k2f90ab'] },
      createdAt: { about: 'When it was made.', sample: PUBLISHED },
      updatedAt: { about: 'When it last changed.', sample: CHANGED },
    }),
  ],
};
