import * as z from 'zod/mini';

import { AppId, Name } from './app-key.ts';
import type { ListedAppKey } from './app-key.ts';

export const MAX_APPS = 500;
export const MAX_ORIGINS = 16;
/** A page of the console has its address there. */
const FOUND_KEY = 'found-key';

export const NewApp = z.object({
  appId: AppId.check(z.refine((appId) => appId !== FOUND_KEY, 'another id')),
  name: Name,
});
export type NewApp = z.output<typeof NewApp>;

export const APP_LISTS = ['working', 'archived'] as const;
export type AppList = (typeof APP_LISTS)[number];

/** Of the last 24 hours. `errors` and `refusals` by a limit are among the `calls`. */
export interface CallSums {
  readonly calls: number;
  readonly errors: number;
  readonly refusals: number;
}

export interface AppRecord {
  readonly appId: string;
  readonly name: string;
  readonly ownerId: string | null;
  readonly origins: readonly string[];
  readonly createdAt: string;
  readonly archivedAt: string | null;
}

/** `keys` are those that work. */
export interface ListedApp extends AppRecord {
  readonly keys: number;
  readonly lastUsedAt: string | null;
  readonly day: CallSums;
}

/** A key with what the last 24 hours had; `peak` are the calls of the busiest minute of these. */
export interface AppKeyFigures extends ListedAppKey {
  readonly revokedAt: string | null;
  readonly day: CallSums;
  readonly peak: number;
}

/** The calls of one key in an hour or a day, which begins at `at`. */
export interface CallsOfSpan extends CallSums {
  readonly at: string;
}

export const CALL_SPANS = ['day', 'month'] as const;
export type CallSpan = (typeof CALL_SPANS)[number];
