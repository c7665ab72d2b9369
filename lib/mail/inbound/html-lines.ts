import { Tokenizer } from 'htmlparser2';

import type { MailLine } from './mail-lines.ts';

/**
 * What HTML says, by lines: a quote is what mail programs make of one, and not the element around it in which people write on.
 * Reads tokens and no tree, so that no depth of elements costs more than their number.
 */
export function linesOfHtml(html: string): MailLine[] {
  const page = new LinePage();
  let tag: OpenTag = { name: '', attributes: {} };
  let [attribute, value] = ['', ''];
  const tokens = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => page.write(html.slice(start, end)),
      ontextentity: (codePoint) => page.write(String.fromCodePoint(codePoint)),
      onopentagname: (start, end) => (tag = { name: html.slice(start, end).toLowerCase(), attributes: {} }),
      onattribname: (start, end) => ([attribute, value] = [html.slice(start, end).toLowerCase(), '']),
      onattribdata: (start, end) => (value += html.slice(start, end)),
      onattribentity: (codePoint) => (value += String.fromCodePoint(codePoint)),
      onattribend: () => {
        if (READ.has(attribute)) tag.attributes[attribute] ??= value;
      },
      onopentagend: () => page.open(tag),
      onselfclosingtag: () => page.open(tag),
      onclosetag: (start, end) => page.close(html.slice(start, end).toLowerCase()),
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
    },
  );
  tokens.write(html);
  tokens.end();
  return page.end();
}

function ignore(): void {
  // Nobody sees it.
}

interface OpenTag {
  readonly name: string;
  readonly attributes: Record<string, string>;
}

interface OpenElement extends OpenTag {
  readonly isQuote: boolean;
  readonly isHidden: boolean;
  /** Where its text begins among the parts of the line. */
  readonly at: number;
}

const BLOCKS = new Set(
  'address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header html li main nav ol p pre section table tbody tr ul'.split(
    ' ',
  ),
);
const READ = new Set(['alt', 'class', 'href', 'style']);
/** With an empty line around them. */
const SPACED = new Set('blockquote dl h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));
const HIDDEN = new Set('head noscript script style template title'.split(' '));
const EMPTY = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

class LinePage {
  readonly #lines: MailLine[] = [];
  readonly #elements: OpenElement[] = [];
  /** How many of a name are open. */
  readonly #open = new Map<string, number>();
  /** Joined once, at its end. */
  #parts: string[] = [];
  #isSpaced = false;
  #depth = 0;
  #hidden = 0;

  write(text: string): void {
    if (this.#hidden > 0) return;
    if ((this.#open.get('pre') ?? 0) > 0) {
      const [first = '', ...rest] = text.replaceAll(/\r\n?/g, '\n').split('\n');
      this.#add(first);
      for (const line of rest) {
        this.#break();
        this.#add(line);
      }
      return;
    }
    const words = text.replaceAll(/[ \t\r\n\f\u200B\uFEFF]+/g, ' ');
    this.#add(this.#parts.at(-1)?.endsWith(' ') === false ? words : words.replace(/^ /, ''));
  }

  open(tag: OpenTag): void {
    const { name, attributes } = tag;
    if (name === 'br') this.#break();
    else if (name === 'hr') this.#rule();
    else if (name === 'img') this.#add(readPictogram(attributes));
    if (EMPTY.has(name)) return;
    if (BLOCKS.has(name)) this.#flush(name);
    const isHidden = HIDDEN.has(name) || /display\s{0,9}:\s{0,9}none/i.test(attributes['style'] ?? '');
    const element = { ...tag, isQuote: isQuote(tag), isHidden, at: this.#parts.length };
    this.#elements.push(element);
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    this.#count(element, 1);
    if (name === 'li') this.#add('- ');
  }

  /** One that was never opened closes nothing. */
  close(name: string): void {
    if ((this.#open.get(name) ?? 0) === 0) return;
    for (let element = this.#elements.pop(); element !== undefined; element = this.#elements.pop()) {
      this.#open.set(element.name, (this.#open.get(element.name) ?? 1) - 1);
      if (BLOCKS.has(element.name)) this.#flush(element.name);
      else if (element.name === 'td' || element.name === 'th') this.#add(' ');
      else if (element.name === 'a') this.#addAddress(element);
      this.#count(element, -1);
      if (element.name === name) return;
    }
  }

  end(): MailLine[] {
    this.#flush('');
    return this.#lines;
  }

  #count({ isQuote, isHidden }: OpenElement, by: 1 | -1): void {
    if (isQuote) this.#depth += by;
    if (isHidden) this.#hidden += by;
  }

  #add(text: string): void {
    if (text === '' || this.#hidden > 0) return;
    if (this.#isSpaced && text.trim() !== '' && this.#lines.at(-1)?.text !== '') this.#push('');
    if (text.trim() !== '') this.#isSpaced = false;
    this.#parts.push(text.replaceAll('\u00A0', ' '));
  }

  #push(text: string): void {
    if (this.#lines.length > 0 || text !== '') this.#lines.push({ depth: this.#depth, text });
  }

  #takeLine(): string {
    const line = this.#parts.join('').trimEnd();
    this.#parts = [];
    return line;
  }

  #flush(name: string): void {
    const line = this.#takeLine();
    if (line !== '') this.#push(line);
    if (SPACED.has(name)) this.#isSpaced = true;
  }

  #break(): void {
    if (this.#hidden === 0) this.#push(this.#takeLine());
  }

  #rule(): void {
    this.#flush('');
    this.#push('________________________________');
  }

  /** Where a link leads, if its words do not say so. */
  #addAddress({ attributes: { href = '' }, at }: OpenElement): void {
    if (!/^https?:\/\//i.test(href) || (this.#open.get('a') ?? 0) > 0) return;
    const words = this.#parts.slice(at).join('').trim();
    if (words !== '' && !href.includes(words)) this.#add(` <${href}>`);
  }
}

/** Apple Mail, Thunderbird (`cite`), Gmail, Outlook, Yahoo, Proton, QQ; a blockquote without a border indents. */
function isQuote({ name, attributes: { class: classes = '', style = '' } }: OpenTag): boolean {
  if (name === 'blockquote') return !/border\s{0,9}:\s{0,9}(?:none|0)/i.test(style) || /quote/.test(classes);
  return name === 'div' && /(?:^|\s)(?:yahoo_quoted|zmail_extra)(?:\s|$)/.test(classes);
}

/** An emoji is a picture in some mail programs. */
function readPictogram({ alt = '' }: Record<string, string>): string {
  return /^\p{Extended_Pictographic}/u.test(alt) && alt.length <= 20 ? alt : '';
}
