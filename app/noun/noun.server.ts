import { createContext } from 'react-router';

import type { ApprovalKind } from '#app/approvals/approval-kind.server.ts';
import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import type { Choice } from '#app/choices/choice.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { PersonalData } from '#app/current/personal-data.server.ts';
import type { Role } from '#app/current/role.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import type { InboundMailHandler } from '#app/mail/inbound/inbound-mail-handler.server.ts';
import type { AnyMail } from '#app/mail/mail-kind.server.ts';
import type { AnyEventKind, OwnItemKind } from '#app/notifications/event-kind.server.ts';
import type { ReportKind } from '#app/reports/report-kind.server.ts';
import type { Meanings } from '#lib/calls/meanings.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import type { Door } from './door.ts';
import type { FoundThing } from './found-thing.ts';
import type { PeopleRule } from './people-rule.server.ts';

/** What a thing that the studio talks about brings to the site, said in its `noun.server.ts`. */
export interface Noun extends PersonalData {
  /** Of its folder. */
  readonly name: string;
  readonly answers?: readonly SiteAnswer[];
  /** Of its calls: what they take, and what stands in their answers. */
  readonly meanings?: Meanings;
  readonly jobs?: (current: () => Current) => readonly Job[];
  readonly mails?: readonly AnyMail[];
  readonly inboundMails?: readonly InboundMailHandler[];
  readonly events?: readonly AnyEventKind[];
  readonly subjects?: readonly SubjectKind[];
  readonly ownItems?: readonly OwnItemKind[];
  /** What of its own people can report to the studio. */
  readonly reports?: readonly ReportKind[];
  /** Pages ask for them in the order of nouns. */
  readonly choices?: readonly Choice[];
  readonly audit?: readonly AuditKinds[];
  /** What people have done by its knowledge, by which they can be given a perk. */
  readonly peopleRules?: readonly PeopleRule[];
  /** Deeds of supers for which a second one may be needed. */
  readonly approvals?: readonly ApprovalKind[];
  /** Which of some files it has, so that they are not swept. */
  readonly findFiles?: (current: Current, keys: readonly string[]) => Promise<readonly (string | null)[]>;
  /** Puts its part of the demo into an empty database. */
  readonly seed?: (current: Current, people: SeedPeople) => Promise<void>;
  readonly adminPlaces?: readonly AdminPlace[];
  readonly pendingCounts?: readonly PendingCount[];
  /** Finds its things for the palette of staff, by words or a number. Needs staff. */
  readonly findThings?: FindThings;
}

type AuditKinds = Readonly<Record<string, AuditKind>>;

/** Who the demo knows, by their names in the cast. */
export interface SeedPeople {
  readonly userIds: readonly string[];
  /** @throws Error for a name that is not in the cast */
  readonly toUserId: (castName: string) => string;
}

/** A screen of the console in its navigation and palette. */
interface AdminPlace {
  readonly to: string;
  readonly name: TextKey;
  readonly about: TextKey;
  readonly least: Role;
}

/** What waits for staff. */
interface PendingCount {
  /** Behind which of the doors of staff it waits. */
  readonly door: Door;
  /** The screen where it is done. */
  readonly to: string;
  /** Gets `count`. */
  readonly name: TextKey;
  /** @param max counts no further */
  readonly count: (current: Current, max: number) => Promise<number>;
}

/** @param limit finds no more */
type FindThings = (current: Current, text: string, limit: number) => Promise<readonly FoundThing[]>;

/** What all nouns bring to the console. */
export interface ConsoleParts {
  readonly places: readonly AdminPlace[];
  readonly pendingCounts: readonly PendingCount[];
  readonly finders: readonly FindThings[];
  /** What the clock starts. */
  readonly clockJobs: readonly Pick<Job, 'name' | 'cron'>[];
  readonly auditKinds: ReadonlyMap<string, AuditKind>;
  readonly approvalKinds: readonly ApprovalKind[];
  readonly peopleRules: readonly PeopleRule[];
}

/** Set by the door, because nouns stand beside and above the console's floor. */
export const consoleContext = createContext<ConsoleParts>();
