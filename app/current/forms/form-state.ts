import { createContext } from 'react';

/** The field by which the server knows a form that arrives twice. */
export const FORM_KEY = 'formKey';

/** What the server writes into that field; browsers have none. */
export const FormKeyContext = /* @__PURE__ */ createContext<string | undefined>(undefined);

export type FormState = FormSuccess | FormRefusal;

interface FormSuccess {
  readonly intent: string;
  readonly done: true;
  readonly text?: string | undefined;
  readonly result?: unknown;
  readonly undo?: FormUndo | undefined;
  /** The id of what gets the focus. */
  readonly next?: string | undefined;
}

export interface FormUndo {
  readonly intent: string;
  readonly fields: FieldValues;
}

export interface FormRefusal {
  readonly intent: string;
  readonly done: false;
  readonly problem: FormProblem;
  readonly values: FieldValues;
}

/** Props of a field: what was typed when it was refused, and why, else what is written. */
export function fieldFor(refusal: FormRefusal | undefined, name: string, written?: string | number) {
  return { name, error: refusal?.problem.fields?.[name], defaultValue: refusal?.values[name] ?? written ?? '' };
}

export interface FormProblem extends ProblemText {
  readonly code: string;
  readonly fields?: FieldValues | undefined;
}

export interface ProblemText {
  readonly text: string;
  /** When the text is not in the language of the page. */
  readonly lang?: 'en' | undefined;
}

export type FieldValues = Readonly<Record<string, string>>;

/** What an answer may name as its `next`. Without scripts the browser gives it the focus, with them `useForm`. */
export function focusTarget(state: FormState | undefined, id: string): { id: string; autoFocus: boolean } {
  return { id, autoFocus: state?.done === true && state.next === id };
}

export function isAbout(fields: FieldValues, valueFor: (name: string) => unknown): boolean {
  return Object.entries(fields).every(([name, value]) => valueFor(name) === value);
}
