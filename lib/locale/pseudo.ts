import type { MessageTemplate, MessageCatalog, MessagePart } from './messages.ts';

/** Readable: a plain letter on a page is a text without a key, a missing bracket one cut off or concatenated. */
export function pseudoMessages({ texts }: Pick<MessageCatalog, 'texts'>): MessageCatalog['texts'] {
  return Object.fromEntries(Object.entries(texts).map(([key, message]) => [key, pseudoMessage(message)]));
}

function pseudoMessage(message: MessageTemplate): MessageTemplate {
  return typeof message === 'string' ? `⟦${accentText(message)}⟧` : ['⟦', ...message.map(pseudoPart), '⟧'];
}

function pseudoPart(part: MessagePart): MessagePart {
  if (typeof part === 'string') return accentText(part);
  if (part === 0) return part;
  if ('inside' in part) return { ...part, inside: part.inside.map(pseudoPart) };
  if ('cases' in part) return { ...part, cases: pseudoCases(part.cases) };
  if ('plurals' in part) return { ...part, plurals: pseudoCases(part.plurals) };
  return part;
}

function pseudoCases(cases: Readonly<Record<string, readonly MessagePart[]>>): Record<string, MessagePart[]> {
  return Object.fromEntries(Object.entries(cases).map(([name, parts]) => [name, parts.map(pseudoPart)]));
}

function accentText(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const accentText = ACCENTED[PLAIN.indexOf(letter)] ?? letter;
    return VOWELS.includes(letter) ? accentText + accentText : accentText;
  });
}

const VOWELS = 'aeiou';
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀçđéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ';
