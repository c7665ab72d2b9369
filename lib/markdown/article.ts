export interface Article {
  /** Safe. */
  readonly html: string;
  /** In the order of the text, for a table of contents. */
  readonly headings: readonly Heading[];
  /** Of Chinese and Japanese each character counts as one. Code is not counted. */
  readonly words: number;
  /** To read it. */
  readonly minutes: number;
}

export interface Heading {
  /** Of the element, unique in the article. */
  readonly id: string;
  /** 2 to 6; the first level is the page's. */
  readonly level: number;
  readonly text: string;
}

/** Goes to another thread, so it holds no functions. */
export interface ArticleOptions {
  readonly words: ArticleWords;
  /** Links to other origins than these lead away. */
  readonly ownOrigins: readonly string[];
}

/** What the renderer itself says, in the language of the text. */
export interface ArticleWords {
  readonly note: string;
  readonly tip: string;
  readonly warning: string;
  readonly spoiler: string;
  readonly footnotes: string;
  /** From a footnote. */
  readonly back: string;
}

/** An article without the blocks that only the product knows. */
export interface ArticleParts extends Omit<Article, 'html'> {
  /** HTML and what stands between: joined, with each block in its place, it is whole. */
  readonly html: readonly (string | BlockCall)[];
}

/** `::name[label]{attributes}` on a line of its own, or a picture, which has the name `image`. */
export interface BlockCall {
  readonly name: string;
  readonly label: string;
  /** As they were typed: whoever renders the block checks them. A picture has `src` and `alt`. */
  readonly attributes: Readonly<Record<string, string>>;
  /** What was typed, to be shown when the block is invalid. */
  readonly source: string;
  /** Among words, so that only phrasing content can stand there. */
  readonly isInline: boolean;
}
