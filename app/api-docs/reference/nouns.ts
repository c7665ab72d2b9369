import { CALL_GROUPS, GROUP_NAMES } from '#content/api-docs/call-groups.ts';
import type { GroupName } from '#content/api-docs/call-groups.ts';

import type { CallReference, CallSummary } from '../contract/reference.ts';

/** Calls are documented in English, and so is what they are about. */
const NOUNS: Readonly<Record<string, readonly [title: string, about: string]>> = {
  levelhead: ['Levelhead', 'Levels, players, playlists, the tower and the marketing department.'],
  aliases: ['Aliases', 'What players are called, and the safe names to show instead.'],
  delegation: ['Delegation keys', 'The key you are asking with, and what keys can be allowed to do.'],
  devices: ['Device codes', 'How a game without a keyboard gets the key of its player.'],
  storage: [
    'Crates and items',
    'Where games and tools keep things: bodies, tags, stats, records, versions and changes.',
  ],
  podcast: ['Podcast', 'Where listeners have stopped.'],
  feedbag: ['Feedbag', 'Ideas, bugs and praise for our games, and what became of them.'],
  accounts: ['Accounts', 'Who somebody is on this site.'],
  site: ['The site', 'Its version.'],
  dummy: ['Dummies', 'Predictable answers, for testing an HTTP client.'],
  'api-docs': ['This description', 'The same contracts for programs.'],
  admin: ['Console', 'What waits for staff, and what they look for.'],
  apps: ['Apps', 'The keys of game servers.'],
  audit: ['Audit', 'Who did what to what.'],
  contact: ['Contact', 'What the desk of staff keeps open.'],
  editor: ['Editor', 'What the editor of posts keeps and shows.'],
  following: ['Following', 'What somebody wants to hear of.'],
  notifications: ['Notifications', 'What somebody was told, and what they have read of it.'],
  login: ['Sign-in', 'Sessions and passkeys, as our own pages ask.'],
  mails: ['Mails', 'What a mail’s own links and a mail server ask.'],
  media: ['Pictures', 'The pictures that posts and pages show.'],
  perks: ['Perks', 'What the studio gives players, and what games unlock by it.'],
  announcements: ['Announcements', 'What games show their players when they start.'],
  shortlinks: ['Shortlinks', 'Short addresses of ours, and who opened them.'],
  telemetry: ['Telemetry', 'What pages report, without a word about whom.'],
};
const ORDER = Object.keys(NOUNS);

export interface NounReference {
  readonly noun: string;
  readonly title: string;
  readonly about: string;
  readonly calls: readonly CallReference[];
}

export function groupByNoun(calls: readonly CallReference[]): NounReference[] {
  const rank = (noun: string) => (ORDER.includes(noun) ? ORDER.indexOf(noun) : ORDER.length);
  return [...Map.groupBy(calls, ({ noun }) => noun)]
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([noun, calls]) => {
      const [title = noun, about = ''] = NOUNS[noun] ?? [];
      return { noun, title, about, calls: calls.toSorted(byPath) };
    });
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function byPath(one: CallReference, other: CallReference): number {
  return one.path.localeCompare(other.path) || METHODS.indexOf(one.method) - METHODS.indexOf(other.method);
}

/** Of a noun on its page; no id of a call has such a name. */
export function nounAnchor(noun: string): string {
  return `calls-${noun}`;
}

type SearchableCall = Pick<CallReference, 'id' | 'noun' | 'method' | 'path' | 'summary' | 'parameters' | 'fields'>;

export function summarize({ id, noun, method, path, summary, parameters, fields }: SearchableCall): CallSummary {
  return { id, noun, method, path, summary, names: [...parameters, ...fields].map(({ name }) => name) };
}

/** The ids of calls with all words: in the path, the sentence about it, or the name of a parameter. */
export function searchCalls(calls: readonly CallSummary[], words: string): ReadonlySet<string> {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = calls.filter((call) => {
    const text = toSearchText(call);
    return wanted.every((word) => text.includes(word));
  });
  return new Set(found.map(({ id }) => id));
}

function toSearchText({ id, method, path, summary, names }: CallSummary): string {
  return [id, method, path, summary, ...names].join(' ').toLowerCase();
}

/** The page of a call. @throws Error for a noun that stands on none */
export function groupOf({ noun }: Pick<CallReference, 'noun'>): GroupName {
  const group = GROUP_NAMES.find((name) => CALL_GROUPS[name].nouns.some((one) => one === noun));
  if (group === undefined) throw new Error(`${noun} is in no group of content/api-docs/call-groups.ts`);
  return group;
}
