import type { Current } from '#app/current/current.server.ts';

import { findDailyBuild, findTrials } from '../calendar.server.ts';
import { toLevelCard } from '../level-card.ts';
import { findLevels } from '../levels.server.ts';
import { aliasOptionsFor } from '../player-page/player-sheets.server.ts';
import type { Today } from './todays-trial.tsx';

export async function findToday(current: Current): Promise<Today> {
  const parts = findDailyBuild(current).items.map(({ name }) => name);
  const { trials } = await findTrials(current, { limit: 1 });
  const [trial] = trials;
  if (trial === undefined || trial.levelIds.length === 0) return { parts, trial: undefined };
  const { levelIds, timeTrophyGoal, createdAt } = trial;
  const wanted = { levelIds, limit: levelIds.length, includeStats: true, ...aliasOptionsFor(current) };
  const { levels: found } = await findLevels(current, wanted);
  const levels = levelIds.flatMap((levelId) => found.filter((one) => one.levelId === levelId).map(toLevelCard));
  return { parts, trial: { createdAt, goal: timeTrophyGoal, levels } };
}
