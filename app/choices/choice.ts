/** Where choices are asked for. */
export type ChoicePage = '/account/settings' | '/alerts';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  /** Of the label, where that is not in the language of the page. */
  readonly lang?: string;
}

/** A choice as its page shows it, in the words of its reader. */
export interface ShownChoice {
  readonly name: string;
  readonly title: string;
  readonly about: string | undefined;
  /** Without them it is typed. */
  readonly options: readonly ChoiceOption[] | undefined;
  readonly value: string;
  /** Nothing is chosen yet, and the browser knows better than the fallback. */
  readonly isGuess: boolean;
}
