/** What a page says to somebody, and where: in the text of an element, or in one of its attributes. */
export interface RenderedText {
  readonly where: string;
  readonly text: string;
}

/**
 * Everything that a rendered page says in its own language: its title, its description, its texts and the attributes
 * that are shown or read out. What stands under an element with a language of its own is left out.
 * @param html as our server writes it: every attribute in double quotes, every element closed
 */
export function textsIn(html: string): RenderedText[] {
  const texts: RenderedText[] = [];
  const open: OpenElement[] = [];
  for (const { 0: token, index } of html.replace(SILENT, '').matchAll(TOKEN)) {
    const isForeign = open.at(-1)?.isForeign ?? false;
    if (token.startsWith('</')) open.pop();
    else if (token.startsWith('<!')) continue;
    else if (token.startsWith('<')) {
      const element = readTag(token, isForeign);
      if (!element.isForeign) texts.push(...attributesOf(element, token));
      if (!VOID.has(element.name) && !token.endsWith('/>')) open.push(element);
    } else if (!isForeign && token.trim() !== '') {
      texts.push({ where: `${open.map(({ name }) => name).join(' ')} at ${index}`, text: decoded(token).trim() });
    }
  }
  if (open.length > 0) throw new Error(`${open.at(-1)?.name} is not closed`);
  return texts;
}

interface OpenElement {
  readonly name: string;
  readonly isForeign: boolean;
}

const SILENT = /<(script|style)\b[^>]*>[^]*?<\/\1>/g;
const TOKEN = /<!--[^]*?-->|<(?:[^"<>]|"[^"]*")+>|[^<]+/g;
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const SAID = ['alt', 'aria-label', 'aria-description', 'aria-roledescription', 'placeholder', 'title'];

function readTag(token: string, isInForeign: boolean): OpenElement {
  const name = /^<([^\s/>]+)/.exec(token)?.[1] ?? '';
  return { name, isForeign: isInForeign || (name !== 'html' && attribute(token, 'lang') !== undefined) };
}

function attributesOf({ name }: OpenElement, token: string): RenderedText[] {
  const isDescription = name === 'meta' && attribute(token, 'name') === 'description';
  const names = isDescription ? ['content'] : SAID;
  return names.flatMap((one) => {
    const text = attribute(token, one);
    return text === undefined || text.trim() === '' ? [] : [{ where: `${name}[${one}]`, text: decoded(text) }];
  });
}

function attribute(token: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(token)?.[1];
}

function decoded(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex?: string, decimal?: string, name = '') => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal === undefined ? (named[name] ?? whole) : String.fromCodePoint(Number(decimal));
  });
}
