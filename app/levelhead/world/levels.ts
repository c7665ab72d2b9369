import type { ContentFigures } from '../art/content-figures.ts';
import { LEVEL_TAG_IDS } from '../level-tags.ts';
import type { LevelState, RecordName } from '../level.ts';
import { computeHiddenGem, computeRates, computeReplayValue } from '../rules/figures.ts';
import { BUCKS_PER_PLAYER, FIRST_BUCKS, mayGraduate } from '../rules/tower.ts';
import type { WorldChance } from './chance.ts';
import { KNOWN_CROWD, KNOWN_LEVEL } from './known.ts';
import { raise } from './players.ts';
import type { MadeMembership, PlayerDraft } from './players.ts';
import { makeAvatar, makeTitle } from './titles.ts';

export interface MadeRecord {
  readonly name: RecordName;
  readonly userId: string;
  readonly value: number;
  readonly at: Date;
}

interface LevelDraft {
  readonly levelId: string;
  readonly userId: string;
  readonly title: string;
  readonly locale: string;
  readonly avatarId: string;
  readonly gameVersion: string;
  readonly requiredPlayers: number;
  readonly creatorTime: number;
  readonly tags: readonly string[];
  readonly content: ContentFigures;
  readonly createdAt: Date;
}

export interface MadeLevel extends LevelDraft {
  readonly states: LevelState[];
  readonly updatedAt: Date;
  readonly stats: Readonly<Record<string, number>>;
  readonly records: readonly MadeRecord[];
}

interface LevelMaking {
  readonly chance: WorldChance;
  readonly today: Date;
  readonly players: readonly PlayerDraft[];
  readonly memberships: MadeMembership[];
  readonly levelIds: Set<string>;
}

const DAY_MS = 86_400_000;
const MAX_HOLDERS = 6;

export function makeLevel(making: LevelMaking, by: PlayerDraft, isKnown: boolean): MadeLevel {
  const { chance, today, players } = making;
  const level = isKnown ? KNOWN_LEVEL : draftLevel(making, by.userId);
  making.levelIds.add(level.levelId);
  const creator = players.find(({ userId }) => userId === level.userId) ?? by;
  const simulation = new PlaySimulation(making, level);
  const crowd = isKnown ? KNOWN_CROWD : Math.ceil(chance.around(6, 1));
  for (const player of pickCrowd(chance, players, Math.min(crowd, players.length - 1), creator))
    simulation.play(player);
  const { tally, records } = simulation;
  const tips = Math.floor(chance.around(10) * tally.likes);
  const exposureBucks = FIRST_BUCKS + BUCKS_PER_PLAYER * tally.players + tips;
  const isIn = isKnown || mayGraduate(exposureBucks, tally);
  const states: LevelState[] = isKnown ? ['tower', 'graduated'] : makeStates(chance, isIn);
  raise(creator, 'Published', 1);
  raise(creator, 'Plays', tally.attempts);
  raise(creator, 'LikeGen', tally.likes);
  raise(creator, 'FaveGen', tally.favorites);
  raise(creator, 'TipsGotten', tips);
  raise(creator, 'Graduated', states.includes('graduated') ? 1 : 0);
  const last = records.reduce((latest, { at }) => Math.max(latest, at.getTime()), level.createdAt.getTime());
  return {
    ...level,
    states,
    updatedAt: new Date(last),
    stats: {
      Attempts: tally.attempts,
      Successes: tally.successes,
      PlayTime: tally.playTime,
      Players: tally.players,
      Likes: tally.likes,
      Favorites: tally.favorites,
      ExposureBucks: exposureBucks,
      HiddenGem: computeHiddenGem(tally, (today.getTime() - level.createdAt.getTime()) / DAY_MS),
      ReplayValue: computeReplayValue(tally),
      ...computeRates(tally),
    },
    records,
  };
}

