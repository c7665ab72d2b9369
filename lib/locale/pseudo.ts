import { TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

import type { Message, Messages } from './messages.ts';

/**
 * The texts as a language that nobody speaks: still readable, but every letter has an accent, vowels are doubled, which
 * makes a text about 30 % longer, and brackets show where it begins and ends. So a plain letter on a page is a text
 * without a key, and a missing bracket one that was cut off or put together. Arguments, tags and plurals stay.
 */
export function pseudoMessages({ texts }: Pick<Messages, 'texts'>): Messages['texts'] {
  return Object.fromEntries(Object.entries(texts).map(([key, message]) => [key, pseudoMessage(message)]));
}

function pseudoMessage(message: Message): Message {
  if (typeof message === 'string') return `⟦${accented(message)}⟧`;
  return [{ type: TYPE.literal, value: '⟦' }, ...message.map(pseudoElement), { type: TYPE.literal, value: '⟧' }];
}

function pseudoElement(element: MessageFormatElement): MessageFormatElement {
  switch (element.type) {
    case TYPE.literal:
      return { ...element, value: accented(element.value) };
    case TYPE.tag:
      return { ...element, children: element.children.map(pseudoElement) };
    case TYPE.select:
    case TYPE.plural: {
      const options = Object.entries(element.options).map(([name, { value, ...rest }]) => {
        return [name, { ...rest, value: value.map(pseudoElement) }] as const;
      });
      return { ...element, options: Object.fromEntries(options) };
    }
    default:
      return element;
  }
}

function accented(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const accented = ACCENTED[PLAIN.indexOf(letter)] ?? letter;
    return VOWELS.includes(letter) ? accented + accented : accented;
  });
}

const VOWELS = 'aeiou';
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀçđéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ';
