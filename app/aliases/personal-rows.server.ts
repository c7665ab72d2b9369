import * as z from 'zod/mini';

import { MaybeText, MaybeTime, NO_UUID, Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { CONTEXTS } from './contexts.server.ts';

const aliases: PersonalRows = {
  name: 'aliases',
  title: 'exports.part.aliases',
  of: ['aliases.user_id'],
  schema: z.object({
    context: z.string(),
    alias: z.string(),
    safeAlias: z.string(),
    state: z.string(),
    stateAt: Time,
    changedAt: MaybeTime,
    updatedAt: Time,
  }),
  find: findBy<{ context: string }>(
    ({ userId }, after) => sql`
      select context, alias, safe_alias as "safeAlias", state, state_at as "stateAt", changed_at as "changedAt", updated_at as "updatedAt"
      from aliases where context = any(${[...CONTEXTS]}::text[]) and user_id = ${userId} and context > ${after?.context ?? ''} order by context`,
  ),
};

const aliasHistory: PersonalRows = {
  name: 'alias-history',
  title: 'exports.part.aliasHistory',
  of: ['alias_history.user_id'],
  schema: z.object({
    historyId: z.number(),
    context: z.string(),
    alias: z.string(),
    since: Time,
    until: Time,
    endedBy: z.string(),
  }),
  find: findBy<{ historyId: number }>(
    ({ userId }, after) => sql`
      select history_id::float8 as "historyId", context, alias, since, until, ended_by as "endedBy"
      from alias_history where context = any(${[...CONTEXTS]}::text[]) and user_id = ${userId} and history_id > ${after?.historyId ?? 0} order by history_id`,
  ),
};

const aliasNames: PersonalRows = {
  name: 'alias-names',
  title: 'exports.part.aliasNames',
  of: ['alias_names.user_id'],
  schema: z.object({ context: z.string(), aliasKey: z.string(), heldUntil: MaybeTime, isRefused: z.boolean() }),
  find: findBy<{ context: string; aliasKey: string }>(
    ({ userId }, after) => sql`
      select context, alias_key as "aliasKey", held_until as "heldUntil", is_refused as "isRefused"
      from alias_names where user_id = ${userId} and (context, alias_key) > (${after?.context ?? ''}, ${after?.aliasKey ?? ''}) order by context, alias_key`,
  ),
};

const aliasDecisions: PersonalRows = {
  name: 'alias-decisions',
  title: 'exports.part.aliasDecisions',
  of: ['alias_decisions.user_id'],
  schema: z.object({
    decisionId: z.string(),
    context: z.string(),
    alias: z.string(),
    decision: z.string(),
    reason: MaybeText,
    newAlias: MaybeText,
    decidedAt: Time,
    undoneAt: MaybeTime,
  }),
  find: findBy<{ decisionId: string }>(
    ({ userId }, after) => sql`
      select decision_id as "decisionId", context, alias, decision, reason, new_alias as "newAlias", decided_at as "decidedAt", undone_at as "undoneAt"
      from alias_decisions where context = any(${[...CONTEXTS]}::text[]) and user_id = ${userId} and decision_id > ${after?.decisionId ?? NO_UUID} order by decision_id`,
  ),
};

const aliasReports: PersonalRows = {
  name: 'alias-reports',
  title: 'exports.part.aliasReports',
  of: ['alias_reports.reporter_id'],
  schema: z.object({ context: z.string(), aliasKey: z.string(), reason: z.string(), at: Time }),
  find: findBy<{ context: string; aliasKey: string }>(
    ({ userId }, after) => sql`
      select context, alias_key as "aliasKey", reason, at
      from alias_reports where reporter_id = ${userId} and (context, alias_key) > (${after?.context ?? ''}, ${after?.aliasKey ?? ''}) order by context, alias_key`,
  ),
};

export const aliasRows = {
  personalRows: [aliases, aliasHistory, aliasNames, aliasDecisions, aliasReports],
  withheld: {
    'alias_decisions.decided_by': 'staff',
    'alias_looks.user_id': 'derived',
    'alias_reports.user_id': 'others',
    'alias_words.user_id': 'derived',
  },
} satisfies PersonalData;
