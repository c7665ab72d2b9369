import type { FoundAccount } from '#app/accounts/staff/staff.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { Text } from '#lib/locale/messages.ts';
import { splitWords } from '#lib/text-search/word-beginnings.ts';

import { INTENTS, REFUSAL_TEXTS, actionRefusal } from '../accounts/account-actions.ts';
import type { AccountActionIntent, ActionTarget, StaffViewer } from '../accounts/account-actions.ts';
import type { PaletteResult } from './palette-result.ts';

export interface PaletteAccount extends ActionTarget {
  readonly alias: string | null;
}

export function accountResult({ userId, alias, role, match }: FoundAccount, text: Text<TextKey>): PaletteResult {
  const code = alias === null ? [] : [`@${userId}`];
  return {
    id: userId,
    name: alias ?? `@${userId}`,
    to: `/admin/accounts/${userId}`,
    about: [...code, text('shell.account.role', { role }), ...matchParts(match, alias, text)].join(' · '),
  };
}

/** Nothing when what was found says so itself. */
function matchParts(match: FoundAccount['match'], alias: string | null, text: Text<TextKey>): string[] {
  if (match === null || match.by === 'lookupCode' || match.text === alias?.toLowerCase()) return [];
  if (!match.isClaim) return [match.text];
  return [match.text, text(match.by === 'alias' ? 'admin.accounts.former' : 'admin.accounts.claim')];
}

/** Each leads to its form on the page of the account, where the reason is given. */
export function accountActions(
  viewer: StaffViewer,
  account: PaletteAccount,
  text: Text<TextKey>,
  intents: readonly AccountActionIntent[] = INTENTS,
): PaletteResult[] {
  const { userId, alias } = account;
  return intents.map((intent) => {
    const refusal = actionRefusal(intent, viewer, account);
    return {
      id: `${intent} ${userId}`,
      to: `/admin/accounts/${userId}#${ANCHORS[intent]}`,
      name: text(NAMES[intent], { name: alias ?? `@${userId}` }),
      about: text(ABOUT[intent]),
      words: text(WORDS[intent]),
      refusal: refusal && text(REFUSAL_TEXTS[refusal]),
    };
  });
}

/** Reads `ban pickle` as an action and as whom to search for: it begins with what the action is called, or with its verb. */
export function readCommand(
  typed: string,
  text: Text<TextKey>,
): { intents: readonly AccountActionIntent[]; person: string } | undefined {
  const parts = typed.split(/\s+/);
  const read = INTENTS.map((intent) => ({ intent, length: actionLength(parts, intent, text) }));
  const length = Math.max(...read.map((one) => one.length));
  if (length === 0 || length === parts.length) return undefined;
  const intents = read.filter((one) => one.length === length).map(({ intent }) => intent);
  return { intents, person: parts.slice(length).join(' ') };
}

/** How many of the words say the action. A word such as `the` may as well belong to a name. */
function actionLength(parts: readonly string[], intent: AccountActionIntent, text: Text<TextKey>): number {
  const name = splitWords(text(NAMES[intent], { name: '' }));
  if (name.every((word, at) => begins(word, parts[at]))) return name.length;
  return [...name.slice(0, 1), ...splitWords(text(WORDS[intent]))].some((word) => begins(word, parts[0])) ? 1 : 0;
}

const begins = (word: string, part = '') => part !== '' && word.startsWith(part.toLowerCase());

const ANCHORS = {
  note: 'notes',
  ban: 'ban',
  lift: 'lift',
  role: 'role',
  sessions: 'sessions',
  recover: 'recovery',
  merge: 'merge',
} as const;

const NAMES = {
  note: 'admin.palette.note',
  ban: 'admin.palette.ban',
  lift: 'admin.palette.lift',
  role: 'admin.palette.role',
  sessions: 'admin.palette.sessions',
  recover: 'admin.palette.recover',
  merge: 'admin.palette.merge',
} as const;

const ABOUT = {
  note: 'admin.palette.noteAbout',
  ban: 'admin.palette.banAbout',
  lift: 'admin.palette.liftAbout',
  role: 'admin.palette.roleAbout',
  sessions: 'admin.palette.sessionsAbout',
  recover: 'admin.palette.recoverAbout',
  merge: 'admin.palette.mergeAbout',
} as const;

const WORDS = {
  note: 'admin.palette.noteWords',
  ban: 'admin.palette.banWords',
  lift: 'admin.palette.liftWords',
  role: 'admin.palette.roleWords',
  sessions: 'admin.palette.sessionsWords',
  recover: 'admin.palette.recoverWords',
  merge: 'admin.palette.mergeWords',
} as const;
