export type FormState = FormSuccess | FormRefusal;

export interface FormSuccess {
  /** Which form it was: `noun.verb`. */
  readonly intent: string;
  readonly done: true;
  readonly text?: string | undefined;
  readonly result?: unknown;
  readonly undo?: FormUndo | undefined;
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

export function isAbout(fields: FieldValues, valueOf: (name: string) => unknown): boolean {
  return Object.entries(fields).every(([name, value]) => valueOf(name) === value);
}