function draftLevel({ chance, today, levelIds }: LevelMaking, userId: string): LevelDraft {
  let levelId = chance.code(7);
  while (levelIds.has(levelId)) levelId = chance.code(7);
  const part = () => Math.min(100, Math.round(chance.around(35, 0.7)));
  return {
    ...makeTitle(chance),
    levelId,
    userId,
    avatarId: makeAvatar(chance),
    gameVersion: `1.${chance.below(21)}.${chance.below(6)}`,
    requiredPlayers: chance.is(0.06) ? 2 + chance.below(3) : 1,
    creatorTime: Math.round(10 * chance.around(300)) / 10,
    tags: chance.pickSome(LEVEL_TAG_IDS, 1 + chance.below(3)),
    content: { World: part(), Movement: part(), Puzzles: part(), Enemies: part(), Hazards: part() },
    createdAt: new Date(Math.floor(today.getTime() - (0.05 + 700 * chance.next() ** 2.2) * DAY_MS)),
  };
}

/** How everybody fares on one level, which is as hard and as much fun for all. */
class PlaySimulation {
  readonly records: MadeRecord[] = [];
  readonly tally = { attempts: 0, successes: 0, playTime: 0, players: 0, likes: 0, favorites: 0 };
  readonly #making: LevelMaking;
  readonly #level: LevelDraft;
  readonly #ease: number;
  readonly #fun: number;
  readonly #seconds: number;
  readonly #points: number;

  constructor(making: LevelMaking, level: LevelDraft) {
    const { chance } = making;
    this.#making = making;
    this.#level = level;
    this.#ease = Math.min(0.95, Math.max(0.004, chance.around(0.22, 1.1)));
    this.#fun = 0.05 + 0.5 * chance.next() ** 2;
    this.#seconds = Math.max(8, chance.around(70, 0.6));
    this.#points = 100 * (1 + chance.below(60));
  }

  /** Until it is beaten, or enough is enough. */
  play(player: PlayerDraft): void {
    const { chance, today, memberships } = this.#making;
    const { levelId, createdAt } = this.#level;
    const span = Math.max(1, today.getTime() - createdAt.getTime());
    const at = new Date(createdAt.getTime() + Math.floor(span * chance.next()));
    const attempts = 1 + Math.floor(chance.around(4, 0.9));
    const isBeaten = chance.is(1 - (1 - Math.min(0.98, this.#ease * player.skill)) ** attempts);
    const playTime = Math.round(attempts * this.#seconds * (0.5 + chance.next()));
    const [isLiked, isFavorite] = [chance.is(this.#fun), chance.is(this.#fun * 0.4)];
    const did = { plays: true, completions: isBeaten, likes: isLiked, favorites: isFavorite } as const;
    for (const set of ['plays', 'completions', 'likes', 'favorites'] as const) {
      if (did[set]) memberships.push({ set, owner: player.userId, member: levelId, at });
    }
    const { tally } = this;
    tally.attempts += attempts;
    tally.successes += Number(isBeaten);
    tally.playTime += playTime;
    tally.players += 1;
    tally.likes += Number(isLiked);
    tally.favorites += Number(isFavorite);
    raise(player, 'LevelsPlayed', 1);
    raise(player, 'PlayTime', playTime);
    raise(player, 'Wins', Number(isBeaten));
    raise(player, 'Fails', attempts - Number(isBeaten));
    raise(player, 'BucksTipped', isFavorite ? 10 + chance.below(90) : 0);
    if (isBeaten && this.records.length < 2 * MAX_HOLDERS) this.#record(player, at);
  }

  #record({ userId, skill }: PlayerDraft, at: Date): void {
    const { chance } = this.#making;
    const time = Math.round(this.#seconds * (0.6 + (0.9 * chance.next()) / skill) * 100) / 100;
    this.records.push({ name: 'FastestTime', userId, value: time, at });
    this.records.push({ name: 'HighScore', userId, value: this.#points * (1 + chance.below(100)), at });
  }
}

function pickCrowd(
  chance: WorldChance,
  players: readonly PlayerDraft[],
  count: number,
  creator: PlayerDraft,
): ReadonlySet<PlayerDraft> {
  const chosen = new Set<PlayerDraft>();
  while (chosen.size < count) {
    const player = players[Math.floor(chance.next() ** 1.4 * players.length)];
    if (player !== undefined && player !== creator) chosen.add(player);
  }
  return chosen;
}

function makeStates(chance: WorldChance, isIn: boolean): LevelState[] {
  if (chance.is(0.02)) return ['unlisted'];
  const states: LevelState[] = isIn ? ['tower', 'graduated'] : chance.is(0.9) ? ['marketing'] : [];
  if (chance.is(0.05)) states.push('daily-build');
  if (chance.is(0.01)) states.push('beta');
  return states;
}
