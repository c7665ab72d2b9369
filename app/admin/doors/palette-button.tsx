import { useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType } from 'react';

import { effectiveRole, storedMasquerade } from '#app/current/browser/session-user-store.ts';
import type { SessionUser } from '#app/current/browser/session-user.ts';
import { useText } from '#app/current/locale.ts';
import type { Stage } from '#app/current/stage.ts';

import type { PaletteDialogProps } from '../palette/command-palette.tsx';
import type { Surroundings } from './use-look-around.ts';

interface PaletteButtonProps {
  readonly user: SessionUser;
  readonly stage: Stage;
  readonly around: Surroundings | undefined;
  /** Looks at what is there now. */
  readonly look: () => void;
}

/** Opens the palette, also by its keys. Without scripts there is none. */
export function PaletteButton({ user, stage, around, look }: PaletteButtonProps) {
  const { text } = useText();
  const { Palette, isOpen, hasFailed, toggle, close } = usePalette(look);
  useShortcut(toggle);
  const viewer = {
    userId: user.userId,
    role: effectiveRole(user),
    ownRole: user.usertype,
    masquerade: storedMasquerade(user),
    isProved: around?.isProved ?? true,
    pendingAliases: around?.pendingAliases ?? 0,
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="flex min-h-9 cursor-pointer items-center gap-2 rounded-lg border-2 border-cloud px-2.5 font-bold whitespace-nowrap noscript:hidden"
        onClick={toggle}
      >
        <span>{text('shell.staff.find')}</span>
        <kbd className="font-sans text-xs font-bold max-sm:hidden">{text('shell.staff.keys')}</kbd>
      </button>
      {hasFailed && (
        <p role="alert" className="basis-full py-1 font-bold">
          {text('shell.staff.unreachable')}
        </p>
      )}
      {Palette && <Palette open={isOpen} onClose={close} places={around?.places ?? []} viewer={viewer} stage={stage} />}
    </>
  );
}

/** Its code comes with the first time. @param look looks around anew each time */
function usePalette(look: () => void) {
  const [isOpen, setIsOpen] = useState(false);
  const [loaded, setLoaded] = useState<{ readonly Palette: ComponentType<PaletteDialogProps> }>();
  const [hasFailed, setHasFailed] = useState(false);
  const load = async () => {
    if (loaded !== undefined) return;
    try {
      const { CommandPalette: Palette } = await import('../palette/command-palette.tsx');
      setLoaded({ Palette });
    } catch (error) {
      // What a browser says of code that it could not load.
      if (!(error instanceof TypeError)) throw error;
      setIsOpen(false);
      setHasFailed(true);
    }
  };
  const toggle = () => {
    setHasFailed(false);
    setIsOpen((was) => !was);
    look();
    void load();
  };
  return { Palette: loaded?.Palette, isOpen, hasFailed, toggle, close: () => setIsOpen(false) };
}

function useShortcut(toggle: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    // In the editor they make a link.
    if (event.defaultPrevented) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
