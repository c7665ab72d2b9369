import type { Logger } from 'pino';
import type { ReactNode } from 'react';
import { createContext } from 'react-router';

import type { Database } from '#lib/database/database.server.ts';
import type { PubSub, TopicWatch } from '#lib/database/pub-sub.server.ts';
import type { RowCache } from '#lib/database/row-cache.server.ts';
import type { FileStore } from '#lib/files/file-store.ts';
import { networkKey } from '#lib/limits/caller-key.ts';
import type { Limits } from '#lib/limits/limits.server.ts';
import type { Mailer } from '#lib/mail/mailer.server.ts';
import type { BlockCall } from '#lib/markdown/article.ts';
import type { Sessions } from '#lib/sessions/sessions.server.ts';

import type { Config } from './config/config.server.ts';
import type { Locale } from './locale.ts';
import type { Role } from './role.ts';
import type { Stage } from './stage.ts';

/** `role` is the effective one: that of the masquerade, if there is one. */
export interface Actor {
  readonly userId: string | undefined;
  readonly role: Role;
  /** Whatever the masquerade. */
  readonly ownRole: Role;
  readonly masquerade: Role | undefined;
  readonly loginId: string | undefined;
  /** When they last signed in or proved this session. */
  readonly provedAt: Date | undefined;
  /** Set when a game server acts by its key. */
  readonly app: string | undefined;
  /** Who was signed in here before a ban, and is a visitor now. */
  readonly bannedId?: string | undefined;
  /** Who has signed in here while their account waits to be deleted, and is a visitor for all else. */
  readonly leavingId?: string | undefined;
  /** Whether this session was proved by a passkey. */
  readonly isByPasskey?: boolean;
  readonly key?: ActorKey | undefined;
}

/** Sent by a user's tool or a game server instead of a session cookie. */
interface ActorKey {
  readonly passId: string;
  readonly name: string;
  /** Of a server its rights in the crate. */
  readonly permissions: readonly string[];
  readonly expiresAt: Date | undefined;
}

interface Browser {
  readonly userAgent: string | null;
  readonly cookies: Readonly<Record<string, string>>;
}

/** Passed to every deed as an argument. Only the door creates it. */
export interface Current {
  readonly actor: Actor;
  readonly locale: Locale;
  readonly stage: Stage;
  readonly requestId: string;
  /** Without those of proxies; undefined for the system. */
  readonly address: string | undefined;
  readonly browser: Browser;
  /** Of a form of a page: where it was sent to, with its query. */
  readonly formAddress?: string | undefined;
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
  /** Signs what clients send back, such as cursors. */
  readonly secret: string;
  readonly log: Logger;
  /** What nouns offer to whoever writes, by the name of the block. */
  readonly blocks: Readonly<Record<string, ArticleBlock>>;
  /** Aborted when the process stops, to end streams. */
  readonly closing: AbortSignal;
  /** @param db in a transaction its own, which must not wait for a second connection */
  readonly findRole: (userId: string, db?: Database) => Promise<Role | undefined>;
  readonly isStillSignedIn: () => Promise<boolean>;
  /** Of an answer that is kept: notes what it shows beside the topics of its screen, before that is read. */
  readonly topicWatch?: TopicWatch | undefined;
}

/** A block of Markdown that knows this site. */
export interface ArticleBlock {
  readonly attributes: readonly string[];
  /** On behalf of the reader, for the server alone. Undefined where there is nothing for them: what was typed is shown then. */
  render(current: Current, call: BlockCall): ReactNode | Promise<ReactNode>;
}

export const currentContext = createContext<Current>();

export const nonceContext = createContext<string>();

export const VISITOR = {
  userId: undefined,
  role: 'public',
  ownRole: 'public',
  masquerade: undefined,
  loginId: undefined,
  provedAt: undefined,
  app: undefined,
} as const satisfies Actor;

/** For what somebody without a session or a key is shown, whoever asks. */
export function asVisitor(current: Current, locale = current.locale) {
  return { ...current, actor: VISITOR, locale };
}

/** For what somebody has done at another time: seeds have owners and dates of their own. */
export function asPerson(current: Current, person: Pick<Actor, 'userId' | 'role'>, at: Date) {
  return { ...current, actor: { ...current.actor, ...person }, now: () => at };
}

export function inTransaction<Result>(current: Current, work: (current: Current) => Promise<Result>): Promise<Result> {
  return current.db.transaction((db) =>
    work({
      ...current,
      db,
      sessions: current.sessions.within(db),
      findRole: (userId, inner = db) => current.findRole(userId, inner),
    }),
  );
}

/** On connections of their own, deeds that read or write much keep nobody else waiting; callers take turns. */
export function withHeavyPool<Asker extends Pick<Current, 'db' | 'actor' | 'address'>>(current: Asker): Asker {
  const { actor, address } = current;
  const caller = actor.userId ?? actor.app ?? (address === undefined ? '' : networkKey(address));
  return { ...current, db: current.db.heavyFor(caller) };
}
