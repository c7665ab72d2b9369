import { createContext } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { Role } from '#app/current/role.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import type { SubjectWords } from '#app/following/subject.ts';
import type { TextValues } from '#lib/locale/messages.ts';

import type { MailChoice } from './notification.ts';

/** What happens and is told, declared by its noun. `Details` is JSON of ids rather than texts. */
export interface EventKind<Details> {
  /** `noun.what`, unique. */
  readonly id: string;
  readonly title: TextKey;
  readonly about: TextKey;
  readonly least: Role;
  /** Always on the site, whatever its reader chooses, and in a mail of its noun. */
  readonly isCritical?: boolean;
  /** Of who has chosen nothing. `own` is a mail that its noun sends by itself, so that nobody may choose. */
  readonly mail: MailChoice | 'own';
  /** Details of each locale's completeness test. */
  readonly sample: Details;
  /** Who of them is not told, though they follow or are named: by default nobody. */
  leaveOut?(current: Current, userIds: readonly string[], causedBy: string): Promise<readonly string[]>;
  /** By event key; what is gone or not for them is missing. Asked for the site: the kind decides who sees it. */
  show(
    current: Current,
    reader: EventReader,
    events: readonly NotificationEvent<Details>[],
  ): Promise<Map<string, EventWords>>;
}

export interface EventReader {
  readonly userId: string;
  readonly role: Role;
}

export interface NotificationEvent<Details> {
  readonly key: string;
  readonly details: Details;
}

export interface EventWords {
  /** Gets `count` too, the number of equal things since the reader last looked. */
  readonly text: TextKey;
  readonly values: TextValues;
  /** Where it leads, without a locale. */
  readonly path: string;
}

/** What `show` answers, event by event. @param describe undefined for what is gone or not for its reader */
export function describeEvents<Details>(
  events: readonly NotificationEvent<Details>[],
  describe: (details: Details) => EventWords | undefined,
): Map<string, EventWords> {
  return new Map(
    events.flatMap(({ key, details }): [string, EventWords][] => {
      const words = describe(details);
      return words === undefined ? [] : [[key, words]];
    }),
  );
}

/** Kinds of any details stand in one list; each gets its own. */
export type AnyEventKind = Omit<EventKind<never>, 'sample'> & { readonly sample: object };

/** What can be somebody's own, so that the studio writes to them about it; declared by its noun. */
export interface OwnItemKind {
  /** `noun.what`, unique. */
  readonly name: string;
  readonly title: TextKey;
  /** Those of the ids that are there, are the reader's own, and may be seen by them; the others are missing. */
  findOwn(current: Current, reader: EventReader, ids: readonly string[]): Promise<Map<string, SubjectWords>>;
}

export interface EventCatalog {
  readonly events: readonly AnyEventKind[];
  readonly subjects: readonly SubjectKind[];
  readonly ownItems: readonly OwnItemKind[];
  /** Those that wait for the actor in the mailbox: one stream tells both counts. */
  countMessages(current: Current): Promise<number>;
}

/** Set by the door, because nouns declare above this floor. */
export const eventCatalogContext = createContext<EventCatalog>();
