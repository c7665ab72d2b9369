// Made from the contracts of the calls by `npm run generate`.

/** A list is joined by commas. */
export type QueryValue = string | number | boolean | readonly (string | number)[];

/** The key that asks. */
export interface OwnKey {
  /** The key, by its id, which is no secret. */
  passId: string;
  /** The same as passId. */
  _id: string;
  /** The Lookup Code of its owner. */
  userId: string;
  /** What its owner calls it. */
  name: string;
  /** The ids of what it may do. */
  permissions: string[];
  /** When it ends; null until its owner revokes it. */
  expiresAt: string | null;
}

/** What a key may be allowed. */
export interface KeyOption {
  /** As it stands in a key, and in the link to the form. */
  id: string;
  /** As the form shows it, in the language of the asker. */
  name: string;
  /** What it lets a key do, in the language of the asker. */
  description: string;
}

/** The status that was asked for. */
export interface EchoedStatus {
  /** The same as that of the answer. Unit: status of HTTP. */
  status: number;
}

/** What a device shows to let a player sign in elsewhere. */
export interface DeviceCode {
  /** To ask for the key with. It stays on the device. */
  deviceCode: string;
  /** To be shown: eight letters, in two groups. */
  userCode: string;
  /** To be shown: where the player types the letters. */
  address: string;
  /** The same with the letters filled in, for a QR code. Whoever opens it has approved nothing. */
  filledAddress: string;
  /** The QR code of `filledAddress`, row by row: 1 is dark. It wants a light margin of four modules. */
  qr: string[];
  /** When it stops working. */
  expiresAt: string;
  /** How long to wait before each question for the key. Unit: seconds. */
  pollSeconds: number;
}

/** The key of a player for one game on one device. */
export interface DeviceKey {
  /** To be sent as Rumpus-Delegation-Key. Keep it like a saved game, and show it to nobody. */
  key: string;
  /** The key, by its id, which is no secret. */
  passId: string;
  /** The Lookup Code of the player. */
  userId: string;
  /** What the player finds it by among their keys. */
  name: string;
  /** The ids of what it may do. */
  permissions: string[];
  /** When it ends, unless the player ends it before. */
  expiresAt: string;
}

/** That the player has not decided yet. */
export interface WaitingDevice {
  /** How long to wait before the next question. Unit: seconds. */
  pollSeconds: number;
}

/** Where a game leads a player whose license it cannot confirm. */
export interface UnlicensedPage {
  /** The page to open. */
  address: string;
  /** The name of the game that the page names; null for none that we know. */
  game: string | null;
}

/** A level of Levelhead. */
export interface Level {
  /** The entry itself, as 24 hexadecimal characters: pages go on by it. */
  _id: string;
  /** The version of the game that made it, as a number: 1020004 is 1.20.4. Unit: version. */
  cv: number;
  /** The Lookup Code of its creator. */
  userId: string;
  /** The code that players share. */
  levelId: string;
  /** The picture of the level: /media/fit-in/{width}x{height}/avatars/{avatarId}.png, or .webp, of 16 to 512 pixels. */
  avatarId: string;
  /** Its title, made of words of the game. */
  title: string;
  /** The language of the title as the game counts it; 0 is English. Unit: number of a language. */
  localeId: number;
  /** The language of the title. */
  locale: string;
  /** Whether it is in the Tower. */
  tower: boolean;
  /** Whether it is in the Marketing Department. */
  marketing: boolean;
  /** Whether it is or was part of a tower trial. */
  towerTrial: boolean;
  /** Whether it was made of the parts of a daily build. */
  dailyBuild: boolean;
  /** Whether it came from the Marketing Department into the Tower. */
  graduated: boolean;
  /** true when only its id leads to it; else absent. */
  unlisted?: true;
  /** true when a beta version of the game made it; else absent. */
  beta?: true;
  /** How many it takes to play it, 1 to 4. Unit: players. */
  requiredPlayers: number;
  /** How long its creator took to beat it before publishing. Unit: seconds. */
  creatorTime: number;
  /** One to three ids of tags. */
  tags: string[];
  /** The names of those tags in the language of the asker. */
  tagNames: string[];
  /** When it was published. */
  createdAt: string;
  /** When it or its records last changed. */
  updatedAt: string;
  /** How long ago it was published. Unit: seconds. */
  createdAgo: number;
  /** What it is made of, as its creator’s scales say. */
  content: {
    /** Scenery and ground. Unit: percent. */
    World?: number;
    /** What moves the player. Unit: percent. */
    Movement?: number;
    /** Switches, keys and gates. Unit: percent. */
    Puzzles?: number;
    /** Whom to fight or to avoid. Unit: percent. */
    Enemies?: number;
    /** What hurts. Unit: percent. */
    Hazards?: number;
  };
  /** The version of the game that made it. */
  gameVersion: string;
  /** How it is received, with includeStats. */
  stats?: {
    /** How often somebody has tried it. Unit: attempts. */
    Attempts?: number;
    /** How hard it is: 0 for a stroll to 5 for a nightmare, and 6 while nobody has beaten it. Unit: diamonds, 0 to 6. */
    Diamonds?: number;
    /** Failed attempts by second of play. Unit: attempts per second. */
    FailureRate?: number;
    /** How many have it among their favorites. Unit: players. */
    Favorites?: number;
    /** How far ahead “Featured” shows it: what few have played and most of those liked, the newer the better. Unit: points. */
    HiddenGem?: number;
    /** How many like it. Unit: players. */
    Likes?: number;
    /** All attempts together. Unit: seconds. */
    PlayTime?: number;
    /** How many have tried it. Unit: players. */
    Players?: number;
    /** How much players come back to it, which the game calls spice. Unit: points. */
    ReplayValue?: number;
    /** Attempts that beat it. Unit: attempts. */
    Successes?: number;
    /** Time of play for each attempt that beats it. Unit: seconds. */
    TimePerWin?: number;
    /** The share of attempts that beat it. Unit: share, 0 to 1. */
    ClearRate?: number;
    /** What it has got in the Marketing Department, which brings it towards the Tower. Unit: bucks. */
    ExposureBucks?: number;
  };
  /** The best three of each kind, with includeRecords. */
  records?: {
    /** The highest scores, in points, the best first. */
    HighScore?: LevelRecord[];
    /** The shortest times, in seconds, the best first. */
    FastestTime?: LevelRecord[];
  };
  /** The name of its creator, with includeAliases. */
  alias?: LevelheadAlias;
  /** What the owner of the key has done with it, with includeMyInteractions. */
  interactions?: {
    /** true when they have bookmarked it; else absent. */
    bookmarked?: true;
    /** true when they have it among their favorites; else absent. */
    favorited?: true;
    /** true when they have liked it; else absent. */
    liked?: true;
    /** true when they have played it; else absent. */
    played?: true;
    /** true when they have beaten it; else absent. */
    completed?: true;
  };
}

/** One of the best on a level. */
export interface LevelRecord {
  /** The Lookup Code of the player. */
  userId: string;
  /** Of HighScore the score, of FastestTime the time. Unit: points, or seconds. */
  value: number;
  /** When it was set. */
  createdAt: string;
  /** The name of the player, with includeAliases. */
  alias?: LevelheadAlias;
}

/** What a player is called in the game. */
export interface LevelheadAlias {
  /** The entry itself, as 24 hexadecimal characters: pages go on by it. */
  _id?: string;
  /** The Lookup Code of the player. */
  userId: string;
  /** Their name, or the safe one in its place; absent for who is unknown or has left. */
  alias?: string;
  /** The picture of the player: /media/fit-in/{width}x{height}/avatars/{avatarId}.png, or .webp, of 16 to 512 pixels. */
  avatarId?: string;
  /** levelhead for a chosen name, levelhead-safe for one that the site made. */
  context?: string;
  /** How often the name was reported. Unit: reports. */
  reports?: number;
  /** true when a moderator has allowed the name whatever is reported. */
  whitelisted?: boolean;
  /** true for who is unknown or has left; else absent. */
  anonymous?: boolean;
}

/** A player in a list. */
export interface PlayerEntry {
  /** The entry itself, as 24 hexadecimal characters: pages go on by it. */
  _id: string;
  /** The Lookup Code of the player. */
  userId: string;
  /** The name of the player, with includeAliases. */
  alias?: LevelheadAlias;
}

/** A tag of levels. */
export interface LevelTagCount {
  /** The id of the tag, by which levels are found. */
  tag: string;
  /** Its name, in the language of the asker. */
  name: string;
  /** What it promises, in the language of the asker. */
  description: string;
  /** How many listed levels have it. Unit: levels. */
  count: number;
  /** Which share of all listed levels that is. Unit: share, 0 to 1. */
  freq: number;
}

/** The best of one player on one level. */
export interface RecentRecord {
  /** The Lookup Code of the player. */
  userId: string;
  /** The code that players share. */
  levelId: string;
  /** Of HighScore the score, of FastestTime the time. Unit: points, or seconds. */
  value: number;
  /** When the player first had one there. */
  createdAt: string;
  /** When it last became better: by this they are sorted. */
  updatedAt: string;
  /** When it is recent no longer, 30 days later. */
  expiresAt: string;
  /** The name of the player, with includeAliases. */
  alias?: LevelheadAlias;
}

/** Somebody who plays Levelhead. */
export interface Player {
  /** The entry itself, as 24 hexadecimal characters: pages go on by it. */
  _id: string;
  /** The Lookup Code of the player. */
  userId: string;
  /** What they have done; one that the game does not count is absent. */
  stats: {
    /** Players who follow them. Unit: players. */
    Subscribers?: number;
    /** Players whom they follow. Unit: players. */
    NumFollowing?: number;
    /** Time in levels of others. Unit: seconds. */
    PlayTime?: number;
    /** Attempts by others on their levels. Unit: attempts. */
    Plays?: number;
    /** Levels that they have published. Unit: levels. */
    Published?: number;
    /** Levels of theirs that made it into the Tower. Unit: levels. */
    Graduated?: number;
    /** Levels of others that they have tried. Unit: levels. */
    LevelsPlayed?: number;
    /** Attempts that beat a level. Unit: attempts. */
    Wins?: number;
    /** Attempts that did not. Unit: attempts. */
    Fails?: number;
    /** Levels on which theirs is the high score. Unit: levels. */
    Crowns?: number;
    /** Levels on which theirs is the fastest time. Unit: levels. */
    Shoes?: number;
    /** Trophies, those of time included. Unit: trophies. */
    Trophies?: number;
    /** Tower trials within their time. Unit: trophies. */
    TimeTrophies?: number;
    /** Challenges that they have won. Unit: challenges. */
    ChalWins?: number;
    /** Daily builds that they have published. Unit: levels. */
    DBComp?: number;
    /** How much of the campaign they have done. Unit: percent. */
    CampaignProg?: number;
    /** What their achievements add up to. Unit: points. */
    PerkPoints?: number;
    /** How much their levels are liked, for each that they have published. Unit: points. */
    HiddenGem?: number;
    /** Likes of their levels. Unit: likes. */
    LikeGen?: number;
    /** Favorites of their levels. Unit: favorites. */
    FaveGen?: number;
    /** Bucks that others have given to their levels. Unit: bucks. */
    TipsGotten?: number;
    /** Bucks that they have given to levels. Unit: bucks. */
    BucksTipped?: number;
    /** Bucks gotten, for each level published. Unit: bucks per level. */
    TipsPerLevel?: number;
    /** Bucks gotten, for each day since they came. Unit: bucks per day. */
    TipsPerDay?: number;
    /** Bucks given, for each level played. Unit: bucks per level. */
    TippedPerLevelPlayed?: number;
    /** Bucks given, for each day since they came. Unit: bucks per day. */
    TippedPerDay?: number;
  };
  /** When they first played. */
  createdAt: string;
  /** When they last did something that counts. */
  updatedAt: string;
  /** The name of the player, with includeAliases. */
  alias?: LevelheadAlias;
  /** How the owner of the key stands to them, with includeMyInteractions. */
  interactions?: {
    /** Whether the owner of the key follows them. */
    following: boolean;
  };
}

