import type { TextKey } from '#app/current/locale.ts';
import { isRole } from '#app/current/role.ts';
import type { Crate } from '#app/storage/crates/crate.ts';
import { ACTIONS, DEFAULT_MAX_SIZE } from '#app/storage/crates/policy.ts';
import type { Action, Grant, Policy, SetRule, StatRule, Subject } from '#app/storage/crates/policy.ts';
import { formatSize } from '#lib/locale/format-size.ts';
import type { PageText } from '#lib/locale/text.tsx';

import { grantsOf } from './policy-controls.ts';

type SentenceTexts = Pick<PageText<TextKey>, 'locale' | 'text' | 'formatList' | 'formatNumber'>;

export const SUBJECT_NAMES = {
  public: 'admin.policy.public',
  authenticated: 'admin.policy.authenticated',
  staff: 'admin.policy.staff',
  admin: 'admin.policy.admin',
  super: 'admin.policy.super',
  owner: 'admin.policy.owner',
  collaborator: 'admin.policy.collaborator',
  app: 'admin.policy.app',
} as const satisfies Record<Subject, TextKey>;

/** What one may do; gets `who`. */
const MAY = {
  list: 'admin.policy.list',
  read: 'admin.policy.read',
  create: 'admin.policy.create',
  update: 'admin.policy.update',
  delete: 'admin.policy.delete',
  tag: 'admin.policy.tag',
  collaborate: 'admin.policy.collaborate',
  transfer: 'admin.policy.transfer',
  stat: 'admin.policy.stat',
  history: 'admin.policy.history',
  override: 'admin.policy.override',
} as const satisfies Record<Action, TextKey>;

/** Of an action by itself. */
export const ACTION_NAMES = {
  list: 'admin.deed.list',
  read: 'admin.deed.read',
  create: 'admin.deed.create',
  update: 'admin.deed.update',
  delete: 'admin.deed.delete',
  tag: 'admin.deed.tag',
  collaborate: 'admin.deed.collaborate',
  transfer: 'admin.deed.transfer',
  stat: 'admin.deed.stat',
  history: 'admin.deed.history',
  override: 'admin.deed.override',
} as const satisfies Record<Action, TextKey>;

/** What a crate allows and asks for, a sentence each, with the part of the policy that says it. */
export function policySentences(
  words: SentenceTexts,
  { policy, maxBytes }: Pick<Crate, 'policy' | 'maxBytes'>,
): PolicySentence[] {
  const { text, formatNumber } = words;
  const size = text('admin.policy.maxBytes', { size: formatSize(maxBytes, formatNumber) });
  const all: PolicySentence[] = [
    ...ACTIONS.map((action) => ({ part: action, sentence: actionSentence(words, policy, action) })),
    ...tagSentences(words, policy),
    { part: 'maxBytes', sentence: size },
    ...limitSentences(words, policy),
    ...statSentences(words, policy),
    ...setSentences(words, policy),
  ];
  return all.map(({ part, sentence }) => ({ part, sentence: capitalized(words.locale, sentence) }));
}

interface PolicySentence {
  readonly part: string;
  readonly sentence: string;
}

function actionSentence(words: SentenceTexts, policy: Policy, action: Action): string {
  return words.text(MAY[action], { who: nameGrants(words, grantsOf(policy, action)) });
}

/** In the middle of a sentence. */
export function nameGrants({ text, formatList }: SentenceTexts, grants: readonly Grant[]): string {
  if (grants.length === 0) return text('admin.policy.nobody');
  return formatList(grants.map((grant) => nameGrant({ text, formatList }, grant)));
}

function nameGrant({ text, formatList }: Pick<SentenceTexts, 'text' | 'formatList'>, grant: Grant): string {
  if (typeof grant === 'string') return text(SUBJECT_NAMES[grant]);
  const included = grant.tags.filter((tag) => !tag.startsWith('-'));
  const excluded = grant.tags.filter((tag) => tag.startsWith('-')).map((tag) => tag.slice(1));
  const which = excluded.length === 0 ? 'with' : included.length === 0 ? 'without' : 'both';
  const tags = { included: formatList(included), excluded: formatList(excluded) };
  return text('admin.policy.tagged', { who: text(SUBJECT_NAMES[grant.to]), which, ...tags });
}

