import { describeObject } from '#lib/calls/meanings.server.ts';
import type { FieldMeaning, Meanings } from '#lib/calls/meanings.server.ts';

import { BatchFailure } from './calls.ts';
import { Change } from './feed/change.ts';
import { TrashedItem, Version, VersionChanges } from './history/history.ts';
import { Item, RecordHolder } from './item.ts';
import { CrateUsage, Holding, Used } from './quotas/usage.ts';
import { SetChange, SetEntry } from './sets/set.ts';
import { ItemStats } from './stats/stats.ts';

const ITEM_ID = '0193a5c0-7c1e-7a3f-9b2d-4f6e8a1c0d35';
const CREATED = '2026-11-07T16:28:31.000Z';
const CHANGED = '2026-11-20T08:00:00.000Z';

const itemId: FieldMeaning = { about: 'The item, by its id.', sample: ITEM_ID };
const rowId: FieldMeaning = {
  about: 'The entry itself: pages go on by it.',
  sample: '0193a5c0-9a41-7d52-8e07-1b2c3d4e5f60',
};
const owner: FieldMeaning = { about: 'Whose set it is.', sample: '6h97ml' };
const member: FieldMeaning = { about: 'What is in the set, such as the id of a level.', sample: '0hds26q' };

const metadata = {
  itemId,
  crateId: { about: 'The crate that it is in.', sample: 'public-library' },
  name: { about: 'Its name, which only one item of a crate has; null for none.', sample: 'in-game-announcements' },
  userId: { about: 'The Lookup Code of its owner.', sample: 'bscotch404' },
  collaborators: { about: 'Lookup Codes of who may change it, the owner first.', sample: ['bscotch404', 'bscotch101'] },
  tags: {
    about: 'Its tags; one such as topic:levelhead is a field and its value.',
    sample: ['topic:levelhead', 'featured'],
  },
  map: { about: 'A few small values beside the body, by their names.', sample: { title: 'What is new' } },
  note: { about: 'A note beside the body; null for none.', sample: 'Shown when the game starts.' },
  bytes: { about: 'The length of the body.', unit: 'bytes', sample: 597 },
  mimetype: { about: 'The type of the body.', sample: 'application/json' },
} as const satisfies Record<string, FieldMeaning>;
const etag: FieldMeaning = {
  about: 'Names this state of it, quotes included: for If-Match and If-None-Match.',
  sample: '"3"',
};
const stats: FieldMeaning = { about: 'Numbers that are counted on it, by their names.', sample: { Plays: 1024 } };
const state = {
  ...metadata,
  rev: { about: 'The number of this version, the first being 1.', unit: 'number of a version', sample: 3 },
  sha256: {
    about: 'Of the body, in hexadecimal; null where none is kept.',
    sample: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  },
  updatedAt: { about: 'When it became so.', sample: CHANGED },
  updatedBy: { about: 'The Lookup Code of who made it so; null for the site itself.', sample: 'bscotch101' },
} as const satisfies Record<string, FieldMeaning>;

const fromTo = (about: string, from: unknown, to: unknown): FieldMeaning => ({
  about,
  of: { from: { about: 'What it was.', sample: from }, to: { about: 'What it is.', sample: to } },
});
const added: FieldMeaning = { about: 'What came.', sample: ['featured'] };
const removed: FieldMeaning = { about: 'What went.', sample: ['draft'] };

