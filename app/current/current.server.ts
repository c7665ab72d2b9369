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

/** Who acts in a request. `role` is the effective role: the masquerade's, when there is one. */
export interface Actor {
  readonly userId: string | undefined;
  readonly role: Role;
  /** The account's role, whatever the masquerade. */
  readonly ownRole: Role;
  readonly masquerade: Role | undefined;
  readonly loginId: string | undefined;
  /** When they last signed in or proved this session. */
  readonly provedAt: Date | undefined;
  /** The id of the app, when a game server acts by its key. */
  readonly app: string | undefined;
  /** The key of the request. Without `userId` and `app` it does not permit this call. */
  readonly key?: ActorKey | undefined;
}

/** The key that a user's tool or a game server sends instead of a session cookie. */
export interface ActorKey {
  readonly passId: string;
  readonly name: string;
  /** Of a tool its permissions, of a server its rights in the crate. */
  readonly permissions: readonly string[];
  readonly expiresAt: Date | undefined;
}

export interface Browser {
  readonly userAgent: string | null;
  readonly cookies: Readonly<Record<string, string>>;
}

/** The context of a request, passed to every deed as an argument. Only the door makes one. */
export interface Current {
  readonly actor: Actor;
  readonly locale: Locale;
  readonly stage: Stage;
  readonly requestId: string;
  /** The client's IP address, without those of proxies; the system has none. */
  readonly address: string | undefined;
  /** User agent and cookies; the system has none. */
  readonly browser: Browser;
  /** The header Rumpus-Override-Reason: why the actor overrides the rules. */
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
  /** Signs what comes back, such as cursors. */
  readonly secret: string;
  readonly log: Logger;
  /** Aborted when the process stops, for streams. */
  readonly closing: AbortSignal;
  /** The role of any account, whether or not it is banned; undefined without one. */
  readonly roleOf: (userId: string) => Promise<Role | undefined>;
  /** Whether the actor is still signed in with the same role; for streams. */
  readonly isStillSignedIn: () => Promise<boolean>;
}

/** The current request, for a loader or an action of a screen. */
export const currentContext = createContext<Current>();

/** The CSP nonce of the scripts and styles of this page. */
export const nonceContext = createContext<string>();

/** Runs `work` in one transaction of the current database. */
export function inTransaction<Result>(current: Current, work: (current: Current) => Promise<Result>): Promise<Result> {
  return current.db.transaction((db) => work({ ...current, db }));
}
