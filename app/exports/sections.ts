import type { TextKey } from '#app/current/locale.ts';

/** Of the first page of an export: which nouns stand under which picture. */
export const SECTIONS: readonly ExportSection[] = [
  {
    title: 'exports.section.account',
    picture: 'account-alias',
    nouns: ['accounts', 'aliases', 'choices', 'login', 'delegation', 'exports'],
  },
  {
    title: 'exports.section.words',
    picture: 'account-log',
    nouns: ['threads', 'contact', 'feedbag', 'mailbox', 'support', 'podcast', 'reports'],
  },
  { title: 'exports.section.works', picture: 'account-connections', nouns: ['storage', 'levelhead'] },
  {
    title: 'exports.section.mails',
    picture: 'account-emails',
    nouns: ['telegrams', 'mail', 'following', 'notifications'],
  },
  { title: 'exports.section.perks', picture: 'account-perks', nouns: ['perks'] },
  { title: 'exports.section.team', picture: 'account-keys', nouns: ['editor', 'admin', 'audit'] },
];

interface ExportSection {
  readonly title: TextKey;
  /** Of `content/art`. */
  readonly picture: string;
  readonly nouns: readonly string[];
}
