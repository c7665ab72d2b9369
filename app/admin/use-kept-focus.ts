import { useEffect, useRef } from 'react';

/**
 * Whoever goes by keyboard stays where they were: an answer may take away what had the focus, such as a filter that was taken off, or write
 * a field anew. Then the first thing that can have it, in what is left around that, gets it.
 */
export function useKeptFocus(): void {
  const around = useRef<readonly HTMLElement[]>([]);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      around.current = target instanceof HTMLElement ? listAround(target) : [];
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  // With each page and each answer, which the frame is rendered with.
  useEffect(() => {
    const [last, ...others] = around.current;
    if (last === undefined || last.isConnected || document.activeElement !== document.body) return;
    const left = others.filter((one) => one.isConnected);
    const next = left.map(findFirst).find((one) => one !== undefined);
    next?.focus({ preventScroll: true });
  });
}

/** From the inside, itself first. */
function listAround(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element;
  return parentElement === null || element.id === 'content' ? [element] : [element, ...listAround(parentElement)];
}

function findFirst(element: HTMLElement): HTMLElement | undefined {
  return [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].find((one) => one.checkVisibility());
}

const FOCUSABLE = ':is(a[href], summary, input, select, textarea, button):not([type="hidden"], [hidden], :disabled)';
