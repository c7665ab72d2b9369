import { data } from 'react-router';
import type { HeadersFunction } from 'react-router';

import { databaseProblem } from '#lib/database/failures.server.ts';
import type { TextValues } from '#lib/locale/messages.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import type { AuditDeclaration } from '../answer.server.ts';
import type { Current } from '../current.server.ts';
import { getText } from '../locale.ts';
import type { TextKey } from '../locale.ts';
import { requireRole } from '../permission.ts';
import { unknownPage } from '../problems.ts';
import { answerOnce } from './form-answers.server.ts';
import type { FormReply } from './form-answers.server.ts';
import { FormFields } from './form-fields.ts';
import type { FormProblem, FormState, FormUndo } from './form-state.ts';
import { problemText } from './problem-text.server.ts';

/** What a form asks for: the lowest role that may, the deed, and what the audit gets of a deed of staff. */
export type FormIntent = FormRights & FormAction;

export type FormIntents = Readonly<Record<string, FormIntent>>;

type FormRights =
  | ({ readonly least: 'public' | 'authenticated' } & Partial<AuditDeclaration>)
  | ({ readonly least: 'staff' | 'admin' | 'super' } & AuditDeclaration);

type FormAction =
  | { readonly text?: never; readonly run: (current: Current, fields: FormFields) => Promise<FormAnswer | Response> }
  /** Whatever the deed returns, a success says this alone. */
  | { readonly text: TextKey; readonly run: (current: Current, fields: FormFields) => Promise<unknown> };

export interface FormAnswer {
  readonly text?: TextKey;
  readonly values?: TextValues;
  /** Further data of the page, visible to its visitor. */
  readonly result?: unknown;
  readonly undo?: FormUndo | undefined;
  /** The id of what gets the focus, by `focusTarget`; by default the notice, where the focus is lost. */
  readonly next?: string;
  readonly headers?: HeadersInit;
}

/** A refusal goes back to the form; the screen must export `headers = formHeaders`. @throws Problem of `errorPage`, or with a page */
export async function answerForm(
  current: Current,
  form: FormData,
  intents: FormIntents,
  { intent: otherwise = '', unknown = unknownPage, errorPage = [] }: FormOptions = {},
) {
  const fields = new FormFields(form);
  const intent = fields.raw('intent') || otherwise;
  const act = Object.hasOwn(intents, intent) ? intents[intent] : undefined;
  if (act === undefined) throw new Problem(unknown);
  try {
    requireRole(current, act.least);
    return await answerOnce(current, form, async () => toReply(current, intent, await runIntent(act, current, fields)));
  } catch (thrown) {
    const refusal = thrown instanceof Problem ? thrown : databaseProblem(thrown);
    if (refusal === undefined || errorPage.some(({ code }) => code === refusal.code)) throw thrown;
    const { status, details } = refusal;
    if (details.page !== undefined) throw refusal;
    const problem = await toFormProblem(current, refusal);
    const state: FormState = { intent, done: false, problem, values: fields.typed() };
    return data<FormState>(state, { status, headers: details.headers ?? {} });
  }
}

async function toReply(current: Current, intent: string, answer: FormAnswer | Response): Promise<FormReply> {
  if (answer instanceof Response) return answer;
  const { text: key, values, result, undo, next, headers = {} } = answer;
  const text = key && (await getText(current.locale))(key, values);
  return data<FormState>({ intent, done: true, text, result, undo, next }, { headers });
}

async function runIntent(intent: FormIntent, current: Current, fields: FormFields): Promise<FormAnswer | Response> {
  if (intent.text === undefined) return intent.run(current, fields);
  await intent.run(current, fields);
  return { text: intent.text };
}

interface FormOptions {
  readonly intent?: string;
  readonly unknown?: ProblemKind;
  readonly errorPage?: readonly ProblemKind[];
}

export const formHeaders: HeadersFunction = ({ loaderHeaders, actionHeaders }) =>
  new Headers([...loaderHeaders, ...actionHeaders]);

/** Puts a refusal at the field of the deed. @param isAtField which refusals; by default all */
export async function atField<Result>(
  name: string,
  action: Promise<Result>,
  isAtField: (refusal: Problem) => boolean = () => true,
): Promise<Result> {
  try {
    return await action;
  } catch (refusal) {
    if (!(refusal instanceof Problem) || !isAtField(refusal)) throw refusal;
    throw new Problem(refusal, { ...refusal.details, fields: { [name]: refusal.message } });
  }
}

async function toFormProblem(current: Current, refusal: Problem): Promise<FormProblem> {
  const { code, message, details } = refusal;
  const sentence = await problemText(current.locale, refusal);
  const fields = Object.entries(details.fields ?? {});
  if (fields.length === 0) return { code, ...sentence };
  return {
    code,
    ...sentence,
    fields: Object.fromEntries(fields.map(([name, words]) => [name, words === message ? sentence.text : words])),
  };
}
