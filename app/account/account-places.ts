import type { TextKey } from '#app/current/locale.ts';
import alias from '#content/art/account-alias.svg';
import connections from '#content/art/account-connections.svg';
import data from '#content/art/account-data.svg';
import emails from '#content/art/account-emails.svg';
import keys from '#content/art/account-keys.svg';
import log from '#content/art/account-log.svg';
import passkeys from '#content/art/account-passkeys.svg';
import perks from '#content/art/account-perks.svg';
import sessions from '#content/art/account-sessions.svg';
import settings from '#content/art/account-settings.svg';
import type { Field } from '#content/game.ts';
import { hasKey } from '#lib/has-key.ts';

export interface AccountPlace {
  readonly id: string;
  readonly title: TextKey;
  readonly picture: string;
  readonly field: Field;
}

export const ACCOUNT_PLACES = {
  alias: { id: 'alias', title: 'account.place.alias', picture: alias, field: 'lagoon' },
  emails: { id: 'emails', title: 'account.place.emails', picture: emails, field: 'gum' },
  connections: { id: 'connections', title: 'account.place.connections', picture: connections, field: 'tangerine' },
  passkeys: { id: 'passkeys', title: 'account.place.passkeys', picture: passkeys, field: 'coral' },
  sessions: { id: 'sessions', title: 'account.place.sessions', picture: sessions, field: 'mint' },
  keys: { id: 'keys', title: 'account.place.keys', picture: keys, field: 'gum' },
  perks: { id: 'perks', title: 'account.place.perks', picture: perks, field: 'tangerine' },
  settings: { id: 'settings', title: 'account.place.settings', picture: settings, field: 'lagoon' },
  data: { id: 'data', title: 'account.place.data', picture: data, field: 'mint' },
  log: { id: 'log', title: 'account.place.log', picture: log, field: 'gum' },
} as const satisfies Record<string, AccountPlace>;

export type AccountPlaceId = keyof typeof ACCOUNT_PLACES;

/** By the first word of their forms, where that is another. */
const PLACE_OF_FORMS: Readonly<Record<string, AccountPlaceId>> = {
  aliases: 'alias',
  recovery: 'passkeys',
  choices: 'settings',
  blocks: 'settings',
};

export function isAccountPlace(id: string): id is AccountPlaceId {
  return hasKey(ACCOUNT_PLACES, id);
}

/** Where the form of an intent stands. */
export function placeOfForm(intent: string): AccountPlaceId | undefined {
  const [noun = ''] = intent.split('.');
  const id = hasKey(PLACE_OF_FORMS, noun) ? PLACE_OF_FORMS[noun] : noun;
  return id !== undefined && isAccountPlace(id) ? id : undefined;
}

/** The page of one section. */
export function accountPath(id: AccountPlaceId): string {
  return `/account/${id}`;
}
