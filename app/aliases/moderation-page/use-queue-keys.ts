import { useEffect, useRef } from 'react';

const BUTTONS: Readonly<Record<string, string>> = { a: 'aliases.approve', d: 'aliases.deny', r: 'aliases.replace' };
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** J, K, A, D, R and U work only while the focus is in the queue, and never while somebody types (WCAG 2.1.4). */
export function useQueueKeys() {
  const list = useRef<HTMLOListElement>(null);
  const judged = useRef(0);
  useEffect(() => {
    const queue = list.current;
    const press = (event: KeyboardEvent) => {
      const cards = listCards(queue);
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
      judged.current = listCards(queue).findIndex((card) => target instanceof Node && card.contains(target));
    };
    queue?.addEventListener('keydown', press);
    queue?.addEventListener('submit', send);
    return () => {
      queue?.removeEventListener('keydown', press);
      queue?.removeEventListener('submit', send);
    };
  }, []);
  const findCard = () => {
    const cards = listCards(list.current);
    return cards[Math.min(judged.current, cards.length - 1)];
  };
  return [list, findCard] as const;
}

function listCards(list: HTMLElement | null): HTMLElement[] {
  return Array.from(list?.children ?? []).filter((child) => child instanceof HTMLElement);
}

function isOtherShortcut({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isWriting = target instanceof Element && target.closest('input, textarea, select') !== null;
  return isWriting || ctrlKey || metaKey || altKey;
}

function clickButtonIn(area: HTMLElement | undefined, intent: string): void {
  area?.querySelector<HTMLButtonElement>(`button[value="${intent}"]`)?.click();
}
