import * as z from 'zod/mini';

import { PlayerId } from '../player.ts';
import { MAX_EXPOSURE, MAX_TIP } from '../rules/play.ts';

const bucks = (most: number) => z.number().check(z.int(), z.minimum(1), z.maximum(most));

/** Bucks of a player for the creator of a level. */
export const Tip = z.object({ userId: PlayerId, bucks: bucks(MAX_TIP) });
export type Tip = z.output<typeof Tip>;

/** Bucks that somebody spends so that more people see a level. */
export const Exposure = z.object({ userId: PlayerId, bucks: bucks(MAX_EXPOSURE) });
export type Exposure = z.output<typeof Exposure>;

export const ExposedLevel = z.object({ exposureBucks: z.number() });
export type ExposedLevel = z.output<typeof ExposedLevel>;
