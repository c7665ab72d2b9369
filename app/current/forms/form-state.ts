/** What has become of a form. */
export type FormState = FormSuccess | FormRefusal;

export interface FormSuccess {
  /** Which form it was: `noun.verb`. */
  readonly intent: string;
  readonly done: true;
  /** What is told of it, in the language of the page. */
  readonly text?: string | undefined;
  readonly result?: unknown;
  readonly undo?: FormUndo | undefined;
}

/** The form that takes it back. */
export interface FormUndo {
  readonly intent: string;
  readonly fields: FieldValues;
}

export interface FormRefusal {
  readonly intent: string;
  readonly done: false;
  readonly problem: FormProblem;
  /** What was typed, for it to stand there again, but for what nobody should see twice. */
  readonly values: FieldValues;
}

/** Why a form was refused, in the language of the page. */
export interface FormProblem extends ProblemText {
  readonly code: string;
  /** What is wrong, by the name of the field: the same text, or what the form says in words of its own. */
  readonly fields?: FieldValues | undefined;
}

export interface ProblemText {
  readonly text: string;
  /** Said where the text is in another language than the page. */
  readonly lang?: 'en' | undefined;
}

export type FieldValues = Readonly<Record<string, string>>;

/** Whether the form is about these things: it has every one of these fields. */
export function isAbout(fields: FieldValues, valueOf: (name: string) => unknown): boolean {
  return Object.entries(fields).every(([name, value]) => valueOf(name) === value);
}
