import { data } from 'react-router';
import type { HeadersFunction } from 'react-router';

import type { TextValues } from '#lib/locale/messages.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import type { Current } from '../current.server.ts';
import { getText } from '../locale.ts';
import type { TextKey } from '../locale.ts';
import { unknownPage } from '../problems.ts';
import { FormFields } from './form-fields.ts';
import type { FormProblem, FormState, FormUndo } from './form-state.ts';
import { problemText } from './problem-text.server.ts';

/** What a form does: its deed, and what is told of it; or a redirect. */
export type FormIntent = (current: Current, fields: FormFields) => Promise<FormAnswer | Response>;

/** What the forms of a page do, by their field `intent`: `noun.verb`. */
export type FormIntents = Readonly<Record<string, FormIntent>>;

export interface FormAnswer {
  /** What is told, with its values. */
  readonly text?: TextKey;
  readonly values?: TextValues;
  /** What the page needs beside that. It is read by whoever looks at the page. */
  readonly result?: unknown;
  readonly undo?: FormUndo | undefined;
  readonly headers?: HeadersInit;
}

/**
 * Does what a form of a page asks for. A refusal comes back to the form with its status and headers, in the language of
 * the page and with what was typed; its screen exports `headers = formHeaders`.
 * @throws Problem for a form that the page does not have, and the refusals that are an error page
 */
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
    const answer = await act(current, fields);
    if (answer instanceof Response) return answer;
    const { text: key, values, result, undo, headers = {} } = answer;
    const text = key && (await getText(current.locale))(key, values);
    return data<FormState>({ intent, done: true, text, result, undo }, { headers });
  } catch (refusal) {
    if (!(refusal instanceof Problem) || errorPage.some(({ code }) => code === refusal.code)) throw refusal;
    const { status, details } = refusal;
    const problem = await problemOf(current, refusal);
    const state: FormState = { intent, done: false, problem, values: fields.typed() };
    return data<FormState>(state, { status, headers: details.headers ?? {} });
  }
}

interface FormOptions {
  /** Of a form that names none. */
  readonly intent?: string;
  /** The refusal of a form that the page does not have. */
  readonly unknown?: ProblemKind;
  /** What leaves nothing of the page to show. */
  readonly errorPage?: readonly ProblemKind[];
}

/** What an answer says beside the page, such as when to come again after too many tries. */
export const formHeaders: HeadersFunction = ({ actionHeaders }) => actionHeaders;

/**
 * Has a refusal stand at the field that the deed is about.
 * @param isAtField which refusals, unless all
 */
export async function atField<Result>(
  name: string,
  deed: Promise<Result>,
  isAtField: (refusal: Problem) => boolean = () => true,
): Promise<Result> {
  try {
    return await deed;
  } catch (refusal) {
    if (!(refusal instanceof Problem) || !isAtField(refusal)) throw refusal;
    throw new Problem(refusal, { ...refusal.details, fields: { [name]: refusal.message } });
  }
}

async function problemOf(current: Current, refusal: Problem): Promise<FormProblem> {
  const { code, message, details } = refusal;
  const said = await problemText(current.locale, refusal);
  const fields = Object.entries(details.fields ?? {});
  if (fields.length === 0) return { code, ...said };
  return {
    code,
    ...said,
    fields: Object.fromEntries(fields.map(([name, words]) => [name, words === message ? said.text : words])),
  };
}
