import type { Current } from '#app/current/current.server.ts';
import type { FormOutcome } from '#app/current/forms/form-outcome.ts';
import { readIfMatch } from '#lib/http/conditions.ts';
import { Problem } from '#lib/problem.ts';

import { decideAlias } from '../moderation/decisions.server.ts';
import { DecisionKind, MAX_REASON } from '../moderation/moderation.ts';
import { undoDecision } from '../moderation/undo.server.ts';

export interface ModerationOutcome {
  readonly outcome: FormOutcome;
  readonly status: number;
}

/**
 * What the forms of the moderation page do: a decision, or the undo of one. Own words win over a reason that was picked.
 * @returns undefined for a form that is none of them
 */
export async function moderateByForm(current: Current, form: FormData): Promise<ModerationOutcome | undefined> {
  const intent = fieldOf(form, 'intent');
  if (intent !== 'aliases.undo' && !DECIDE.test(intent)) return undefined;
  try {
    const result = intent === 'aliases.undo' ? await undo(current, form) : await decide(current, form, intent);
    return { outcome: { intent, result }, status: 200 };
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    const { code, message, status, details } = refusal;
    const typed = Object.fromEntries(TYPED.map((name) => [name, fieldOf(form, name)]));
    return { outcome: { intent, problem: { code, message, fields: details.fields }, typed }, status };
  }
}

const DECIDE = /^aliases\.(?:approve|deny|replace|whitelist)$/;
const TYPED = ['context', 'userId', 'reason', 'template', 'alias'];

function decide(current: Current, form: FormData, intent: string) {
  const decision = DecisionKind.parse(intent.replace('aliases.', ''));
  const isTold = decision === 'deny' || decision === 'replace';
  const reason = fieldOf(form, 'reason') || (isTold ? fieldOf(form, 'template') : '');
  const asked = { decision, reason: reason.slice(0, MAX_REASON), alias: fieldOf(form, 'alias') };
  const [context, userId, etag] = ['context', 'userId', 'etag'].map((name) => fieldOf(form, name));
  return decideAlias(current, context ?? '', userId ?? '', asked, readIfMatch(etag));
}

async function undo(current: Current, form: FormData): Promise<{ alias: string }> {
  await undoDecision(current, fieldOf(form, 'decisionId'));
  return { alias: fieldOf(form, 'alias') };
}

function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
