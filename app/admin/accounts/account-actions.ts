import { mayActOn } from '#app/accounts/staff/rights.ts';
import type { FoundAccount } from '#app/accounts/staff/staff.ts';
import { isAdmin, isSuper } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';

export const INTENTS = ['note', 'ban', 'lift', 'role', 'sessions', 'recover', 'merge'] as const;
export type AccountActionIntent = (typeof INTENTS)[number];

export function isIntent(value: unknown): value is AccountActionIntent {
  return INTENTS.some((intent) => intent === value);
}

/** Whoever looks at the pages of staff. */
export interface StaffViewer {
  readonly userId: string;
  /** That of a masquerade. */
  readonly role: Role;
  readonly isProved: boolean;
}

/** Whoever looks at the page of an account. */
export interface AccountViewer extends StaffViewer {
  /** Whether another super has to confirm a change of roles. */
  readonly needsSecond: boolean;
}

export interface ActionTarget extends Pick<FoundAccount, 'userId' | 'role' | 'ban'> {
  readonly sessions?: readonly unknown[];
}

export type ActionRefusal = 'own' | 'rank' | 'admin' | 'super' | 'notBanned' | 'noSessions' | 'proof';

/** Why the deed would be refused; what cannot be mended at once comes first. */
export function actionRefusal(
  intent: AccountActionIntent,
  viewer: StaffViewer,
  { userId, role, ban, sessions }: ActionTarget,
): ActionRefusal | undefined {
  if (intent === 'role') return isSuper(viewer.role) ? proofRefusal(viewer) : 'super';
  if (!mayActOn(viewer.role, role)) return userId === viewer.userId ? 'own' : 'rank';
  if (intent === 'note') return undefined;
  if ((intent === 'recover' || intent === 'merge') && !isAdmin(viewer.role)) return 'admin';
  if (intent === 'lift' && ban?.isOn !== true) return 'notBanned';
  if (intent === 'sessions' && sessions?.length === 0) return 'noSessions';
  return proofRefusal(viewer);
}

const proofRefusal = ({ isProved }: StaffViewer) => (isProved ? undefined : 'proof');

export const REFUSAL_TEXTS = {
  own: 'admin.refusal.own',
  rank: 'admin.refusal.rank',
  admin: 'admin.refusal.admin',
  super: 'admin.refusal.super',
  notBanned: 'admin.refusal.notBanned',
  noSessions: 'admin.refusal.noSessions',
  proof: 'admin.refusal.proof',
} as const satisfies Record<ActionRefusal, string>;

/** Days that a ban can last; 0 until it is lifted. */
export const BAN_DAYS = [1, 3, 7, 30, 90, 365, 0] as const;

/** Stands for all sessions; no session has this id. */
export const ALL_SESSIONS = '@all';