/** A level in a list. */
export interface LevelEntry {
  /** The entry itself, as 24 hexadecimal characters: pages go on by it. */
  _id: string;
  /** The code that players share. */
  levelId: string;
}

/** The levels of one day that are raced through. */
export interface TowerTrial {
  /** When its day began, in UTC. */
  createdAt: string;
  /** Its levels, in their order. */
  levelIds: string[];
  /** The time for all of them together that earns a trophy. Unit: seconds. */
  timeTrophyGoal: number;
  /** The best three of each kind, with includeRecords. */
  records?: {
    /** The highest scores, in points, the best first. */
    HighScore?: LevelRecord[];
    /** The shortest times, in seconds, the best first. */
    FastestTime?: LevelRecord[];
  };
}

/** What builders are given today. */
export interface DailyBuild {
  /** The parts, and no others. */
  items: {
    /** The part, by the game’s own number. Unit: number of a part. */
    itemId: number;
    /** Its name, in English. */
    name: string;
  }[];
}

/** Levels that somebody has put together. */
export interface Playlist {
  /** The code that players share. */
  playlistId: string;
  /** The Lookup Code of who made it. */
  userId: string;
  /** Its name. */
  name: string;
  /** What its maker says about it; absent when that is nothing. */
  note?: string;
  /** Its levels, in their order. */
  levelIds: string[];
  /** When it was made. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
}

/** A perk that a player has. */
export interface HeldPerk {
  /** The perk, by its id. */
  perkId: string;
  /** What it is: entitlement, key, item or badge. */
  kind: "entitlement" | "key" | "item" | "badge";
  /** What players see it called. */
  name: string;
  /** How many of it they have. Unit: perks. */
  count: number;
  /** When they got the first of them. */
  since: string;
}

/** Of a perk in a game. */
export interface Purchase {
  /** Its id in the game. */
  purchaseId: string;
  /** The perk, by its id. */
  perkId: string;
  /** The Lookup Code of the player. */
  userId: string;
  /** When it was told first. */
  boughtAt: string;
  /** When its refund was told; null without one. */
  refundedAt: string | null;
}

/** Who somebody is on this site. */
export interface SessionUser {
  /** Their Lookup Code. */
  userId: string;
  /** Their name in the context rumpus; null while they have none. */
  alias: string | null;
  /** The session that asks; null by a key, and for others. */
  loginId: string | null;
  /** Their role: authenticated for players. */
  usertype: "authenticated" | "staff" | "admin" | "super";
  /** Of a former system of accounts: always null. */
  bsidx: null;
  /** The role that staff see the site as; else absent. */
  masquerade?: "authenticated" | "staff" | "admin" | "super";
}

/** What somebody is called in a context. */
export interface Alias {
  /** The Lookup Code of the player. */
  userId: string;
  /** Their name, or the safe one in its place; absent for who is unknown or has left. */
  alias?: string;
  /** Where it is shown; with -safe at its end the name is one that the site made. */
  context: string;
  /** true for who is unknown or has left; else absent. */
  anonymous?: boolean;
  /** How often the name was reported; for staff. Unit: reports. */
  reports?: number;
  /** Whether a moderator has allowed it whatever is reported; for staff. */
  whitelisted?: boolean;
}

/** Somebody’s name in a context, and what became of it. */
export interface OwnAlias {
  /** The Lookup Code of the player. */
  userId: string;
  /** Where it is shown. */
  context: string;
  /** The name; null while they have none there. */
  alias: string | null;
  /** What others see while the name is not approved; null for none. */
  safeAlias: string | null;
  /** Whether it is approved, waits for a moderator, or was denied; null without a name. */
  state: "approved" | "pending" | "denied" | null;
  /** Why a moderator denied or replaced it; null when none did. */
  reason: string | null;
  /** When they took it; null without a name. */
  since: string | null;
  /** When they may change it again; null for at once. */
  changeableAt: string | null;
  /** The names before it, the latest first. */
  history: FormerAlias[];
}

/** A name that somebody had. */
export interface FormerAlias {
  /** The name. */
  alias: string;
  /** When they took it. */
  since: string;
  /** When it ended. */
  until: string;
  /** Who ended it: its owner, staff, or the site itself. */
  endedBy: "owner" | "staff" | "system";
}

/** An entry that is like a text. */
export interface SimilarEntry {
  /** The entry, by its id. */
  subjectId: string;
  /** What it is about, in a few words. */
  title: string;
  /** The address of its page on this site. */
  path: string;
  /** What has become of it, as its project names that. */
  status: string;
  /** How many want it, too. Unit: votes. */
  votes: number;
}

/** What a game shows its players. */
export interface SentAnnouncement {
  /** Of the announcement. */
  announcementId: string;
  /** Its title, without markup. */
  title: string;
  /** Its text, without markup; lines are kept. */
  body: string;
  /** The language in which it is. */
  locale: string;
  /** Where it leads, or null. */
  link: string | null;
  /** What is higher comes first. Unit: 0 to 100. */
  priority: number;
  /** Since when it is shown to this player; null for always. */
  startsAt: string | null;
  /** When a game that has no network stops showing it; null for never. */
  endsAt: string | null;
  /** Whether it is shown until the player has acknowledged it, and then never again. */
  isOnce: boolean;
}

/** A thing in a crate, but for its body. */
export interface Item {
  /** The same as itemId. */
  _id: string;
  /** The item, by its id. */
  itemId: string;
  /** The crate that it is in. */
  crateId: string;
  /** Its name, which only one item of a crate has; null for none. */
  name: string | null;
  /** The Lookup Code of its owner. */
  userId: string;
  /** Lookup Codes of who may change it, the owner first. */
  collaborators: string[];
  /** Its tags; one such as topic:levelhead is a field and its value. */
  tags: string[];
  /** A few small values beside the body, by their names. */
  map: Record<string, string | number | boolean | null>;
  /** A note beside the body; null for none. */
  note: string | null;
  /** Names this state of it, quotes included: for If-Match and If-None-Match. */
  etag: string;
  /** The length of the body. Unit: bytes. */
  bytes: number;
  /** The type of the body. */
  mimetype: string;
  /** When it was made. */
  createdAt: string;
  /** When its body or metadata last changed. */
  updatedAt: string;
  /** How long ago it was made. Unit: seconds. */
  createdAgo: number;
  /** How long ago it last changed. Unit: seconds. */
  updatedAgo: number;
  /** Numbers that are counted on it, by their names. */
  stats: Record<string, number>;
  /** The best three of each record, by its name. */
  records: Record<string, RecordHolder[]>;
}

/** Who holds a record of an item. */
export interface RecordHolder {
  /** The Lookup Code of the player. */
  userId: string;
  /** The record, in whatever the game counts it. Unit: of the game. */
  value: number;
  /** When it was set. */
  createdAt: string;
}

/** Stats and records of an item as they stand after a change. */
export interface ItemStats {
  /** The item, by its id. */
  itemId: string;
  /** Numbers that are counted on it, by their names. */
  stats: Record<string, number>;
  /** What was submitted, by its name. */
  records: Record<string, RecordHolder>;
}

/** An entry of a batch that changed nothing. */
export interface BatchFailure {
  /** The item, where the entry named it by its id. */
  itemId?: string;
  /** The item, where the entry named it by its name. */
  name?: string;
  /** Why. */
  problem: {
    /** What it alone would have been answered with. Unit: status of HTTP. */
    status: number;
    /** The same for programs; it never changes. */
    code: string;
    /** The same for people. */
    message: string;
  };
}

/** What happened to an item of a crate. */
export interface Change {
  /** The item, by its id. */
  itemId: string;
  /** create and update put the item in its place, delete takes it away. */
  kind: "create" | "update" | "delete";
  /** Of the item; absent where it is gone, or no longer for you. */
  etag?: string;
  /** When it happened; absent as the etag is. */
  at?: string;
  /** The item as it is now; absent as the etag is. */
  item?: Item;
}

/** What is used of the quotas of a crate. */
export interface CrateUsage {
  /** Whose usage it is, by Lookup Code. */
  userId: string;
  /** What they hold; null where the crate gives users no quota. */
  user: Holding | null;
  /** What all hold together, for admins; null where the crate has no quota. */
  crate?: Holding | null;
}

/** What somebody, or a whole crate, holds. */
export interface Holding {
  /** Bodies of items, versions and the trash. */
  bytes: Used;
  /** Items. */
  items: Used;
  /** Versions of items. */
  versions: Used;
  /** Whether four fifths of one of them are used. */
  warn: boolean;
}

/** How much of a quota is used. */
export interface Used {
  /** What there is. Unit: bytes, or items, or versions. */
  used: number;
  /** What there may be; null where nothing limits it. Unit: as used. */
  quota: number | null;
  /** What may still come; null where nothing limits it. Unit: as used. */
  left: number | null;
}

/** That something is in a set. */
export interface SetEntry {
  /** The entry itself: pages go on by it. */
  _id: string;
  /** Whose set it is. */
  owner: string;
  /** What is in the set, such as the id of a level. */
  member: string;
  /** When it came into the set. */
  createdAt: string;
}

/** That something came into a set, or left it. */
export interface SetChange {
  /** The entry itself: pages go on by it. */
  _id: string;
  /** Whose set it is. */
  owner: string;
  /** What is in the set, such as the id of a level. */
  member: string;
  /** add when it came, remove when it left. */
  kind: "add" | "remove";
  /** When that was. */
  at: string;
  /** The Lookup Code of who did it; null for the site or a game. */
  userId: string | null;
}

/** What an item was once. */
export interface Version {
  /** The item, by its id. */
  itemId: string;
  /** The crate that it is in. */
  crateId: string;
  /** Its name, which only one item of a crate has; null for none. */
  name: string | null;
  /** The Lookup Code of its owner. */
  userId: string;
  /** Lookup Codes of who may change it, the owner first. */
  collaborators: string[];
  /** Its tags; one such as topic:levelhead is a field and its value. */
  tags: string[];
  /** A few small values beside the body, by their names. */
  map: Record<string, string | number | boolean | null>;
  /** A note beside the body; null for none. */
  note: string | null;
  /** The length of the body. Unit: bytes. */
  bytes: number;
  /** The type of the body. */
  mimetype: string;
  /** The number of this version, the first being 1. Unit: number of a version. */
  rev: number;
  /** Of the body, in hexadecimal; null where none is kept. */
  sha256: string | null;
  /** When it became so. */
  updatedAt: string;
  /** The Lookup Code of who made it so; null for the site itself. */
  updatedBy: string | null;
  /** Names this state of it, quotes included: for If-Match and If-None-Match. */
  etag: string;
  /** When the next version took its place; null for the latest. */
  endedAt: string | null;
}

/** What differs between two versions. What is the same in both is absent. */
export interface VersionChanges {
  /** The earlier version. Unit: number of a version. */
  from: number;
  /** The later version. Unit: number of a version. */
  to: number;
  /** What differs; lists may differ in their order alone. */
  fields: ("name" | "tags" | "collaborators" | "map" | "note" | "body")[];
  /** Its name. */
  name?: {
    /** What it was. */
    from: string | null;
    /** What it is. */
    to: string | null;
  };
  /** Its tags. */
  tags?: {
    /** What came. */
    added: string[];
    /** What went. */
    removed: string[];
  };
  /** Who may change it. */
  collaborators?: {
    /** Who came. */
    added: string[];
    /** Who went. */
    removed: string[];
    /** The owner. */
    owner?: {
      /** What it was. */
      from: string;
      /** What it is. */
      to: string;
    };
  };
  /** Names in its map. */
  map?: {
    /** What came. */
    added: string[];
    /** What went. */
    removed: string[];
    /** Names whose values are others. */
    changed: string[];
  };
  /** Its note. */
  note?: {
    /** What it was. */
    from: string | null;
    /** What it is. */
    to: string | null;
  };
  /** Its body. */
  body?: {
    /** What it was. */
    from: {
      /** Of the body, in hexadecimal; null where none is kept. */
      sha256: string | null;
      /** The length of the body. Unit: bytes. */
      bytes: number;
      /** The type of the body. */
      mimetype: string;
    };
    /** What it is. */
    to: {
      /** Of the body, in hexadecimal; null where none is kept. */
      sha256: string | null;
      /** The length of the body. Unit: bytes. */
      bytes: number;
      /** The type of the body. */
      mimetype: string;
    };
  };
}

/** An item that was deleted and can come back. */
export interface TrashedItem {
  /** The item, by its id. */
  itemId: string;
  /** The crate that it is in. */
  crateId: string;
  /** Its name, which only one item of a crate has; null for none. */
  name: string | null;
  /** The Lookup Code of its owner. */
  userId: string;
  /** Lookup Codes of who may change it, the owner first. */
  collaborators: string[];
  /** Its tags; one such as topic:levelhead is a field and its value. */
  tags: string[];
  /** A few small values beside the body, by their names. */
  map: Record<string, string | number | boolean | null>;
  /** A note beside the body; null for none. */
  note: string | null;
  /** The length of the body. Unit: bytes. */
  bytes: number;
  /** The type of the body. */
  mimetype: string;
  /** The number of this version, the first being 1. Unit: number of a version. */
  rev: number;
  /** Of the body, in hexadecimal; null where none is kept. */
  sha256: string | null;
  /** When it became so. */
  updatedAt: string;
  /** The Lookup Code of who made it so; null for the site itself. */
  updatedBy: string | null;
  /** When it was made. */
  createdAt: string;
  /** When it was deleted. */
  deletedAt: string;
  /** The Lookup Code of who deleted it; null for the site or a game. */
  deletedBy: string | null;
  /** When it is gone for good. */
  purgedAt: string;
}

/** What each call takes and answers, by its id. */
export interface Calls {
  /** The session user of an account: one’s own, or any for admins. `GET /api/auth/accounts/{userId}` */
  "accounts.getAccount": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. at most 64 characters */
      "userId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: SessionUser;
}['data'];
    problem: "accounts.noAccount" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Changes one’s own name in a context. `PUT /api/aliases/contexts/{context}/users/{userId}` */
  "aliases.changeAlias": {
    params: {
      /** Where a name is shown: rumpus, a game, or the safe variant of one such as levelhead-safe. matches ^[a-z][a-z0-9-]{0,31}$ */
      "context": string | number;
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^(?:@me|[A-Za-z0-9]{1,32})$ */
      "userId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: {
      /** The new name. at most 256 characters */
      "alias": string;
    };
    data: {
  data: OwnAlias;
}['data'];
    problem: "aliases.invisible" | "aliases.noContext" | "aliases.noLetter" | "aliases.reserved" | "aliases.taken" | "aliases.tooManyEmoji" | "aliases.tooManyMarks" | "aliases.tooSoon" | "aliases.wrongDirection" | "aliases.wrongEdges" | "aliases.wrongLength" | "aliases.wrongLetters" | "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidBody" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** The names of up to 100 users in a context, which may be the safe variant of one. Staff also see how often each is reported. `GET /api/aliases/contexts/{context}/users` */
  "aliases.getAliases": {
    params: {
      /** Where a name is shown: rumpus, a game, or the safe variant of one such as levelhead-safe. matches ^[a-z][a-z0-9-]{0,31}$ */
      "context": string | number;
    };
    query: {
      /** Lookup Codes separated by commas; @me is whoever asks. at most 8192 characters */
      "userIds"?: QueryValue;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. from 0 */
      "maxReports"?: number | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: Alias[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** One’s own name in a context, its state, when it may be changed and the names before it; anybody’s for staff. `GET /api/aliases/contexts/{context}/users/{userId}` */
  "aliases.getOwnAlias": {
    params: {
      /** Where a name is shown: rumpus, a game, or the safe variant of one such as levelhead-safe. matches ^[a-z][a-z0-9-]{0,31}$ */
      "context": string | number;
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^(?:@me|[A-Za-z0-9]{1,32})$ */
      "userId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: OwnAlias;
}['data'];
    problem: "aliases.noContext" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** A player has seen it, so that this installation is not sent it again. Needs no key and never answers 401. `POST /api/announcements/{announcementId}/acknowledgements` */
  "announcements.acknowledgeAnnouncement": {
    params: {
      /** The announcement, by its id. */
      "announcementId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: {
      /** An id that the game makes once by chance and keeps: of the installation, or of the player where something is to be seen once on all devices. Without it nothing is sent that only a share of players gets. 1 to 128 characters */
      "installation": string;
    };
    data: undefined;
    problem: "announcements.noAnnouncement" | "announcements.tooManyReaders" | "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidBody" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.invalidMasquerade" | "database.busy" | "database.full" | "database.unavailable";
  };
  /** What a game shows when it starts, the most important first, in the language of the player. Needs no key and never answers 401: keep the last answer with its ETag for when there is no network. `GET /api/announcements` */
  "announcements.findAnnouncements": {
    params: undefined;
    query: {
      /** The game, by the name in its address, such as levelhead. 1 to 128 characters */
      "game": QueryValue;
      /** What it runs on: windows, mac, linux, android, ios, switch, xbox. at most 128 characters */
      "platform"?: QueryValue;
      /** Its version. What is not strictly semver is read by its first number and up to two more behind dots: 17.9 is older than 17.36.4. at most 128 characters */
      "version"?: QueryValue;
      /** The language of the player, such as de-DE; by default that of the header Locale. at most 128 characters */
      "locale"?: QueryValue;
      /** Where the clock of the player is: Europe/Berlin, or an offset such as +02:00; by default UTC. For what begins everywhere at the same local time. at most 128 characters */
      "zone"?: QueryValue;
      /** An id that the game makes once by chance and keeps: of the installation, or of the player where something is to be seen once on all devices. Without it nothing is sent that only a share of players gets. at most 128 characters */
      "installation"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: SentAnnouncement[];
}['data'];
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable";
  };
  /** The key that asks: whose it is, what it may do and until when. `GET /api/delegation/keys/@this` */
  "delegation.getOwnKey": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: OwnKey;
}['data'];
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** What a key may be allowed, told in the locale of the asker. `GET /api/delegation/options` */
  "delegation.listOptions": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: KeyOption[];
}['data'];
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** The game asks, every `pollSeconds`, whether the player has said yes, and gets a delegation key of theirs, once. `POST /api/login/device/keys` */
  "devices.redeemCode": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The code that the device alone has. It is shown to nobody. 1 to 128 characters */
      "deviceCode": string;
    };
    data: {
  data: DeviceKey;
}['data'] | {
  data: WaitingDevice;
}['data'];
    problem: "accounts.banned" | "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidBody" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.tooManyKeys" | "devices.denied" | "devices.over" | "devices.slowDown" | "devices.used";
  };
  /** A game on a device without a keyboard asks for a code to show. The player opens the address anywhere else, signs in there and types it. Needs no key. `POST /api/login/device/codes` */
  "devices.requestCode": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: {
      /** The game, by the id of its app, such as levelhead. matches ^[a-z][a-z0-9-]{0,31}$ */
      "appId": string;
      /** What the player sees it asks from: windows, mac, linux, switch, xbox, playstation, android, ios or steam-deck. at most 128 characters */
      "platform"?: string;
      /** An id of 16 to 128 characters that the game makes once by chance and keeps secret. A device that the player has let in by it before needs no fresh sign-in of theirs, and its new key takes the place of the one before. 16 to 128 characters */
      "installation"?: string;
    };
    data: {
  data: DeviceCode;
}['data'];
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidBody" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "devices.noClient";
  };
  /** Sends the body back as it came: at most 64 KB, or 4 KB with header=true. `DELETE /api/dummy/echo` */
  "dummy.echoDelete": {
    params: undefined;
    query: {
      /** true also answers with the body in the header x-rumpus-dummy-body, as base64. */
      "header"?: "true" | "false" | boolean;
    };
    headers: undefined;
    body: string | Uint8Array | Blob;
    data: Blob;
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "dev.headerTooLarge";
  };
  /** Sends the body back as it came: at most 64 KB, or 4 KB with header=true. `GET /api/dummy/echo` */
  "dummy.echoGet": {
    params: undefined;
    query: {
      /** true also answers with the body in the header x-rumpus-dummy-body, as base64. */
      "header"?: "true" | "false" | boolean;
    };
    headers: undefined;
    body: undefined;
    data: Blob;
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Sends the body back as it came: at most 64 KB, or 4 KB with header=true. `PATCH /api/dummy/echo` */
  "dummy.echoPatch": {
    params: undefined;
    query: {
      /** true also answers with the body in the header x-rumpus-dummy-body, as base64. */
      "header"?: "true" | "false" | boolean;
    };
    headers: undefined;
    body: string | Uint8Array | Blob;
    data: Blob;
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "dev.headerTooLarge";
  };
  /** Sends the body back as it came: at most 64 KB, or 4 KB with header=true. `POST /api/dummy/echo` */
  "dummy.echoPost": {
    params: undefined;
    query: {
      /** true also answers with the body in the header x-rumpus-dummy-body, as base64. */
      "header"?: "true" | "false" | boolean;
    };
    headers: undefined;
    body: string | Uint8Array | Blob;
    data: Blob;
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "dev.headerTooLarge";
  };
  /** Sends the body back as it came: at most 64 KB, or 4 KB with header=true. `PUT /api/dummy/echo` */
  "dummy.echoPut": {
    params: undefined;
    query: {
      /** true also answers with the body in the header x-rumpus-dummy-body, as base64. */
      "header"?: "true" | "false" | boolean;
    };
    headers: undefined;
    body: string | Uint8Array | Blob;
    data: Blob;
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "dev.headerTooLarge";
  };
  /** Hello World as bytes. For testing how a client reads a type. `GET /api/dummy/content-type/binary` */
  "dummy.getBinary": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: Blob;
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Hello World as JSON, without the usual data around it. For testing how a client reads a type. `GET /api/dummy/content-type/json` */
  "dummy.getJson": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: Blob;
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Hello World as text. For testing how a client reads a type. `GET /api/dummy/content-type/text` */
  "dummy.getText": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: Blob;
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** The headers as they arrived, but for cookies, keys and whatever else says who asks. `DELETE /api/dummy/headers` */
  "dummy.headersDelete": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: Record<string, string>;
}['data'];
    problem: "call.crossSite" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** The headers as they arrived, but for cookies, keys and whatever else says who asks. `GET /api/dummy/headers` */
  "dummy.headersGet": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: Record<string, string>;
}['data'];
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** The headers as they arrived, but for cookies, keys and whatever else says who asks. `PATCH /api/dummy/headers` */
  "dummy.headersPatch": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: Record<string, string>;
}['data'];
    problem: "call.crossSite" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** The headers as they arrived, but for cookies, keys and whatever else says who asks. `POST /api/dummy/headers` */
  "dummy.headersPost": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: Record<string, string>;
}['data'];
    problem: "call.crossSite" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** The headers as they arrived, but for cookies, keys and whatever else says who asks. `PUT /api/dummy/headers` */
  "dummy.headersPut": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: Record<string, string>;
}['data'];
    problem: "call.crossSite" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Answers with a status of your choice, 200 to 599. `DELETE /api/dummy/status/{code}` */
  "dummy.statusDelete": {
    params: {
      /** A status of HTTP. matches ^[2-5]\d\d$ */
      "code": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: EchoedStatus;
}['data'];
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Answers with a status of your choice, 200 to 599. `GET /api/dummy/status/{code}` */
  "dummy.statusGet": {
    params: {
      /** A status of HTTP. matches ^[2-5]\d\d$ */
      "code": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: EchoedStatus;
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Answers with a status of your choice, 200 to 599. `PATCH /api/dummy/status/{code}` */
  "dummy.statusPatch": {
    params: {
      /** A status of HTTP. matches ^[2-5]\d\d$ */
      "code": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: EchoedStatus;
}['data'];
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Answers with a status of your choice, 200 to 599. `POST /api/dummy/status/{code}` */
  "dummy.statusPost": {
    params: {
      /** A status of HTTP. matches ^[2-5]\d\d$ */
      "code": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: EchoedStatus;
}['data'];
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Answers with a status of your choice, 200 to 599. `PUT /api/dummy/status/{code}` */
  "dummy.statusPut": {
    params: {
      /** A status of HTTP. matches ^[2-5]\d\d$ */
      "code": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: EchoedStatus;
}['data'];
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** A game’s server enters what one of its players says, with a log, a save and a screenshot. `POST /api/feedbag/projects/{projectId}/entries` */
  "feedbag.enterFromGame": {
    params: {
      /** What feedback is collected about, as in the address of its page. */
      "projectId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: {
      /** What it is about, in a few words. */
      "title": string;
      /** What happened, and what was expected, in the words of the player. */
      "body": string;
      /** The Lookup Code of the player, whose entry it is then. Without it nobody’s. at most 64 characters */
      "userId"?: string;
      /** One of those that the form of the project offers, or nothing. "" unless told */
      "platform"?: string;
      /** Of the game. "" unless told */
      "version"?: string;
      /** Tags. [] unless told */
      "tags"?: string[];
      /** The last lines that the game wrote. Secrets in it are masked. at most 1000000 characters */
      "log"?: string;
      /** A save in base64, kept as a file. at most 4000000 characters */
      "save"?: string;
      /** A picture in base64, which is drawn anew. at most 4000000 characters */
      "screenshot"?: string;
    };
    data: {
  data: {
    subjectId: string;
    standing: "pending" | "shown" | "hidden";
    voteCountsFrom: string | null;
    known: SimilarEntry | null;
  };
}['data'];
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidBody" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "feedbag.blocked" | "feedbag.longTitle" | "feedbag.missingTitle" | "feedbag.noProject" | "feedbag.unknownPlatform" | "threads.longMessage" | "threads.noMessage";
  };
  /** Before a game’s server enters a crash: whether somebody has already, by the stack in the log. `POST /api/feedbag/projects/{projectId}/crashes` */
  "feedbag.findKnownCrash": {
    params: {
      /** What feedback is collected about, as in the address of its page. */
      "projectId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: {
      /** The last lines that the game wrote. Secrets in it are masked. at most 1000000 characters */
      "log": string;
      /** The Lookup Code of the player, whose entry it is then. Without it nobody’s. at most 64 characters */
      "userId"?: string;
    };
    data: {
  data: SimilarEntry | null;
}['data'];
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidBody" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "feedbag.noProject";
  };
  /** Entries whose titles are like a text, also with typing errors, the most alike first. `GET /api/feedbag/projects/{projectId}/similar` */
  "feedbag.findSimilarEntries": {
    params: {
      /** What feedback is collected about, as in the address of its page. */
      "projectId": string | number;
    };
    query: {
      /** The text. at most 120 characters */
      "text": QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: SimilarEntry[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "feedbag.noProject";
  };
  /** Bookmarks a level, or several separated by commas; again changes nothing. `PUT /api/levelhead/bookmarks/{levelIds}` */
  "levelhead.addBookmarks": {
    params: {
      /** Ids of levels separated by commas. */
      "levelIds": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "levelhead.noLevel" | "storage.noCrate" | "storage.setFull";
  };
  /** A game’s server changes a level of the player, or takes it off the lists and puts it back by `unlisted`. What is left out stays. `PATCH /api/levelhead/levels/{levelId}` */
  "levelhead.changeLevel": {
    params: {
      /** A level, by the code that players share. */
      "levelId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: {
      /** At most 64 characters. 1 to 64 characters */
      "title"?: string;
      /** One to three ids of tags. 1 to 3 entries */
      "tags"?: string[];
      /** How many players it takes, 1 to 4. 1 to 4 */
      "requiredPlayers"?: number;
      /** The picture of the level. at most 64 characters, matches ^[a-z0-9]+(?:-[a-z0-9]+)*$ */
      "avatarId"?: string;
      /** Seconds that its creator took to beat it. 0 to 31536000 */
      "creatorTime"?: number;
      /** The version of the game that made it, such as 1.20.4. matches ^\d{1,3}\.\d{1,3}\.\d{1,3}$ */
      "gameVersion"?: string;
      /** The language of the title. */
      "locale"?: "en-US" | "ja-JP" | "ko-KR" | "zh-TW" | "zh-CN" | "ru-RU" | "de-DE" | "fr-FR" | "pl-PL" | "pt-BR" | "es-XL" | "es-ES" | "it-IT" | "tr-TR";
      /** What it is made of, each from 0 to 100. */
      "content"?: {
  World: number;
  Movement: number;
  Puzzles: number;
  Enemies: number;
  Hazards: number;
};
      /** The level as the game writes it, in base64. 4 to 262144 characters, matches ^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$ */
      "data"?: string;
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^[A-Za-z0-9]{1,32}$ */
      "userId": string;
      /** true keeps it off all lists, so that only its id leads to it. */
      "unlisted"?: boolean;
    };
    data: undefined;
    problem: "accounts.banned" | "accounts.noAccount" | "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.invalidPlay" | "levelhead.noLevel" | "levelhead.notTheirLevel" | "storage.noCrate";
  };
  /** Removes all of one’s own bookmarks. `DELETE /api/levelhead/bookmarks` */
  "levelhead.clearBookmarks": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "storage.noCrate";
  };
  /** The tags of levels, in the locale of the asker, and how many levels have each. `GET /api/levelhead/level-tags/counts` */
  "levelhead.countLevelTags": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: LevelTagCount[];
}['data'];
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** A game’s server deletes a level of the player; staff can bring it back for 30 days. `DELETE /api/levelhead/levels/{levelId}` */
  "levelhead.deleteLevel": {
    params: {
      /** A level, by the code that players share. */
      "levelId": string | number;
    };
    query: {
      /** The player whose level it is. matches ^[A-Za-z0-9]{1,32}$ */
      "userId": QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "accounts.banned" | "accounts.noAccount" | "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.noLevel" | "levelhead.notTheirLevel" | "storage.noCrate";
  };
  /** A game’s server spends bucks of a player, so that more people see a level of the Marketing Department. `POST /api/levelhead/levels/{levelId}/exposures` */
  "levelhead.exposeLevel": {
    params: {
      /** A level, by the code that players share. */
      "levelId": string | number;
    };
    query: undefined;
    headers: {
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^[A-Za-z0-9]{1,32}$ */
      "userId": string;
      /** How many bucks, a whole number. 1 to 5000 */
      "bucks": number;
    };
    data: {
  data: {
    exposureBucks: number;
  };
}['data'];
    problem: "accounts.banned" | "accounts.noAccount" | "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.enoughToday" | "levelhead.invalidPlay" | "levelhead.noLevel" | "levelhead.notInMarketing" | "storage.badIdempotencyKey" | "storage.idempotencyKeyReused" | "storage.noCrate" | "storage.stillRunning";
  };
  /** The ids of one’s own bookmarks, the latest first unless told. `GET /api/levelhead/bookmarks` */
  "levelhead.findBookmarks": {
    params: undefined;
    query: {
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128, 32 unless told */
      "limit"?: number | undefined;
      /** The field to sort by, the highest first; with a leading - the lowest first. One that there is not is ignored, and the header rumpus-ignored says so. */
      "sort"?: "createdAt" | "-createdAt" | "levelId" | "-levelId" | undefined;
      /** Ids of levels separated by commas. */
      "levelIds"?: QueryValue;
      /** Bookmarks of levels whose id sorts before this one. at most 64 characters */
      "beforeLevelId"?: QueryValue;
      /** Bookmarks of levels whose id sorts after this one. at most 64 characters */
      "afterLevelId"?: QueryValue;
      /** To go on: the _id of the last row. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "beforeId"?: QueryValue;
      /** Rows that are newer than the one with this _id. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "afterId"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: string[];
  meta: {
    lastId: string | null;
  };
}['data'];
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "storage.noCrate";
  };
  /** The parts of today’s daily build. `GET /api/levelhead/daily-builds/@today` */
  "levelhead.findDailyBuild": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: DailyBuild;
}['data'];
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** Who follows a player, the latest first. `GET /api/levelhead/players/{userId}/followers` */
  "levelhead.findFollowers": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^(?:@me|[A-Za-z0-9]{1,32})$ */
      "userId": string | number;
    };
    query: {
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128, 16 unless told */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "beforeId"?: QueryValue;
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: PlayerEntry[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "storage.noCrate";
  };
  /** Whom a player follows, the latest first. `GET /api/levelhead/players/{userId}/following` */
  "levelhead.findFollowing": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^(?:@me|[A-Za-z0-9]{1,32})$ */
      "userId": string | number;
    };
    query: {
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128, 16 unless told */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "beforeId"?: QueryValue;
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: PlayerEntry[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "storage.noCrate";
  };
  /** Who has a level among their favorites, the latest first. `GET /api/levelhead/levels/{levelId}/favorites` */
  "levelhead.findLevelFavorites": {
    params: {
      /** A level, by the code that players share. */
      "levelId": string | number;
    };
    query: {
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128, 16 unless told */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "beforeId"?: QueryValue;
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: PlayerEntry[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.noLevel";
  };
  /** Who likes a level, the latest first. `GET /api/levelhead/levels/{levelId}/likes` */
  "levelhead.findLevelLikes": {
    params: {
      /** A level, by the code that players share. */
      "levelId": string | number;
    };
    query: {
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128, 16 unless told */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "beforeId"?: QueryValue;
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: PlayerEntry[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.noLevel";
  };
  /** Levels: those of the Tower, unless creators, levels or the Marketing Department are named. A sort is descending, and ascending with a leading -. Tags that do not exist are ignored. `GET /api/levelhead/levels` */
  "levelhead.findLevels": {
    params: undefined;
    query: {
      /** The field to sort by, the highest first; with a leading - the lowest first. One that there is not is ignored, and the header rumpus-ignored says so. */
      "sort"?: "createdAt" | "-createdAt" | "PlayTime" | "-PlayTime" | "ReplayValue" | "-ReplayValue" | "ExposureBucks" | "-ExposureBucks" | "HiddenGem" | "-HiddenGem" | "Diamonds" | "-Diamonds" | undefined;
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128, 16 unless told */
      "limit"?: number | undefined;
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** Ids of levels separated by commas. */
      "levelIds"?: QueryValue;
      /** At most three ids of tags separated by commas, all of which a level has; those that do not exist are ignored. */
      "tags"?: QueryValue;
      /** Ids of tags separated by commas, none of which a level may have. */
      "excludeTags"?: QueryValue;
      /** true for levels of the tower. */
      "tower"?: "true" | "false" | boolean;
      /** true for levels of the marketing department, the most exposed first. */
      "marketing"?: "true" | "false" | boolean;
      /** true for levels of daily builds. */
      "dailyBuild"?: "true" | "false" | boolean;
      /** true for levels of tower trials. */
      "towerTrial"?: "true" | "false" | boolean;
      /** Words of the title, in any language and with typing errors. The last one may be unfinished. at most 256 characters */
      "title"?: QueryValue;
      /** true adds the stats of each level. */
      "includeStats"?: "true" | "false" | boolean;
      /** true adds the best scores and times. */
      "includeRecords"?: "true" | "false" | boolean;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true adds what the owner of the key has done with each row. Without a key it adds nothing. */
      "includeMyInteractions"?: "true" | "false" | boolean;
      /** true also finds levels of beta versions. */
      "includeBeta"?: "true" | "false" | boolean;
      /** true also finds levels that are not listed. */
      "includeUnlisted"?: "true" | "false" | boolean;
      /** The least of a range: PlayTime. The end itself counts. */
      "minPlayTime"?: number | undefined;
      /** The most of a range: PlayTime. The end itself counts. */
      "maxPlayTime"?: number | undefined;
      /** The least of a range: ReplayValue. The end itself counts. */
      "minReplayValue"?: number | undefined;
      /** The most of a range: ReplayValue. The end itself counts. */
      "maxReplayValue"?: number | undefined;
      /** The least of a range: ExposureBucks. The end itself counts. */
      "minExposureBucks"?: number | undefined;
      /** The most of a range: ExposureBucks. The end itself counts. */
      "maxExposureBucks"?: number | undefined;
      /** The least of a range: HiddenGem. The end itself counts. */
      "minHiddenGem"?: number | undefined;
      /** The most of a range: HiddenGem. The end itself counts. */
      "maxHiddenGem"?: number | undefined;
      /** The least of a range: Diamonds. The end itself counts. */
      "minDiamonds"?: number | undefined;
      /** The most of a range: Diamonds. The end itself counts. */
      "maxDiamonds"?: number | undefined;
      /** The least of a range: Playtime. The end itself counts. */
      "minPlaytime"?: number | undefined;
      /** The most of a range: Playtime. The end itself counts. */
      "maxPlaytime"?: number | undefined;
      /** The least of a range: QAScore. The end itself counts. */
      "minQAScore"?: number | undefined;
      /** The most of a range: QAScore. The end itself counts. */
      "maxQAScore"?: number | undefined;
      /** The least of a range: Difficulty. The end itself counts. */
      "minDifficulty"?: number | undefined;
      /** The most of a range: Difficulty. The end itself counts. */
      "maxDifficulty"?: number | undefined;
      /** The difficulty, exactly: 0 to 5, or 6 for levels that nobody has beaten. */
      "diamonds"?: number | undefined;
      /** The least of a range: how many seconds ago it was published. The end itself counts. */
      "minSecondsAgo"?: number | undefined;
      /** The most of a range: how many seconds ago it was published. The end itself counts. */
      "maxSecondsAgo"?: number | undefined;
      /** The least of a range: when it was published. The end itself counts. */
      "minCreatedAt"?: QueryValue;
      /** The most of a range: when it was published. The end itself counts. */
      "maxCreatedAt"?: QueryValue;
      /** To go on: the _id of the last row, beside the minimum or maximum of what is sorted by. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "tiebreakerItemId"?: QueryValue;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
      /** true answers with `next`, the address of the next page. */
      "paging"?: "true" | "false" | boolean;
      /** What `next` of the page before holds. */
      "nextPageToken"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: Level[];
  next?: string;
}['data'];
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "levelhead.foreignPage" | "storage.noCrate" | "storage.searchTooSlow";
  };
  /** The names of players in the game; onlySafe and maxReports put safe names in their place. `GET /api/levelhead/aliases` */
  "levelhead.findNames": {
    params: undefined;
    query: {
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds": QueryValue;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: LevelheadAlias[];
}['data'];
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "storage.noCrate";
  };
  /** The favorites of a player, the latest first. `GET /api/levelhead/players/{userId}/favorites` */
  "levelhead.findPlayerFavorites": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^(?:@me|[A-Za-z0-9]{1,32})$ */
      "userId": string | number;
    };
    query: {
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128, 16 unless told */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "beforeId"?: QueryValue;
      /** Ids of levels separated by commas. */
      "levelIds"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: LevelEntry[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "storage.noCrate";
  };
  /** The levels that a player likes, the latest first. `GET /api/levelhead/players/{userId}/likes` */
  "levelhead.findPlayerLikes": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^(?:@me|[A-Za-z0-9]{1,32})$ */
      "userId": string | number;
    };
    query: {
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128, 16 unless told */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "beforeId"?: QueryValue;
      /** Ids of levels separated by commas. */
      "levelIds"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: LevelEntry[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "storage.noCrate";
  };
  /** Players, all of them or those of the ids. Sorts, bounds and pages are those of the search of levels. `GET /api/levelhead/players` */
  "levelhead.findPlayers": {
    params: undefined;
    query: {
      /** The field to sort by, the highest first; with a leading - the lowest first. One that there is not is ignored, and the header rumpus-ignored says so. */
      "sort"?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "Subscribers" | "-Subscribers" | "PlayTime" | "-PlayTime" | "Plays" | "-Plays" | "Trophies" | "-Trophies" | "Shoes" | "-Shoes" | "Crowns" | "-Crowns" | "Published" | "-Published" | "HiddenGem" | "-HiddenGem" | "TipsGotten" | "-TipsGotten" | "BucksTipped" | "-BucksTipped" | "TipsPerLevel" | "-TipsPerLevel" | "TipsPerDay" | "-TipsPerDay" | "TippedPerLevelPlayed" | "-TippedPerLevelPlayed" | "TippedPerDay" | "-TippedPerDay" | undefined;
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128, 16 unless told */
      "limit"?: number | undefined;
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** The least of a range: Subscribers. The end itself counts. */
      "minSubscribers"?: number | undefined;
      /** The most of a range: Subscribers. The end itself counts. */
      "maxSubscribers"?: number | undefined;
      /** The least of a range: PlayTime. The end itself counts. */
      "minPlayTime"?: number | undefined;
      /** The most of a range: PlayTime. The end itself counts. */
      "maxPlayTime"?: number | undefined;
      /** The least of a range: Plays. The end itself counts. */
      "minPlays"?: number | undefined;
      /** The most of a range: Plays. The end itself counts. */
      "maxPlays"?: number | undefined;
      /** The least of a range: Trophies. The end itself counts. */
      "minTrophies"?: number | undefined;
      /** The most of a range: Trophies. The end itself counts. */
      "maxTrophies"?: number | undefined;
      /** The least of a range: Shoes. The end itself counts. */
      "minShoes"?: number | undefined;
      /** The most of a range: Shoes. The end itself counts. */
      "maxShoes"?: number | undefined;
      /** The least of a range: Crowns. The end itself counts. */
      "minCrowns"?: number | undefined;
      /** The most of a range: Crowns. The end itself counts. */
      "maxCrowns"?: number | undefined;
      /** The least of a range: Published. The end itself counts. */
      "minPublished"?: number | undefined;
      /** The most of a range: Published. The end itself counts. */
      "maxPublished"?: number | undefined;
      /** The least of a range: HiddenGem. The end itself counts. */
      "minHiddenGem"?: number | undefined;
      /** The most of a range: HiddenGem. The end itself counts. */
      "maxHiddenGem"?: number | undefined;
      /** The least of a range: TipsGotten. The end itself counts. */
      "minTipsGotten"?: number | undefined;
      /** The most of a range: TipsGotten. The end itself counts. */
      "maxTipsGotten"?: number | undefined;
      /** The least of a range: BucksTipped. The end itself counts. */
      "minBucksTipped"?: number | undefined;
      /** The most of a range: BucksTipped. The end itself counts. */
      "maxBucksTipped"?: number | undefined;
      /** The least of a range: TipsPerLevel. The end itself counts. */
      "minTipsPerLevel"?: number | undefined;
      /** The most of a range: TipsPerLevel. The end itself counts. */
      "maxTipsPerLevel"?: number | undefined;
      /** The least of a range: TipsPerDay. The end itself counts. */
      "minTipsPerDay"?: number | undefined;
      /** The most of a range: TipsPerDay. The end itself counts. */
      "maxTipsPerDay"?: number | undefined;
      /** The least of a range: TippedPerLevelPlayed. The end itself counts. */
      "minTippedPerLevelPlayed"?: number | undefined;
      /** The most of a range: TippedPerLevelPlayed. The end itself counts. */
      "maxTippedPerLevelPlayed"?: number | undefined;
      /** The least of a range: TippedPerDay. The end itself counts. */
      "minTippedPerDay"?: number | undefined;
      /** The most of a range: TippedPerDay. The end itself counts. */
      "maxTippedPerDay"?: number | undefined;
      /** The least of a range: when it was published. The end itself counts. */
      "minCreatedAt"?: QueryValue;
      /** The most of a range: when it was published. The end itself counts. */
      "maxCreatedAt"?: QueryValue;
      /** The least of a range: when it last changed. The end itself counts. */
      "minUpdatedAt"?: QueryValue;
      /** The most of a range: when it last changed. The end itself counts. */
      "maxUpdatedAt"?: QueryValue;
      /** The least of a range: when it was published. The end itself counts. */
      "mincreatedAt"?: QueryValue;
      /** The most of a range: when it was published. The end itself counts. */
      "maxcreatedAt"?: QueryValue;
      /** The least of a range: when it last changed. The end itself counts. */
      "minupdatedAt"?: QueryValue;
      /** The most of a range: when it last changed. The end itself counts. */
      "maxupdatedAt"?: QueryValue;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true adds what the owner of the key has done with each row. Without a key it adds nothing. */
      "includeMyInteractions"?: "true" | "false" | boolean;
      /** To go on: the _id of the last row, beside the minimum or maximum of what is sorted by. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "tiebreakerItemId"?: QueryValue;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
      /** true answers with `next`, the address of the next page. */
      "paging"?: "true" | "false" | boolean;
      /** What `next` of the page before holds. */
      "nextPageToken"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: Player[];
  next?: string;
}['data'];
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "levelhead.foreignPage" | "storage.noCrate" | "storage.searchTooSlow";
  };
  /** Players, all of them or those of the ids. Sorts, bounds and pages are those of the search of levels. `GET /api/levelhead/profiles` */
  "levelhead.findProfiles": {
    params: undefined;
    query: {
      /** The field to sort by, the highest first; with a leading - the lowest first. One that there is not is ignored, and the header rumpus-ignored says so. */
      "sort"?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "Subscribers" | "-Subscribers" | "PlayTime" | "-PlayTime" | "Plays" | "-Plays" | "Trophies" | "-Trophies" | "Shoes" | "-Shoes" | "Crowns" | "-Crowns" | "Published" | "-Published" | "HiddenGem" | "-HiddenGem" | "TipsGotten" | "-TipsGotten" | "BucksTipped" | "-BucksTipped" | "TipsPerLevel" | "-TipsPerLevel" | "TipsPerDay" | "-TipsPerDay" | "TippedPerLevelPlayed" | "-TippedPerLevelPlayed" | "TippedPerDay" | "-TippedPerDay" | undefined;
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128, 16 unless told */
      "limit"?: number | undefined;
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** The least of a range: Subscribers. The end itself counts. */
      "minSubscribers"?: number | undefined;
      /** The most of a range: Subscribers. The end itself counts. */
      "maxSubscribers"?: number | undefined;
      /** The least of a range: PlayTime. The end itself counts. */
      "minPlayTime"?: number | undefined;
      /** The most of a range: PlayTime. The end itself counts. */
      "maxPlayTime"?: number | undefined;
      /** The least of a range: Plays. The end itself counts. */
      "minPlays"?: number | undefined;
      /** The most of a range: Plays. The end itself counts. */
      "maxPlays"?: number | undefined;
      /** The least of a range: Trophies. The end itself counts. */
      "minTrophies"?: number | undefined;
      /** The most of a range: Trophies. The end itself counts. */
      "maxTrophies"?: number | undefined;
      /** The least of a range: Shoes. The end itself counts. */
      "minShoes"?: number | undefined;
      /** The most of a range: Shoes. The end itself counts. */
      "maxShoes"?: number | undefined;
      /** The least of a range: Crowns. The end itself counts. */
      "minCrowns"?: number | undefined;
      /** The most of a range: Crowns. The end itself counts. */
      "maxCrowns"?: number | undefined;
      /** The least of a range: Published. The end itself counts. */
      "minPublished"?: number | undefined;
      /** The most of a range: Published. The end itself counts. */
      "maxPublished"?: number | undefined;
      /** The least of a range: HiddenGem. The end itself counts. */
      "minHiddenGem"?: number | undefined;
      /** The most of a range: HiddenGem. The end itself counts. */
      "maxHiddenGem"?: number | undefined;
      /** The least of a range: TipsGotten. The end itself counts. */
      "minTipsGotten"?: number | undefined;
      /** The most of a range: TipsGotten. The end itself counts. */
      "maxTipsGotten"?: number | undefined;
      /** The least of a range: BucksTipped. The end itself counts. */
      "minBucksTipped"?: number | undefined;
      /** The most of a range: BucksTipped. The end itself counts. */
      "maxBucksTipped"?: number | undefined;
      /** The least of a range: TipsPerLevel. The end itself counts. */
      "minTipsPerLevel"?: number | undefined;
      /** The most of a range: TipsPerLevel. The end itself counts. */
      "maxTipsPerLevel"?: number | undefined;
      /** The least of a range: TipsPerDay. The end itself counts. */
      "minTipsPerDay"?: number | undefined;
      /** The most of a range: TipsPerDay. The end itself counts. */
      "maxTipsPerDay"?: number | undefined;
      /** The least of a range: TippedPerLevelPlayed. The end itself counts. */
      "minTippedPerLevelPlayed"?: number | undefined;
      /** The most of a range: TippedPerLevelPlayed. The end itself counts. */
      "maxTippedPerLevelPlayed"?: number | undefined;
      /** The least of a range: TippedPerDay. The end itself counts. */
      "minTippedPerDay"?: number | undefined;
      /** The most of a range: TippedPerDay. The end itself counts. */
      "maxTippedPerDay"?: number | undefined;
      /** The least of a range: when it was published. The end itself counts. */
      "minCreatedAt"?: QueryValue;
      /** The most of a range: when it was published. The end itself counts. */
      "maxCreatedAt"?: QueryValue;
      /** The least of a range: when it last changed. The end itself counts. */
      "minUpdatedAt"?: QueryValue;
      /** The most of a range: when it last changed. The end itself counts. */
      "maxUpdatedAt"?: QueryValue;
      /** The least of a range: when it was published. The end itself counts. */
      "mincreatedAt"?: QueryValue;
      /** The most of a range: when it was published. The end itself counts. */
      "maxcreatedAt"?: QueryValue;
      /** The least of a range: when it last changed. The end itself counts. */
      "minupdatedAt"?: QueryValue;
      /** The most of a range: when it last changed. The end itself counts. */
      "maxupdatedAt"?: QueryValue;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true adds what the owner of the key has done with each row. Without a key it adds nothing. */
      "includeMyInteractions"?: "true" | "false" | boolean;
      /** To go on: the _id of the last row, beside the minimum or maximum of what is sorted by. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "tiebreakerItemId"?: QueryValue;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
      /** true answers with `next`, the address of the next page. */
      "paging"?: "true" | "false" | boolean;
      /** What `next` of the page before holds. */
      "nextPageToken"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: Player[];
  next?: string;
}['data'];
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "levelhead.foreignPage" | "storage.noCrate" | "storage.searchTooSlow";
  };
  /** The best of players on levels, the latest improvement first. `GET /api/levelhead/recent-records/{record}` */
  "levelhead.findRecentRecords": {
    params: {
      /** HighScore or FastestTime. */
      "record": string | number;
    };
    query: {
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** Ids of levels separated by commas. */
      "levelIds"?: QueryValue;
      /** Records that became better before this moment. */
      "before"?: QueryValue;
      /** Records that became better after this moment. */
      "after"?: QueryValue;
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128, 16 unless told */
      "limit"?: number | undefined;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
      /** To go on: what the header Link of the page before names. */
      "nextPageToken"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: RecentRecord[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "levelhead.foreignPage" | "storage.noCrate" | "storage.searchTooSlow";
  };
  /** The tower trials, today’s first. `GET /api/levelhead/tower-trials` */
  "levelhead.findTrials": {
    params: undefined;
    query: {
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128, 10 unless told */
      "limit"?: number | undefined;
      /** The field to sort by, the highest first; with a leading - the lowest first. One that there is not is ignored, and the header rumpus-ignored says so. */
      "sort"?: "createdAt" | "-createdAt" | undefined;
      /** The least of a range: how many days ago it was. The end itself counts. */
      "minDaysAgo"?: number | undefined;
      /** The most of a range: how many days ago it was. The end itself counts. */
      "maxDaysAgo"?: number | undefined;
      /** true adds the best scores and times. */
      "includeRecords"?: "true" | "false" | boolean;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** Goes on after a row: what the Link header of the page before names. */
      "after"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: TowerTrial[];
}['data'];
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.foreignCursor" | "storage.noCrate";
  };
  /** Follows a player; again changes nothing. `PUT /api/levelhead/following/{userId}` */
  "levelhead.followPlayer": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^[A-Za-z0-9]{1,32}$ */
      "userId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "levelhead.noPlayer" | "levelhead.notYourself" | "storage.noCrate" | "storage.setFull";
  };
  /** A playlist and the ids of its levels, in its order. `GET /api/levelhead/playlists/{playlistId}` */
  "levelhead.getPlaylist": {
    params: {
      /** A playlist, by the code that players share. */
      "playlistId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: Playlist;
}['data'];
    problem: "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.noPlaylist";
  };
  /** A game’s server publishes a level of a player; it is in the Marketing Department from then on. `data` is the level as the game writes it, in base64; the game finds it as the item level-data:{levelId} of the crate. `POST /api/levelhead/levels` */
  "levelhead.publishLevel": {
    params: undefined;
    query: undefined;
    headers: {
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^[A-Za-z0-9]{1,32}$ */
      "userId": string;
      /** At most 64 characters. 1 to 64 characters */
      "title": string;
      /** One to three ids of tags. 1 to 3 entries */
      "tags": string[];
      /** How many players it takes, 1 to 4. 1 to 4 */
      "requiredPlayers": number;
      /** The picture of the level. at most 64 characters, matches ^[a-z0-9]+(?:-[a-z0-9]+)*$ */
      "avatarId": string;
      /** Seconds that its creator took to beat it. 0 to 31536000 */
      "creatorTime": number;
      /** The version of the game that made it, such as 1.20.4. matches ^\d{1,3}\.\d{1,3}\.\d{1,3}$ */
      "gameVersion": string;
      /** The language of the title. */
      "locale": "en-US" | "ja-JP" | "ko-KR" | "zh-TW" | "zh-CN" | "ru-RU" | "de-DE" | "fr-FR" | "pl-PL" | "pt-BR" | "es-XL" | "es-ES" | "it-IT" | "tr-TR";
      /** What it is made of, each from 0 to 100. */
      "content": {
  World: number;
  Movement: number;
  Puzzles: number;
  Enemies: number;
  Hazards: number;
};
      /** The level as the game writes it, in base64. 4 to 262144 characters, matches ^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$ */
      "data": string;
      /** true keeps it off all lists, so that only its id leads to it. false unless told */
      "unlisted"?: boolean;
      /** true for a level of the parts of the day. false unless told */
      "dailyBuild"?: boolean;
    };
    data: {
  data: {
    _id: string;
    levelId: string;
    createdAt: string;
  };
}['data'];
    problem: "accounts.banned" | "accounts.noAccount" | "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.enoughToday" | "levelhead.invalidPlay" | "storage.badIdempotencyKey" | "storage.idempotencyKeyReused" | "storage.noCrate" | "storage.stillRunning";
  };
  /** Removes a bookmark, or several separated by commas, whether they are there or not. `DELETE /api/levelhead/bookmarks/{levelIds}` */
  "levelhead.removeBookmarks": {
    params: {
      /** Ids of levels separated by commas. */
      "levelIds": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "storage.noCrate";
  };
  /** Reports the name of a player, once for each reporter and name; again changes nothing. `POST /api/levelhead/aliases/{userId}/reports` */
  "levelhead.reportName": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^[A-Za-z0-9]{1,32}$ */
      "userId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "aliases.noAlias" | "aliases.ownAlias" | "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "storage.noCrate";
  };
  /** A game’s server tells of one sitting of a player at somebody else’s level. Its figures and records follow at once; of equal records the earliest stays. `POST /api/levelhead/levels/{levelId}/attempts` */
  "levelhead.submitAttempt": {
    params: {
      /** A level, by the code that players share. */
      "levelId": string | number;
    };
    query: undefined;
    headers: {
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^[A-Za-z0-9]{1,32}$ */
      "userId": string;
      /** won or lost: how the last attempt ended. */
      "outcome": "won" | "lost";
      /** How many attempts there were, the last one included. 1 to 1000, 1 unless told */
      "attempts"?: number;
      /** Seconds of all attempts together. 0 to 86400 */
      "playTime": number;
      /** Seconds of the attempt that beat the level. 0.5 to 86400 */
      "time"?: number;
      /** The score of the attempt that beat the level. 0 to 99999999 */
      "score"?: number;
    };
    data: {
  data: {
    isFirstWin: boolean;
    records: Record<string, {
      userId: string;
      value: number;
    }>;
    holds: ("HighScore" | "FastestTime")[];
  };
}['data'];
    problem: "accounts.banned" | "accounts.noAccount" | "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.enoughToday" | "levelhead.invalidPlay" | "levelhead.noLevel" | "levelhead.ownLevel" | "storage.badIdempotencyKey" | "storage.idempotencyKeyReused" | "storage.noCrate" | "storage.stillRunning";
  };
  /** A game’s server gives bucks of a player to the creator of a level, which is exposed by as many. `POST /api/levelhead/levels/{levelId}/tips` */
  "levelhead.tipLevel": {
    params: {
      /** A level, by the code that players share. */
      "levelId": string | number;
    };
    query: undefined;
    headers: {
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^[A-Za-z0-9]{1,32}$ */
      "userId": string;
      /** How many bucks, a whole number. 1 to 1000 */
      "bucks": number;
    };
    data: {
  data: {
    exposureBucks: number;
  };
}['data'];
    problem: "accounts.banned" | "accounts.noAccount" | "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.enoughToday" | "levelhead.invalidPlay" | "levelhead.noLevel" | "levelhead.ownLevel" | "storage.badIdempotencyKey" | "storage.idempotencyKeyReused" | "storage.noCrate" | "storage.stillRunning";
  };
  /** Follows a player no longer. `DELETE /api/levelhead/following/{userId}` */
  "levelhead.unfollowPlayer": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^[A-Za-z0-9]{1,32}$ */
      "userId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "delegation.missingKey" | "storage.noCrate";
  };
  /** The page that a game opens for a player whose license it cannot confirm: in the language of the header Locale, with the name of the game. `GET /api/login/unlicensed` */
  "login.findUnlicensedPage": {
    params: undefined;
    query: {
      /** The game, by the name in its address; by default the id of the app whose key is sent. at most 64 characters */
      "game"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: UnlicensedPage;
}['data'];
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Leads whoever opens the link of a mail to the page with the button. Changes nothing. `GET /api/mails/off` */
  "mails.showOffPage": {
    params: undefined;
    query: {
      /** From the link of a mail. at most 1000 characters */
      "token": QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: Blob;
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "notify.spentLink";
  };
  /** Hands over a mail as it came, with its headers: for mail providers that call an address instead of speaking SMTP. Signed with the key that the operator gave them. `POST /api/mails/arrivals` */
  "mails.takeArrivingMail": {
    params: undefined;
    query: undefined;
    headers: {
      /** Who sent the mail, as the sending server said; empty for a report. at most 320 characters, "" unless told */
      "rumpus-mail-from"?: string;
      /** For whom the mail is, as the sending server said. at most 320 characters */
      "rumpus-mail-to": string;
      /** t=<seconds since 1970>,v1=<hex of HMAC-SHA256 with INBOUND_HOOK_KEY over the time, the sender, the receiver and the mail, joined by line feeds>. Good for five minutes. at most 200 characters */
      "rumpus-signature": string;
    };
    body: string | Uint8Array | Blob;
    data: undefined;
    problem: "call.bodyTooLarge" | "call.crossSite" | "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "mail.busy" | "mail.noReceiver" | "mail.unreadable" | "mail.unsigned";
  };
  /** Turns off the mails that the link is about (RFC 8058), by the token in it alone. `POST /api/mails/off` */
  "mails.turnOffMails": {
    params: undefined;
    query: {
      /** From the link of a mail. at most 1000 characters */
      "token": QueryValue;
    };
    headers: undefined;
    body: string | Uint8Array | Blob;
    data: Blob;
    problem: "call.crossSite" | "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "notify.spentLink";
  };
  /** What a player has of the perks of the game, and of all games: whether something is unlocked, by its id. `GET /api/perks/players/{userId}` */
  "perks.findHeldPerks": {
    params: {
      /** The Lookup Code of the player. 1 to 64 characters */
      "userId": string | number;
    };
    query: {
      /** The perk, by its id. matches ^[a-z][a-z0-9-]{0,47}$ */
      "perkId"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: HeldPerk[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** A player has bought a perk in a game: they get it. To tell it again changes nothing. `PUT /api/perks/{perkId}/purchases/{purchaseId}` */
  "perks.tellPurchase": {
    params: {
      /** The perk, by its id. */
      "perkId": string | number;
      /** The purchase, by the id that it has in the game: of up to 128 letters, digits and signs. 1 to 128 characters, matches ^[\x21-\x7e]+$ */
      "purchaseId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: {
      /** The Lookup Code of the player. 1 to 64 characters */
      "userId": string;
    };
    data: {
  data: Purchase;
}['data'];
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidBody" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "perks.allGiven" | "perks.alreadyYours" | "perks.archived" | "perks.brokenItem" | "perks.noKeysLeft" | "perks.noPerk" | "perks.purchaseTaken" | "perks.unknownPerson" | "perks.wasRefunded";
  };
  /** A purchase was refunded: the perk is taken back. To tell it again changes nothing. `DELETE /api/perks/{perkId}/purchases/{purchaseId}` */
  "perks.tellRefund": {
    params: {
      /** The perk, by its id. */
      "perkId": string | number;
      /** The purchase, by the id that it has in the game: of up to 128 letters, digits and signs. 1 to 128 characters, matches ^[\x21-\x7e]+$ */
      "purchaseId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: Purchase;
}['data'];
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "perks.noPerk" | "perks.noPurchase";
  };
  /** The version of the site. `GET /api/version` */
  "site.getVersion": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: string;
}['data'];
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Adds up to 128 members, separated by commas; those that are in the set stay as they are. `PUT /api/storage/crates/{crateId}/sets/{set}/owners/{owner}/members/{members}` */
  "storage.addMembers": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The name of the set, as the policy of the crate has it. */
      "set": string | number;
      /** Whose set it is: a user, or @me. */
      "owner": string | number;
      /** Members separated by commas. */
      "members": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.invalidMembers" | "storage.noCrate" | "storage.noSet" | "storage.setFull";
  };
  /** Removes all that is in an owner’s set. `DELETE /api/storage/crates/{crateId}/sets/{set}/owners/{owner}/members` */
  "storage.clearSet": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The name of the set, as the policy of the crate has it. */
      "set": string | number;
      /** Whose set it is: a user, or @me. */
      "owner": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.invalidMembers" | "storage.noCrate" | "storage.noSet";
  };
  /** What differs from the version `from`, or without it from the version before. `GET /api/storage/crates/{crateId}/items/{itemId}/versions/{rev}/changes` */
  "storage.compareVersions": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
      /** The number of a version, as the list of versions tells it. */
      "rev": string | number;
    };
    query: {
      /** The version to compare with; the one before unless told. matches ^[1-9]\d{0,14}$ */
      "from"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: VersionChanges;
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate" | "storage.noItem" | "storage.noVersion";
  };
  /** Creates an item; its body is the request’s body, of any type. `POST /api/storage/crates/{crateId}/items` */
  "storage.createItem": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
    };
    query: undefined;
    headers: {
      /** The etag that is expected, or * for whatever there is. Another one answers 412 and changes nothing. */
      "if-match"?: string;
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Percent-encoded JSON with tags, collaborators, name, map and note. */
      "rumpus-item-parameters"?: string;
      /** The type of the body, which is kept and given back. */
      "content-type"?: string;
      /** A digest of the body as it is sent (RFC 9530). A wrong one is refused. */
      "content-digest"?: string;
      /** A digest of the whole body (RFC 9530). A wrong one is refused. */
      "repr-digest"?: string;
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: string | Uint8Array | Blob;
    data: {
  data: Item;
}['data'];
    problem: "call.bodyCutOff" | "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.weakEtag" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.badIdempotencyKey" | "storage.bodyOverQuota" | "storage.bodyTooLarge" | "storage.idempotencyKeyReused" | "storage.invalidDigest" | "storage.invalidMetadata" | "storage.nameTaken" | "storage.noCrate" | "storage.overQuota" | "storage.stillRunning" | "storage.storeFull" | "storage.unfitBody" | "storage.wrongDigest";
  };
  /** Moves an item to the trash. `DELETE /api/storage/crates/{crateId}/items/{itemId}` */
  "storage.deleteItem": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: {
      /** true lets staff past the policy of the crate, which is noted. */
      "permissionsOverride"?: "true" | "false" | boolean;
    };
    headers: {
      /** The etag that is expected, or * for whatever there is. Another one answers 412 and changes nothing. */
      "if-match"?: string;
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Why staff look past the policy. It is noted. */
      "rumpus-override-reason"?: string;
    };
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.weakEtag" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.changedMeanwhile" | "storage.invalidReason" | "storage.noCrate" | "storage.noItem" | "storage.preconditionRequired";
  };
  /** What has changed in a crate since a token, each item once, as it is now. Without a token all items come first. Asked for text/event-stream it goes on as events. `GET /api/storage/crates/{crateId}/changes` */
  "storage.findChanges": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
    };
    query: {
      /** The token of an earlier answer. Without one all items come first. at most 1024 characters */
      "since"?: QueryValue;
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128 */
      "limit"?: number | undefined;
    };
    headers: {
      /** The id of the last event that came, to go on after it. at most 1024 characters */
      "last-event-id"?: string;
    };
    body: undefined;
    data: {
  data: Change[];
}['data'] | Blob;
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.changesGone" | "storage.foreignToken" | "storage.noCrate" | "storage.tooManyStreams";
  };
  /** In whose sets a member is. The member may be @me. The Link header gives the next page. `GET /api/storage/crates/{crateId}/sets/{set}/members/{member}/owners` */
  "storage.findHolders": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The name of the set, as the policy of the crate has it. */
      "set": string | number;
      /** What is in sets, such as the id of a level. */
      "member": string | number;
    };
    query: {
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128 */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. */
      "beforeId"?: QueryValue;
      /** Rows that are newer than the one with this _id. */
      "afterId"?: QueryValue;
      /** true answers with how many there are instead. */
      "count"?: "true" | "false" | boolean;
      /** Only the sets of these, separated by commas. */
      "owners"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: SetEntry[] | number;
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.invalidMembers" | "storage.noCrate" | "storage.noSet";
  };
  /** Searches the items of a crate. The Link header gives the next and the previous page. `GET /api/storage/crates/{crateId}/items` */
  "storage.findItems": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
    };
    query: {
      /** Tags separated by commas, all of which an item has; a leading - excludes one. At most 20 terms in a search. */
      "tags"?: QueryValue;
      /** Names of items separated by commas. */
      "names"?: QueryValue;
      /** Ids of items separated by commas. */
      "itemIds"?: QueryValue;
      /** Only items of these owners. */
      "userIds"?: QueryValue;
      /** Bounds separated by commas, such as createdAt<=2026-11-20T00:00:00Z. */
      "dates"?: QueryValue;
      /** At most 8 bounds separated by commas, such as plays>=100, on stats that the policy names. Items without a stat meet none. */
      "stats"?: QueryValue;
      /** Words of name, note and map: all of them, also with typing errors; where no item has all, more than half. */
      "q"?: QueryValue;
      /** createdAt, updatedAt, name, or stats. and a stat; with a leading - the lowest first. */
      "sort"?: QueryValue;
      /** How many items at most: 1 to 128, 16 unless told. 1 to 128 */
      "limit"?: number | undefined;
      /** Goes on after a row: what the Link header of the page before names. at most 1024 characters */
      "after"?: QueryValue;
      /** Goes back before a row: what the Link header names as the previous page. at most 1024 characters */
      "before"?: QueryValue;
      /** At most 8 keys of tags, or tags: answers with how many items have each. */
      "facets"?: QueryValue;
      /** true answers with the number of items instead. */
      "count"?: "true" | "false" | boolean;
      /** true answers with the body of the one item that is found. */
      "download"?: "true" | "false" | boolean;
      /** true lets staff past the policy of the crate, which is noted. */
      "permissionsOverride"?: "true" | "false" | boolean;
    };
    headers: {
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Part of a body, such as bytes=0-1023. */
      "range"?: string;
      /** Sends the range only if the body still has this etag, else all of it. */
      "if-range"?: string;
      /** Why staff look past the policy. It is noted. */
      "rumpus-override-reason"?: string;
    };
    body: undefined;
    data: {
  data: Item[] | number | Record<string, number>;
}['data'] | Blob;
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.foreignCursor" | "storage.invalidReason" | "storage.noCrate" | "storage.noItem" | "storage.noSingleHit" | "storage.rangeOutside" | "storage.searchTooSlow" | "storage.tooManyTags" | "storage.unknownStat" | "storage.unknownStatOfBound";
  };
  /** What is in an owner’s set. The owner may be @me. The Link header gives the next page. `GET /api/storage/crates/{crateId}/sets/{set}/owners/{owner}/members` */
  "storage.findMembers": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The name of the set, as the policy of the crate has it. */
      "set": string | number;
      /** Whose set it is: a user, or @me. */
      "owner": string | number;
    };
    query: {
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128 */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. */
      "beforeId"?: QueryValue;
      /** Rows that are newer than the one with this _id. */
      "afterId"?: QueryValue;
      /** true answers with how many there are instead. */
      "count"?: "true" | "false" | boolean;
      /** Only those of these that are in the set, separated by commas. */
      "members"?: QueryValue;
      /** Members that sort before this one. */
      "beforeMember"?: QueryValue;
      /** Members that sort after this one. */
      "afterMember"?: QueryValue;
      /** createdAt or member, descending; with a leading - ascending. */
      "sort"?: "createdAt" | "-createdAt" | "member" | "-member" | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: SetEntry[] | number;
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.invalidMembers" | "storage.noCrate" | "storage.noSet";
  };
  /** An item’s metadata, or with download=true its body. `GET /api/storage/crates/{crateId}/items/{itemId}` */
  "storage.getItem": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: {
      /** true answers with the body instead of the metadata. */
      "download"?: "true" | "false" | boolean;
      /** true lets staff past the policy of the crate, which is noted. */
      "permissionsOverride"?: "true" | "false" | boolean;
    };
    headers: {
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Part of a body, such as bytes=0-1023. */
      "range"?: string;
      /** Sends the range only if the body still has this etag, else all of it. */
      "if-range"?: string;
      /** Why staff look past the policy. It is noted. */
      "rumpus-override-reason"?: string;
    };
    body: undefined;
    data: {
  data: Item;
}['data'] | Blob;
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.invalidReason" | "storage.noCrate" | "storage.noItem" | "storage.rangeOutside";
  };
  /** What the asker holds in a crate and what the quotas leave; admins see anyone’s, and the crate’s. `GET /api/storage/crates/{crateId}/usage` */
  "storage.getUsage": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
    };
    query: {
      /** Whose usage; for admins. at most 64 characters */
      "userId"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: CrateUsage;
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** A version’s metadata, or with download=true its body. `GET /api/storage/crates/{crateId}/items/{itemId}/versions/{rev}` */
  "storage.getVersion": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
      /** The number of a version, as the list of versions tells it. */
      "rev": string | number;
    };
    query: {
      /** true answers with the body instead of the metadata. */
      "download"?: "true" | "false" | boolean;
    };
    headers: {
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Part of a body, such as bytes=0-1023. */
      "range"?: string;
      /** Sends the range only if the body still has this etag, else all of it. */
      "if-range"?: string;
    };
    body: undefined;
    data: {
  data: Version;
}['data'] | Blob;
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate" | "storage.noItem" | "storage.noVersion" | "storage.rangeOutside";
  };
  /** What was added to an owner’s set and removed from it, for those who may write to it. The Link header gives the next page. `GET /api/storage/crates/{crateId}/sets/{set}/owners/{owner}/history` */
  "storage.listSetHistory": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The name of the set, as the policy of the crate has it. */
      "set": string | number;
      /** Whose set it is: a user, or @me. */
      "owner": string | number;
    };
    query: {
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128 */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. */
      "beforeId"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: SetChange[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.invalidMembers" | "storage.noCrate" | "storage.noSet";
  };
  /** Deleted items that the asker may take back, the latest deletion first. The Link header gives earlier ones. `GET /api/storage/crates/{crateId}/trash` */
  "storage.listTrash": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
    };
    query: {
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128 */
      "limit"?: number | undefined;
      /** Goes on after a row: what the Link header of the page before names. at most 1024 characters */
      "after"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: TrashedItem[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.foreignCursor" | "storage.noCrate";
  };
  /** The states that an item has had and that are kept, the current one first. The Link header gives older ones. `GET /api/storage/crates/{crateId}/items/{itemId}/versions` */
  "storage.listVersions": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: {
      /** How many rows at most. Where there are more, the header Link names the next page. 1 to 128 */
      "limit"?: number | undefined;
      /** Versions older than this number. matches ^[1-9]\d{0,14}$ */
      "before"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: Version[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate" | "storage.noItem";
  };
  /** Merges a JSON merge patch (RFC 7396) into name, tags, collaborators, map and note. `PATCH /api/storage/crates/{crateId}/items/{itemId}/metadata` */
  "storage.patchMetadata": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: undefined;
    headers: {
      /** The etag that is expected, or * for whatever there is. Another one answers 412 and changes nothing. */
      "if-match"?: string;
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: {
      /** A name. 1 to 128 characters */
      "name"?: string | null;
      /** Tags. at most 64 entries */
      "tags"?: string[] | null;
      /** Who may change it, the owner first. 1 to 64 entries */
      "collaborators"?: string[];
      /** A few small values beside the body. */
      "map"?: Record<string, string | number | boolean | null> | null;
      /** A note beside the body. 1 to 2000 characters */
      "note"?: string | null;
    };
    data: {
  data: Item;
}['data'];
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "call.weakEtag" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.badIdempotencyKey" | "storage.changedMeanwhile" | "storage.idempotencyKeyReused" | "storage.invalidMetadata" | "storage.nameTaken" | "storage.noCrate" | "storage.noItem" | "storage.overQuota" | "storage.preconditionRequired" | "storage.stillRunning";
  };
  /** Removes up to 128 members, separated by commas. `DELETE /api/storage/crates/{crateId}/sets/{set}/owners/{owner}/members/{members}` */
  "storage.removeMembers": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The name of the set, as the policy of the crate has it. */
      "set": string | number;
      /** Whose set it is: a user, or @me. */
      "owner": string | number;
      /** Members separated by commas. */
      "members": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.invalidMembers" | "storage.noCrate" | "storage.noSet";
  };
  /** Gives an item the state of a version again, as a new version. `POST /api/storage/crates/{crateId}/items/{itemId}/versions/{rev}/restore` */
  "storage.restoreVersion": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
      /** The number of a version, as the list of versions tells it. */
      "rev": string | number;
    };
    query: undefined;
    headers: {
      /** The etag that is expected, or * for whatever there is. Another one answers 412 and changes nothing. */
      "if-match"?: string;
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: undefined;
    data: {
  data: Item;
}['data'];
    problem: "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.weakEtag" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.badIdempotencyKey" | "storage.changedMeanwhile" | "storage.idempotencyKeyReused" | "storage.nameTaken" | "storage.noCrate" | "storage.noItem" | "storage.noVersion" | "storage.overQuota" | "storage.preconditionRequired" | "storage.stillRunning";
  };
  /** Takes an item out of the trash as it was: its id, versions, stats, records and collaborators. `POST /api/storage/crates/{crateId}/trash/{itemId}/restore` */
  "storage.undeleteItem": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: undefined;
    headers: {
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: undefined;
    data: {
  data: Item;
}['data'];
    problem: "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.badIdempotencyKey" | "storage.idempotencyKeyReused" | "storage.nameTaken" | "storage.noCrate" | "storage.noItem" | "storage.overQuota" | "storage.stillRunning";
  };
  /** Replaces an item’s body, and the metadata that Rumpus-Item-Parameters names. `PUT /api/storage/crates/{crateId}/items/{itemId}` */
  "storage.updateItem": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: undefined;
    headers: {
      /** The etag that is expected, or * for whatever there is. Another one answers 412 and changes nothing. */
      "if-match"?: string;
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Percent-encoded JSON with tags, collaborators, name, map and note. */
      "rumpus-item-parameters"?: string;
      /** The type of the body, which is kept and given back. */
      "content-type"?: string;
      /** A digest of the body as it is sent (RFC 9530). A wrong one is refused. */
      "content-digest"?: string;
      /** A digest of the whole body (RFC 9530). A wrong one is refused. */
      "repr-digest"?: string;
    };
    body: string | Uint8Array | Blob;
    data: {
  data: Item;
}['data'];
    problem: "call.bodyCutOff" | "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.weakEtag" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.bodyOverQuota" | "storage.bodyTooLarge" | "storage.changedMeanwhile" | "storage.invalidDigest" | "storage.invalidMetadata" | "storage.nameTaken" | "storage.noCrate" | "storage.noItem" | "storage.overQuota" | "storage.preconditionRequired" | "storage.storeFull" | "storage.unfitBody" | "storage.wrongDigest";
  };
  /** The same for at most 100 items, each named by itemId or name. Entries of one item are one change of it. `PATCH /api/storage/crates/{crateId}/items/@batch/stats` */
  "storage.updateManyStats": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
    };
    query: undefined;
    headers: {
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: {
      /** At most 100 entries, each an item by itemId or name with what changes. */
      "updates": {
  itemId?: string;
  name?: string;
  changeStats?: Record<string, number>;
  setStats?: Record<string, number>;
  submitRecords?: Record<string, number | {
    value: number;
    userId: string;
  }>;
}[];
    };
    data: {
  data: (ItemStats | BatchFailure)[];
}['data'];
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.badIdempotencyKey" | "storage.idempotencyKeyReused" | "storage.invalidUpdates" | "storage.itemOrNameRequired" | "storage.noCrate" | "storage.nothingToUpdate" | "storage.stillRunning";
  };
  /** Replaces an item’s tags, its collaborators, or both. `PUT /api/storage/crates/{crateId}/items/{itemId}/metadata` */
  "storage.updateMetadata": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: undefined;
    headers: {
      /** The etag that is expected, or * for whatever there is. Another one answers 412 and changes nothing. */
      "if-match"?: string;
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
    };
    body: {
      /** Tags. at most 64 entries */
      "tags"?: string[];
      /** Who may change it, the owner first. 1 to 64 entries */
      "collaborators"?: string[];
    };
    data: {
  data: Item;
}['data'];
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "call.weakEtag" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.changedMeanwhile" | "storage.invalidMetadata" | "storage.noCrate" | "storage.noItem" | "storage.overQuota" | "storage.preconditionRequired";
  };
  /** Adds to stats, sets stats, submits records of an item: whole or not at all. A broken rule of a stat stands in fields. `PATCH /api/storage/crates/{crateId}/items/{itemId}/stats` */
  "storage.updateStats": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: undefined;
    headers: {
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: {
      /** Numbers to add, by the name of the stat. */
      "changeStats"?: Record<string, number>;
      /** Numbers to set, by the name of the stat. */
      "setStats"?: Record<string, number>;
      /** Numbers that count where they are better, by the name of the record. */
      "submitRecords"?: Record<string, number | {
  value: number;
  userId: string;
}>;
    };
    data: {
  data: ItemStats;
}['data'];
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.badIdempotencyKey" | "storage.idempotencyKeyReused" | "storage.idsRequired" | "storage.invalidUpdates" | "storage.noCrate" | "storage.noItem" | "storage.nothingToUpdate" | "storage.stillRunning";
  };
  /** A game’s server tells what happened, in the fields that the studio has declared for this data set. `POST /api/telemetry/datasets/{dataset}` */
  "telemetry.fillDataset": {
    params: {
      /** The data set, by its name. matches ^(?!rumpus_)[a-z][a-z0-9_-]{0,47}$ */
      "dataset": string | number;
    };
    query: undefined;
    headers: undefined;
    body: {
      /** What happened, the earliest first. 1 to 50 entries */
      "data": Record<string, number | string>[];
    };
    data: undefined;
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidBody" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "telemetry.datasetFull" | "telemetry.noDataset";
  };
}
