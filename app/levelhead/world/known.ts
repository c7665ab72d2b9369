/** Ids that tools, their tests and their documentation name. The last three are of the studio. */
export const KNOWN_PLAYERS = [
  '6h97ml',
  'vfhy42',
  '77t2n3',
  'nbv1sl',
  'rpx6w4',
  'tct3j0',
  'mp2pp9',
  'bscotch404',
  'bscotch007',
  'bscotch101',
] as const;

export const KNOWN_LEVEL = {
  levelId: '0hds26q',
  userId: 'vfhy42',
  title: 'Through The Dungeon, GR-18',
  locale: 'en-US',
  avatarId: 'spookstone-screamer',
  gameVersion: '1.20.4',
  requiredPlayers: 1,
  creatorTime: 1131.4,
  tags: ['ltag_boss', 'ltag_shop', 'ltag_explore'],
  content: { World: 49, Movement: 25, Puzzles: 100, Enemies: 36, Hazards: 11 },
  createdAt: new Date('2021-05-25T20:58:43.568Z'),
} as const;

/** It is in the Tower, and this many have played it where there are so many. */
export const KNOWN_CROWD = 102;

export const KNOWN_PLAYLIST = 'gr18mix';
