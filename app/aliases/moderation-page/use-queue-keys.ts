import { useEffect, useRef } from 'react';

/** Whose button a key presses on the card that has the keyboard, and how far it moves on. */
const BUTTONS: Readonly<Record<string, string>> = { a: 'aliases.approve', d: 'aliases.deny', r: 'aliases.replace' };
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/**
 * Keys of a queue of cards, each a list item that can have the keyboard: J and K go from card to card, A, D and R press
 * its buttons, U the undo of the page. They work only while the keyboard is in the queue, and never while somebody
 * writes (WCAG 2.1.4).
 * @returns for the list around the cards, and what finds the card in the place of the one that was judged last
 */
export function useQueueKeys() {
  const list = useRef<HTMLOListElement>(null);
  const judged = useRef(0);
  useEffect(() => {
    const queue = list.current;
    const press = (event: KeyboardEvent) => {
      const cards = cardsOf(queue);
      const at = cards.findIndex((card) => card.contains(document.activeElement));
      if (at === -1 || isOtherShortcut(event)) return;
      const key = event.key.toLowerCase();
      const step = STEPS[key];
      const button = BUTTONS[key];
      if (step !== undefined) cards[at + step]?.focus();
      else if (key === 'u') clickButtonIn(document.body, 'aliases.undo');
      else if (button !== undefined) clickButtonIn(cards[at], button);
      else return;
      event.preventDefault();
    };
    const send = ({ target }: Event) => {
      judged.current = cardsOf(queue).findIndex((card) => target instanceof Node && card.contains(target));
    };
    queue?.addEventListener('keydown', press);
    queue?.addEventListener('submit', send);
    return () => {
      queue?.removeEventListener('keydown', press);
      queue?.removeEventListener('submit', send);
    };
  }, []);
  const findCard = () => {
    const cards = cardsOf(list.current);
    return cards[Math.min(judged.current, cards.length - 1)];
  };
  return [list, findCard] as const;
}

function cardsOf(list: HTMLElement | null): HTMLElement[] {
  return Array.from(list?.children ?? []).filter((child) => child instanceof HTMLElement);
}

function isOtherShortcut({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isWriting = target instanceof Element && target.closest('input, textarea, select') !== null;
  return isWriting || ctrlKey || metaKey || altKey;
}

function clickButtonIn(place: HTMLElement | undefined, intent: string): void {
  place?.querySelector<HTMLButtonElement>(`button[value="${intent}"]`)?.click();
}
