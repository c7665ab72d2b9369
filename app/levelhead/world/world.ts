import { TRIAL_LEVELS, timeTrophyGoal } from '../rules/tower.ts';
import { WorldChance } from './chance.ts';
import { KNOWN_PLAYERS, KNOWN_PLAYLIST } from './known.ts';
import { makeLevel } from './levels.ts';
import type { MadeLevel, MadeRecord } from './levels.ts';
import { finishPlayer, makePlayers, raise } from './players.ts';
import type { MadeMembership, MadePlayer, PlayerDraft } from './players.ts';
import { makeTitle } from './titles.ts';

export interface WorldSize {
  readonly seed: number;
  readonly players: number;
  readonly levels: number;
  readonly playlists: number;
  /** Days with a tower trial, the last of them today. */
  readonly trials: number;
}

export interface MadePlaylist {
  readonly playlistId: string;
  readonly userId: string;
  readonly name: string;
  readonly note: string;
  readonly levelIds: readonly string[];
  readonly createdAt: Date;
}

export interface MadeTrial {
  readonly createdAt: Date;
  readonly levelIds: readonly string[];
  readonly timeTrophyGoal: number;
  readonly records: readonly MadeRecord[];
}

export interface World {
  readonly players: readonly MadePlayer[];
  readonly levels: readonly MadeLevel[];
  readonly playlists: readonly MadePlaylist[];
  readonly trials: readonly MadeTrial[];
  readonly memberships: readonly MadeMembership[];
}

const DAY_MS = 86_400_000;

/** What is counted is exactly what was done; the same for the same size, users and day. @param users who play too */
export function makeWorld(size: WorldSize, now: Date, users: readonly string[] = []): World {
  const chance = new WorldChance(size.seed);
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const drafts = makePlayers(chance, size.players, today, users);
  const memberships: MadeMembership[] = [];
  const creators = drafts.slice(0, Math.max(KNOWN_PLAYERS.length, Math.ceil(drafts.length / 4)));
  const taken = new Set<string>();
  const levels = Array.from({ length: size.levels }, (_, at) => {
    const creator = creators[Math.floor(chance.next() ** 2 * creators.length)] ?? chance.pick(drafts);
    return makeLevel({ chance, today, players: drafts, memberships, levelIds: taken }, creator, at === 0);
  });
  for (const draft of drafts) {
    follow(chance, draft, creators, memberships, today);
    bookmark(chance, draft, levels, memberships, today);
  }
  const trials = makeTrials(chance, size.trials, today, levels, drafts);
  const chosen = new Set(trials.flatMap(({ levelIds }) => levelIds));
  for (const { levelId, states } of levels) if (chosen.has(levelId)) states.push('tower-trial');
  countCrowns(drafts, levels);
  const playlists = makePlaylists(chance, size.playlists, levels, drafts, today);
  const players = drafts.map((draft) => finishPlayer(chance, draft, today));
  return { players, levels, playlists, trials, memberships };
}

function follow(
  chance: WorldChance,
  player: PlayerDraft,
  creators: readonly PlayerDraft[],
  memberships: MadeMembership[],
  today: Date,
): void {
  const wanted = Math.min(Math.floor(chance.around(5, 1)), creators.length - 1);
  const chosen = new Set(
    Array.from({ length: wanted }, () => creators[Math.floor(chance.next() ** 2 * creators.length)]),
  );
  for (const other of chosen) {
    if (other === undefined || other === player) continue;
    const since = Math.max(player.createdAt.getTime(), other.createdAt.getTime());
    const at = new Date(since + Math.floor((today.getTime() - since) * chance.next()));
    memberships.push({ set: 'following', owner: player.userId, member: other.userId, at });
    raise(other, 'Subscribers', 1);
    raise(player, 'NumFollowing', 1);
  }
}

function bookmark(
  chance: WorldChance,
  { userId, createdAt }: PlayerDraft,
  levels: readonly MadeLevel[],
  memberships: MadeMembership[],
  today: Date,
): void {
  const wanted = Math.min(40, Math.floor(chance.around(2, 1)));
  for (const member of new Set(Array.from({ length: wanted }, () => chance.pick(levels).levelId))) {
    const at = new Date(createdAt.getTime() + Math.floor((today.getTime() - createdAt.getTime()) * chance.next()));
    memberships.push({ set: 'bookmarks', owner: userId, member, at });
  }
}

/** A level is in one trial at most. */
function makeTrials(
  chance: WorldChance,
  count: number,
  today: Date,
  levels: readonly MadeLevel[],
  players: readonly PlayerDraft[],
): MadeTrial[] {
  const left = levels.filter(({ states }) => states.includes('tower') && !states.includes('beta'));
  return Array.from({ length: count }, (_, ago) => {
    const chosen = Array.from({ length: TRIAL_LEVELS }, () => left.splice(chance.below(left.length), 1)).flat();
    const createdAt = new Date(today.getTime() - ago * DAY_MS);
    const goal = timeTrophyGoal(chosen.map(({ records }) => findBest(records, 'FastestTime')?.value));
    const records = chance.pickSome(players, ago === 0 ? 4 : 12).flatMap((player): MadeRecord[] => {
      const at = new Date(createdAt.getTime() + (ago === 0 ? 1 : chance.below(DAY_MS)));
      const time = Math.round(goal * (0.75 + chance.next()) * 100) / 100;
      if (time <= goal) raise(player, 'TimeTrophies', 1);
      return [
        { name: 'FastestTime', userId: player.userId, value: time, at },
        { name: 'HighScore', userId: player.userId, value: 1000 * (1 + chance.below(900)), at },
      ];
    });
    return { createdAt, levelIds: chosen.map(({ levelId }) => levelId), timeTrophyGoal: goal, records };
  });
}

/** Of equal ones the earliest. */
function findBest(records: readonly MadeRecord[], name: MadeRecord['name']): MadeRecord | undefined {
  const sign = name === 'HighScore' ? -1 : 1;
  return records
    .filter((record) => record.name === name)
    .toSorted((a, b) => sign * (a.value - b.value) || a.at.getTime() - b.at.getTime())[0];
}

/** Crowns are for high scores, shoes for times: each level has one of both. */
function countCrowns(players: readonly PlayerDraft[], levels: readonly MadeLevel[]): void {
  const byId = new Map(players.map((player) => [player.userId, player]));
  for (const { records } of levels) {
    const crowned = byId.get(findBest(records, 'HighScore')?.userId ?? '');
    const shod = byId.get(findBest(records, 'FastestTime')?.userId ?? '');
    if (crowned) raise(crowned, 'Crowns', 1);
    if (shod) raise(shod, 'Shoes', 1);
  }
}

function makePlaylists(
  chance: WorldChance,
  count: number,
  levels: readonly MadeLevel[],
  players: readonly PlayerDraft[],
  today: Date,
): MadePlaylist[] {
  const listed = levels.filter(({ states }) => !states.includes('unlisted'));
  return Array.from({ length: count }, (_, at) => ({
    playlistId: at === 0 ? KNOWN_PLAYLIST : chance.code(7),
    userId: chance.pick(players).userId,
    name: `${makeTitle(chance).title} Mix`,
    note: chance.pick([
      'For a rainy evening.',
      'Easy first, then not.',
      'In this order, or not at all.',
      'Bring snacks.',
    ]),
    levelIds: chance.pickSome(listed, 3 + chance.below(17)).map(({ levelId }) => levelId),
    createdAt: new Date(today.getTime() - Math.floor(500 * chance.next() * DAY_MS)),
  }));
}