export const storageMeanings: Meanings = {
  parameters: {
    'storage permissionsOverride': 'true lets staff past the policy of the crate, which is noted.',
    'storage set': 'The name of the set, as the policy of the crate has it.',
    'storage owner': 'Whose set it is: a user, or @me.',
    'storage member': 'What is in sets, such as the id of a level.',
    'storage members': 'Members separated by commas.',
    'storage owners': 'Only the sets of these, separated by commas.',
    'storage count': 'true answers with how many there are instead.',
    'storage beforeMember': 'Members that sort before this one.',
    'storage afterMember': 'Members that sort after this one.',
    'storage.findMembers members': 'Only those of these that are in the set, separated by commas.',
    'storage.findMembers sort': 'createdAt or member, descending; with a leading - ascending.',
    'storage.findItems tags':
      'Tags separated by commas, all of which an item has; a leading - excludes one. At most 20 terms in a search.',
    'storage.findItems names': 'Names of items separated by commas.',
    'storage.findItems itemIds': 'Ids of items separated by commas.',
    'storage.findItems userIds': 'Only items of these owners.',
    'storage.findItems dates': 'Bounds separated by commas, such as createdAt<=2026-11-20T00:00:00Z.',
    'storage.findItems stats':
      'At most 8 bounds separated by commas, such as plays>=100, on stats that the policy names. Items without a stat meet none.',
    'storage.findItems q':
      'Words of name, note and map: all of them, also with typing errors; where no item has all, more than half.',
    'storage.findItems sort': 'createdAt, updatedAt, name, or stats. and a stat; with a leading - the lowest first.',
    'storage.findItems limit': 'How many items at most: 1 to 128, 16 unless told.',
    'storage.findItems facets': 'At most 8 keys of tags, or tags: answers with how many items have each.',
    'storage.findItems count': 'true answers with the number of items instead.',
    'storage.findItems download': 'true answers with the body of the one item that is found.',
    'storage.getUsage userId': 'Whose usage; for admins.',
    'storage.compareVersions from': 'The version to compare with; the one before unless told.',
    'storage.listVersions before': 'Versions older than this number.',
    'storage.listCrates after': 'Crates whose id sorts after this one.',
    'storage.exportCrate after': 'Where an export was cut off.',
    'storage.importCrate replace': 'true replaces items that are there already.',
    'storage.importCrate ids': 'keep: the ids of the export; new: other ones.',
    'storage.findChanges since': 'The token of an earlier answer. Without one all items come first.',
    'storage.explainAccess as': 'A role, app, or a user by id; else the asker.',
    'storage.revertCrate to': 'The moment to go back to.',
    'storage.revertCrate userId': 'Only items that this user has edited since.',
    'storage.revertCrate dryRun': 'true only tells what would change.',
    'storage.createCrate crateId': 'The id of the new crate: lowercase letters, digits and hyphens.',
    'storage.createCrate policy': 'Who may do what. Without one it is open to admins alone.',
    'storage.createCrate maxBytes': 'The size of the largest body.',
    'storage.changeCrate policy': 'Who may do what.',
    'storage.changeCrate maxBytes': 'The size of the largest body.',
    'storage.updateStats changeStats': 'Numbers to add, by the name of the stat.',
    'storage.updateStats setStats': 'Numbers to set, by the name of the stat.',
    'storage.updateStats submitRecords': 'Numbers that count where they are better, by the name of the record.',
    'storage.updateManyStats updates': 'At most 100 entries, each an item by itemId or name with what changes.',
  },
  objects: [
    describeObject('RecordHolder', 'Who holds a record of an item.', RecordHolder, {
      userId: { about: 'The Lookup Code of the player.', sample: '6h97ml' },
      value: { about: 'The record, in whatever the game counts it.', unit: 'of the game', sample: 161.64 },
      createdAt: { about: 'When it was set.', sample: CHANGED },
    }),
    describeObject('Item', 'A thing in a crate, but for its body.', Item, {
      _id: { about: 'The same as itemId.', sample: ITEM_ID },
      ...metadata,
      etag,
      createdAt: { about: 'When it was made.', sample: CREATED },
      updatedAt: { about: 'When its body or metadata last changed.', sample: CHANGED },
      createdAgo: { about: 'How long ago it was made.', unit: 'seconds', sample: 1_092_689 },
      updatedAgo: { about: 'How long ago it last changed.', unit: 'seconds', sample: 3600 },
      stats,
      records: {
        about: 'The best three of each record, by its name.',
        sample: { FastestTime: [{ userId: '6h97ml', value: 161.64, createdAt: CHANGED }] },
      },
    }),
    describeObject('ItemStats', 'Stats and records of an item as they stand after a change.', ItemStats, {
      itemId,
      stats,
      records: {
        about: 'What was submitted, by its name.',
        sample: { FastestTime: { userId: '6h97ml', value: 161.64, createdAt: CHANGED } },
      },
    }),
    describeObject('BatchFailure', 'An entry of a batch that changed nothing.', BatchFailure, {
      itemId: { about: 'The item, where the entry named it by its id.', sample: ITEM_ID },
      name: { about: 'The item, where the entry named it by its name.', sample: 'in-game-announcements' },
      problem: {
        about: 'Why.',
        of: {
          status: { about: 'What it alone would have been answered with.', unit: 'status of HTTP', sample: 404 },
          code: { about: 'The same for programs; it never changes.', sample: 'storage.noItem' },
          message: { about: 'The same for people.', sample: 'There is no such item.' },
        },
      },
    }),
    describeObject('Change', 'What happened to an item of a crate.', Change, {
      itemId,
      kind: { about: 'create and update put the item in its place, delete takes it away.', sample: 'update' },
      etag: { about: 'Of the item; absent where it is gone, or no longer for you.', sample: '"3"' },
      at: { about: 'When it happened; absent as the etag is.', sample: CHANGED },
      item: { about: 'The item as it is now; absent as the etag is.' },
    }),
    describeObject('Used', 'How much of a quota is used.', Used, {
      used: { about: 'What there is.', unit: 'bytes, or items, or versions', sample: 48_213 },
      quota: { about: 'What there may be; null where nothing limits it.', unit: 'as used', sample: 10_000_000 },
      left: { about: 'What may still come; null where nothing limits it.', unit: 'as used', sample: 9_951_787 },
    }),
    describeObject('Holding', 'What somebody, or a whole crate, holds.', Holding, {
      bytes: { about: 'Bodies of items, versions and the trash.' },
      items: { about: 'Items.' },
      versions: { about: 'Versions of items.' },
      warn: { about: 'Whether four fifths of one of them are used.', sample: false },
    }),
    describeObject('CrateUsage', 'What is used of the quotas of a crate.', CrateUsage, {
      userId: { about: 'Whose usage it is, by Lookup Code.', sample: '6h97ml' },
      user: { about: 'What they hold; null where the crate gives users no quota.' },
      crate: { about: 'What all hold together, for admins; null where the crate has no quota.' },
    }),
    describeObject('SetEntry', 'That something is in a set.', SetEntry, {
      _id: rowId,
      owner,
      member,
      createdAt: { about: 'When it came into the set.', sample: CHANGED },
    }),
    describeObject('SetChange', 'That something came into a set, or left it.', SetChange, {
      _id: rowId,
      owner,
      member,
      kind: { about: 'add when it came, remove when it left.', sample: 'add' },
      at: { about: 'When that was.', sample: CHANGED },
      userId: { about: 'The Lookup Code of who did it; null for the site or a game.', sample: '6h97ml' },
    }),
    describeObject('Version', 'What an item was once.', Version, {
      ...state,
      etag,
      endedAt: { about: 'When the next version took its place; null for the latest.', sample: null },
    }),
    describeObject(
      'VersionChanges',
      'What differs between two versions. What is the same in both is absent.',
      VersionChanges,
      {
        from: { about: 'The earlier version.', unit: 'number of a version', sample: 2 },
        to: { about: 'The later version.', unit: 'number of a version', sample: 3 },
        fields: { about: 'What differs; lists may differ in their order alone.', sample: ['tags', 'body'] },
        name: fromTo('Its name.', 'announcements', 'in-game-announcements'),
        tags: { about: 'Its tags.', of: { added, removed } },
        collaborators: {
          about: 'Who may change it.',
          of: {
            added: { about: 'Who came.', sample: ['bscotch007'] },
            removed: { about: 'Who went.', sample: [] },
            owner: fromTo('The owner.', 'bscotch101', 'bscotch404'),
          },
        },
        map: {
          about: 'Names in its map.',
          of: { added, removed, changed: { about: 'Names whose values are others.', sample: ['title'] } },
        },
        note: fromTo('Its note.', null, 'Shown when the game starts.'),
        body: {
          about: 'Its body.',
          of: {
            from: {
              about: 'What it was.',
              of: { sha256: state.sha256, bytes: { ...metadata.bytes, sample: 412 }, mimetype: metadata.mimetype },
            },
            to: {
              about: 'What it is.',
              of: { sha256: state.sha256, bytes: metadata.bytes, mimetype: metadata.mimetype },
            },
          },
        },
      },
    ),
    describeObject('TrashedItem', 'An item that was deleted and can come back.', TrashedItem, {
      ...state,
      createdAt: { about: 'When it was made.', sample: CREATED },
      deletedAt: { about: 'When it was deleted.', sample: '2026-11-21T10:15:00.000Z' },
      deletedBy: { about: 'The Lookup Code of who deleted it; null for the site or a game.', sample: '6h97ml' },
      purgedAt: { about: 'When it is gone for good.', sample: '2026-12-21T10:15:00.000Z' },
    }),
  ],
};
