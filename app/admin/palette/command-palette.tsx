import { useEffect, useEffectEvent, useState } from 'react';

import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';
import { Dialog } from '#lib/ui/overlays/dialog.tsx';

import type { AdminLink } from '../admin-navigation.tsx';
import { PaletteSearch } from './palette-search.tsx';
import type { PaletteViewer } from './site-actions.ts';

/** Without scripts there is none. */
export function CommandPalette({ places, viewer }: { places: readonly AdminLink[]; viewer: PaletteViewer }) {
  const { text } = useText();
  const [isOpen, setIsOpen] = useState(false);
  useShortcut(() => setIsOpen((was) => !was));
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="w-full justify-between! px-3! noscript:hidden"
        onClick={() => setIsOpen(true)}
      >
        <span>{text('admin.palette.open')}</span>
        <kbd className="rounded-md border-2 whitespace-nowrap border-hairline px-1.5 font-sans text-sm font-bold text-muted">
          {text('admin.palette.keys')}
        </kbd>
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={text('admin.palette.title')}
        close={text('admin.palette.close')}
      >
        {isOpen && <PaletteSearch places={places} viewer={viewer} onDone={() => setIsOpen(false)} />}
      </Dialog>
    </>
  );
}

function useShortcut(toggle: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
