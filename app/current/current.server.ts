import type { Database } from '#lib/database/database.server.ts';
import type { RowCache } from '#lib/database/row-cache.server.ts';
import type { PubSub } from '#lib/database/pub-sub.server.ts';
import type { Limits } from '#lib/limits/limits.server.ts';
import type { FileStore } from '#lib/files/file-store.ts';
import type { Mailer } from '#lib/mail/mailer.server.ts';
import type { Sessions } from '#lib/sessions/sessions.server.ts';
import type { Logger } from 'pino';
import { createContext } from 'react-router';

import type { Config } from './config/config.server.ts';
import type { Locale } from './locale.ts';
import type { Role } from './role.ts';
import type { Stage } from './stage.ts';

/** Who asks. `role` is what counts: the masquerade's, when there is one. */
export interface Actor {
  readonly userId: string | undefined;
  readonly role: Role;
  /** The account's role, whatever the masquerade. */
  readonly ownRole: Role;
  readonly masquerade: Role | undefined;
  readonly loginId: string | undefined;
  /** When they last proved who they are, in this session. */
  readonly provedAt: Date | undefined;
  /** The id of the app whose key asks, when a game server does. */
  readonly app: string | undefined;
  /** The key that asks. Without `userId` and `app` it is not for what it asks. */
  readonly key?: ActorKey | undefined;
}

/** What somebody's tool or a game's server sends in place of a session. */
export interface ActorKey {
  readonly passId: string;
  readonly name: string;
  /** Of a tool its permissions, of a server its rights where it asks. */
  readonly permissions: readonly string[];
  readonly expiresAt: Date | undefined;
}

export interface Browser {
  readonly userAgent: string | null;
  readonly cookies: Readonly<Record<string, string>>;
}

/** The request's circumstances, handed to every deed by hand. Only `app.server.ts` makes one. */
export interface Current {
  readonly actor: Actor;
  readonly locale: Locale;
  readonly stage: Stage;
  readonly requestId: string;
  /** Where the request comes from, freed of proxies; the site itself has none. */
  readonly address: string | undefined;
  /** What the asker's browser says of itself and has kept for us; the site itself has none. */
  readonly browser: Browser;
  /** The header Rumpus-Override-Reason as it came: why the asker overrides the rules. */
  readonly overrideReason: string | null;
  readonly now: () => Date;
  readonly db: Database;
  readonly rowCache: RowCache;
  readonly pubSub: PubSub;
  readonly files: FileStore;
  readonly mailer: Mailer;
  readonly sessions: Sessions;
  readonly limits: Limits;
  readonly config: Config;
  /** Signs what we hand out and take back, such as cursors. */
  readonly secret: string;
  readonly log: Logger;
  /** Aborted when the process stops, for answers that would go on. */
  readonly closing: AbortSignal;
  /** The role of anybody's account, whether or not it is banned; undefined without one. */
  readonly roleOf: (userId: string) => Promise<Role | undefined>;
  /** Whether the asker is still signed in, in the same role; for answers that take long. */
  readonly isStillSignedIn: () => Promise<boolean>;
}

/** The current request, for a loader or an action of a screen. */
export const currentContext = createContext<Current>();

/** Marks the scripts and styles of this page as ours. */
export const nonceContext = createContext<string>();

/** Runs `work` in one transaction of the current database. */
export function inTransaction<Result>(current: Current, work: (current: Current) => Promise<Result>): Promise<Result> {
  return current.db.transaction((db) => work({ ...current, db }));
}
