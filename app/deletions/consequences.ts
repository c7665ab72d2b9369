import type { KeptChoice } from '#app/current/kept-choice.ts';
import type { TextKey } from '#app/current/locale.ts';

/** What happens to a part of what somebody leaves. */
export interface Consequence {
  readonly title: TextKey;
  /** Of what is kept, with the reason and until when. */
  readonly about: TextKey;
  readonly fate: 'gone' | 'unnamed' | 'kept' | KeptChoice;
  /** The nouns of whose data it tells. */
  readonly nouns: readonly string[];
}

/** In the order in which the page tells them. */
export const CONSEQUENCES: readonly Consequence[] = [
  {
    title: 'deletions.part.account',
    about: 'deletions.about.account',
    fate: 'gone',
    nouns: ['accounts', 'login', 'delegation', 'devices', 'choices', 'confirmations', 'exports', 'merges'],
  },
  { title: 'deletions.part.alias', about: 'deletions.about.alias', fate: 'gone', nouns: ['aliases'] },
  {
    title: 'deletions.part.news',
    about: 'deletions.about.news',
    fate: 'gone',
    nouns: ['telegrams', 'notifications', 'following', 'mail'],
  },
  { title: 'deletions.part.letters', about: 'deletions.about.letters', fate: 'gone', nouns: ['contact'] },
  {
    title: 'deletions.part.things',
    about: 'deletions.about.things',
    fate: 'gone',
    nouns: ['storage', 'mailbox', 'podcast', 'admin'],
  },
  { title: 'deletions.part.levels', about: 'deletions.about.levels', fate: 'levels', nouns: ['levelhead'] },
  { title: 'deletions.part.posts', about: 'deletions.about.posts', fate: 'posts', nouns: ['posts'] },
  { title: 'deletions.part.records', about: 'deletions.about.records', fate: 'unnamed', nouns: ['levelhead'] },
  {
    title: 'deletions.part.feedback',
    about: 'deletions.about.feedback',
    fate: 'unnamed',
    nouns: ['feedbag', 'threads', 'support', 'reports'],
  },
  { title: 'deletions.part.perks', about: 'deletions.about.perks', fate: 'gone', nouns: ['perks'] },
  {
    title: 'deletions.part.work',
    about: 'deletions.about.work',
    fate: 'unnamed',
    nouns: ['editor', 'apps', 'shortlinks', 'announcements', 'media', 'articles', 'telemetry', 'approvals'],
  },
  { title: 'deletions.part.purchases', about: 'deletions.about.purchases', fate: 'kept', nouns: ['perks'] },
  { title: 'deletions.part.audit', about: 'deletions.about.audit', fate: 'kept', nouns: ['audit'] },
  { title: 'deletions.part.bans', about: 'deletions.about.bans', fate: 'kept', nouns: ['accounts', 'threads'] },
  { title: 'deletions.part.backups', about: 'deletions.about.backups', fate: 'kept', nouns: ['deletions'] },
];
