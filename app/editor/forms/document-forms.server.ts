import { data } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { answerForm } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { FormFields } from '#app/current/forms/form-fields.ts';
import type { FieldValues, FormState } from '#app/current/forms/form-state.ts';
import type { ProblemKind } from '#lib/problem.ts';

import { textOfForm } from '../documents.server.ts';
import type { Finding } from '../finding.ts';
import { MERGE_CHOICES, joinParts } from '../merge.ts';
import type { Merge, MergeChoice } from '../merge.ts';
import { changedByOthers, choiceMissing } from '../problems.ts';

export interface DocumentForms {
  /** @param sent what was typed, or what came of merging it */
  readonly buildIntents: (sent: FormData) => FormIntents;
  /** Undefined for what is not saved yet, so that nobody else can have changed it. */
  readonly merging: DocumentMerging | undefined;
  readonly unready?: { readonly kind: ProblemKind; readonly find: (fields: FormFields) => Promise<readonly Finding[]> };
  /** Of a button that says something else instead of an intent. */
  readonly otherwise?: string;
}

export interface DocumentMerging {
  /** @param theirs the state that the writer has compared with; by default the present one */
  readonly merge: (typed: FormData, theirs?: string) => Promise<Merge>;
  /** The fields of the form, with what was chosen among them; and the intent, where it is not to save. */
  readonly toFields: (merge: Merge, chosen: ChosenValues) => FieldValues;
}

export interface ChosenValues {
  readonly fields: FieldValues;
  readonly text: string;
}

/** A conflict is answered with what is to be merged; what is chosen is then saved as anything else. */
export async function answerDocument(
  current: Current,
  form: FormData,
  { buildIntents, merging, unready, otherwise = '' }: DocumentForms,
) {
  let sent = form;
  if (merging !== undefined && form.get('intent') === MERGE) {
    const merge = await merging.merge(form, new FormFields(form).raw('theirs'));
    const chosen = readChoices(form, merge);
    if (chosen === undefined) return choiceRefusal(form, merge);
    sent = mergedForm(merging.toFields(merge, chosen), merge.etag);
  }
  const answer = await answerForm(current, sent, buildIntents(sent), { intent: otherwise });
  if (answer instanceof Response || answer.data.done) return answer;
  const { data: state, init } = answer;
  if (merging !== undefined && state.problem.code === changedByOthers.code) {
    return data<FormState & { merge: Merge }>({ ...state, merge: await merging.merge(sent) }, init ?? {});
  }
  if (state.problem.code !== unready?.kind.code) return answer;
  return data<FormState & { findings: readonly Finding[] }>(
    { ...state, findings: await unready.find(new FormFields(sent)) },
    init ?? {},
  );
}

const MERGE = 'editor.merge';

/** Undefined while a choice is missing. */
export function readChoices(form: FormData, { fields, parts }: Merge): ChosenValues | undefined {
  const typed = new FormFields(form);
  const findChoice = (name: string): MergeChoice | undefined =>
    MERGE_CHOICES.find((choice) => choice === typed.raw(`choice-${name}`));
  const readOwnText = (name: string) => textOfForm(typed.raw(`own-${name}`));
  const chosen = fields.map(({ name, mine, theirs }) => {
    const hasLines = mine.includes('\n') || theirs.includes('\n');
    const own = hasLines ? readOwnText(name) : readOwnText(name).replaceAll(/\s+/g, ' ');
    const sides: Partial<Record<MergeChoice, string>> = { mine, theirs, own };
    return [name, sides[findChoice(name) ?? 'both']] as const;
  });
  const text = joinParts(parts, (at) => {
    const choice = findChoice(String(at));
    return choice === 'own' ? readOwnText(String(at)).split('\n') : choice;
  });
  if (text === undefined || chosen.some(([, value]) => value === undefined)) return undefined;
  return { fields: Object.fromEntries(chosen) as FieldValues, text };
}

function choiceRefusal(form: FormData, merge: Merge) {
  const { status, code, message: text } = choiceMissing;
  const values = new FormFields(form).typed();
  return data({ intent: MERGE, done: false as const, problem: { code, text }, values, merge }, { status });
}

function mergedForm(fields: FieldValues, etag: string): FormData {
  const merged = new FormData();
  for (const [name, value] of Object.entries({ intent: 'editor.save', ...fields, etag, merged: 'yes' }))
    merged.set(name, value);
  return merged;
}