function tagSentences({ text }: SentenceTexts, { hide = {}, protect = {} }: Policy): PolicySentence[] {
  return [
    ...Object.entries(hide).map(([tag, least]) => {
      const who = least === 'direct' ? '' : text(SUBJECT_NAMES[least]);
      return {
        part: `hide.${tag}`,
        sentence: text('admin.policy.hide', { tag, least: isRole(least) ? 'role' : 'direct', who }),
      };
    }),
    ...Object.entries(protect).map(([tag, least]) => {
      return {
        part: `protect.${tag}`,
        sentence: text('admin.policy.protect', { tag, who: text(SUBJECT_NAMES[least]) }),
      };
    }),
  ];
}

function limitSentences(
  words: SentenceTexts,
  { quotas = {}, keep, schema = {}, requirePrecondition }: Policy,
): PolicySentence[] {
  const { text, formatList, formatNumber } = words;
  const holders = (['user', 'crate'] as const).flatMap((holder) => {
    const { items, bytes, versions } = quotas[holder] ?? {};
    const parts = [
      items !== undefined && text('admin.policy.quotaItems', { count: items }),
      bytes !== undefined && formatSize(bytes, formatNumber),
      versions !== undefined && text('admin.policy.quotaVersions', { count: versions }),
    ].filter((part) => part !== false);
    if (parts.length === 0) return [];
    return [{ part: `quotas.${holder}`, sentence: text('admin.policy.quota', { holder, parts: formatList(parts) }) }];
  });
  return [
    ...holders,
    ...(keep?.versions === undefined
      ? []
      : [{ part: 'keep.versions', sentence: text('admin.policy.keepVersions', { count: keep.versions }) }]),
    ...(keep?.days === undefined
      ? []
      : [{ part: 'keep.days', sentence: text('admin.policy.keepDays', { count: keep.days }) }]),
    ...(schema.body === undefined ? [] : [{ part: 'schema.body', sentence: text('admin.policy.schemaBody') }]),
    ...(schema.map === undefined ? [] : [{ part: 'schema.map', sentence: text('admin.policy.schemaMap') }]),
    ...(requirePrecondition ? [{ part: 'requirePrecondition', sentence: text('admin.policy.precondition') }] : []),
  ];
}

function statSentences(words: SentenceTexts, { stats = {}, records = {} }: Policy): PolicySentence[] {
  const { text } = words;
  return [
    ...Object.entries(stats).map(([name, rule]) => {
      const rules = statLimits(words, rule);
      const write =
        rule.write === undefined ? [] : [text('admin.policy.statWrite', { who: nameGrants(words, rule.write) })];
      const parts = [...rules, ...write];
      const limits = parts.length === 0 ? text('admin.policy.statFree') : words.formatList(parts);
      return { part: `stats.${name}`, sentence: text('admin.policy.statRule', { name, limits }) };
    }),
    ...Object.entries(records).map(([name, { best = 'max', write }]) => {
      const who = write === undefined ? '' : nameGrants(words, write);
      const sentence = text('admin.policy.recordRule', { name, best, isOwn: write === undefined ? 'no' : 'yes', who });
      return { part: `records.${name}`, sentence };
    }),
  ];
}

function statLimits({ text, formatNumber }: SentenceTexts, rule: StatRule): string[] {
  const number = (value: number) => formatNumber(value);
  return [
    rule.type === 'integer' && text('admin.policy.statWhole'),
    rule.min !== undefined && text('admin.policy.statMin', { value: number(rule.min) }),
    rule.max !== undefined && text('admin.policy.statMax', { value: number(rule.max) }),
    rule.maxChange !== undefined && text('admin.policy.statStep', { value: number(rule.maxChange) }),
    rule.minInterval !== undefined && text('admin.policy.statEvery', { value: number(rule.minInterval) }),
  ].filter((part) => part !== false);
}

function setSentences(words: SentenceTexts, { sets = {} }: Policy): PolicySentence[] {
  return Object.entries(sets).map(([name, rule]: [string, SetRule]) => {
    const read = nameGrants(words, rule.read ?? ['admin']);
    const write = nameGrants(words, rule.write ?? ['admin']);
    const values = { name, read, write, size: words.formatNumber(rule.maxSize ?? DEFAULT_MAX_SIZE) };
    const key = rule.shownBy === undefined ? 'admin.policy.set' : 'admin.policy.setShown';
    return { part: `sets.${name}`, sentence: words.text(key, values) };
  });
}

function capitalized(locale: string, sentence: string): string {
  const [first = ''] = sentence;
  return first.toLocaleUpperCase(locale) + sentence.slice(first.length);
}
