import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Keys of the desk, while the focus is in it (WCAG 2.1.4): j and k walk along what has `data-walk`; any other letter is for
 * the element with it as `data-key`, which gets the focus where one types in it, and is pressed else.
 */
export function useDeskKeys() {
  const desk = useRef<HTMLDivElement>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === 'j' || event.key === 'k') walk(event.key === 'j' ? 1 : -1);
    else if (!/^[a-z/]$/.test(event.key) || !use(event.key)) return;
    event.preventDefault();
  });
  useEffect(() => {
    const root = desk.current;
    root?.addEventListener('keydown', press);
    return () => root?.removeEventListener('keydown', press);
  }, []);
  return desk;
}

function walk(step: 1 | -1): void {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-walk]')];
  const at = elements.findIndex((element) => element === document.activeElement);
  const next = elements[at === -1 ? (step === 1 ? 0 : elements.length - 1) : at + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

function use(key: string): boolean {
  const element = document.querySelector<HTMLElement>(`[data-key="${key}"]`);
  if (element === null) return false;
  if (element instanceof HTMLButtonElement) element.click();
  else element.focus();
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
