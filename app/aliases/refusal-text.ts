import type { FormRefusal } from '#app/current/forms/form-outcome.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { Text } from '#lib/locale/messages.ts';

const KEYS: Readonly<Record<string, TextKey>> = {
  'aliases.taken': 'aliases.error.taken',
  'aliases.tooSoon': 'aliases.error.tooSoon',
  'aliases.wrongLength': 'aliases.error.wrongLength',
  'aliases.wrongDirection': 'aliases.error.wrongDirection',
  'aliases.invisible': 'aliases.error.invisible',
  'aliases.wrongLetters': 'aliases.error.wrongLetters',
  'aliases.tooManyMarks': 'aliases.error.tooManyMarks',
  'aliases.noLetter': 'aliases.error.noLetter',
  'aliases.tooManyEmoji': 'aliases.error.tooManyEmoji',
  'aliases.wrongEdges': 'aliases.error.wrongEdges',
  'aliases.reserved': 'aliases.error.reserved',
};

/** Why a name was refused, in the language of the page. */
export function aliasRefusal(text: Text<TextKey>, { code, message }: Pick<FormRefusal, 'code' | 'message'>): string {
  const key = KEYS[code];
  return key === undefined ? message : text(key);
}
