import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { games } from '#content/games.ts';
import { studio } from '#content/studio.ts';

import { DEFAULT_CONTEXT } from '../alias.ts';
import type { QueueEntry } from '../moderation/moderation.ts';
import { QueueQuery } from '../moderation/moderation.ts';
import { findQueue } from '../moderation/queue.server.ts';

interface QueuePageData {
  entries: (QueueEntry & { contextName: string })[];
  state: 'pending' | 'denied';
  /** Empty for the queue. */
  user: string;
  next: string | undefined;
  /** When it was read, in milliseconds since 1970. */
  now: number;
  ownId: string;
}

/** An invalid query shows the queue. Needs staff. @throws Problem 400, 403 */
export async function loadQueuePage(current: Current, query: URLSearchParams): Promise<QueuePageData> {
  const state = query.get('state') === 'denied' ? 'denied' : 'pending';
  const user = (query.get('user') ?? '').trim().replace(/^@/, '');
  const view = { state, user, now: current.now().getTime(), ownId: requireUser(current) } as const;
  const parsed = QueueQuery.safeParse({
    state,
    ...(user !== '' && { userId: user }),
    ...(query.has('after') && { after: query.get('after') }),
  });
  if (!parsed.success) return { ...view, entries: [], next: undefined };
  const { entries, next: after } = await findQueue(current, parsed.data);
  const next = after === undefined ? undefined : String(new URLSearchParams({ state, ...(user && { user }), after }));
  return { ...view, entries: entries.map((entry) => Object.assign(entry, { contextName: contextName(entry) })), next };
}

function contextName({ context }: QueueEntry): string {
  if (context === DEFAULT_CONTEXT) return studio.name;
  return games.find(({ slug }) => slug === context)?.name ?? context;
}
