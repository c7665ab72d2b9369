import type { TextKey } from '#app/current/locale.ts';
import { hasKey } from '#lib/has-key.ts';

export const SUPPORT_TOPICS = {
  'sign-in': { name: 'support.topics.signIn', about: 'support.topics.signInAbout', contact: 'account' },
  'lookup-code': { name: 'support.topics.lookupCode', about: 'support.topics.lookupCodeAbout', contact: 'account' },
  connections: { name: 'support.topics.connections', about: 'support.topics.connectionsAbout', contact: 'account' },
  saves: { name: 'support.topics.saves', about: 'support.topics.savesAbout', contact: 'bug' },
  purchases: { name: 'support.topics.purchases', about: 'support.topics.purchasesAbout', contact: 'purchase' },
  performance: { name: 'support.topics.performance', about: 'support.topics.performanceAbout', contact: 'bug' },
  games: { name: 'support.topics.games', about: 'support.topics.gamesAbout', contact: 'bug' },
  mail: { name: 'support.topics.mail', about: 'support.topics.mailAbout', contact: 'other' },
  privacy: { name: 'support.topics.privacy', about: 'support.topics.privacyAbout', contact: 'privacy' },
} as const satisfies Readonly<Record<string, { name: TextKey; about: TextKey; contact: string }>>;

export type SupportTopic = keyof typeof SUPPORT_TOPICS;
export const SUPPORT_TOPIC_IDS = Object.keys(SUPPORT_TOPICS) as SupportTopic[];

export function isSupportTopic(id: string | undefined): id is SupportTopic {
  return hasKey(SUPPORT_TOPICS, id);
}
