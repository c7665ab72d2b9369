/** A refusal as a form gets it back. */
export interface FormRefusal {
  readonly code: string;
  /** The sentence of the API, in English. */
  readonly message: string;
  /** What is wrong, by the name of the field. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/** What has become of a form of a page that has several. */
export interface FormOutcome {
  /** Which form it was: `noun.verb`. */
  readonly intent: string;
  readonly result?: unknown;
  readonly problem?: FormRefusal;
  /** What was typed into the form that was refused, for it to stand there again. */
  readonly typed?: Readonly<Record<string, string>>;
}
