export interface Article {
  /** Safe. */
  readonly html: string;
  /** In the order of the text, for a table of contents. */
  readonly headings: readonly Heading[];
  /** Of Chinese and Japanese each character counts as one. Code is not counted. */
  readonly words: number;
  /** To read it. */
  readonly minutes: number;
  /** Where it was asked for. */
  readonly outline?: ArticleOutline;
}

/** What a text is made of, each part with the line it begins on, from 1. */
export interface ArticleOutline {
  /** By the number of their marks, also those without words. */
  readonly headings: readonly { readonly depth: number; readonly text: string; readonly line: number }[];
  /** `alt` is undefined where nothing is said of it, and empty where the text says that it is. */
  readonly pictures: readonly { readonly src: string; readonly alt: string | undefined; readonly line: number }[];
  readonly links: readonly { readonly href: string; readonly line: number }[];
  /** Blocks that are shown as they were typed, because there is none of that name, or not with what it says. */
  readonly plainBlocks: readonly { readonly source: string; readonly line: number }[];
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
  readonly withOutline?: boolean;
}

/** What the renderer itself says, in the language of the text. */
interface ArticleWords {
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
  /** On which it was typed, with an outline. */
  readonly line?: number;
  /** Among words, so that only phrasing content can stand there. */
  readonly isInline: boolean;
}
