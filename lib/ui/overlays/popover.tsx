import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';

import '#lib/nonce/style-nonce.ts';

import { buttonClass } from '../button.tsx';
import type { ButtonKind } from '../button.tsx';

interface PopoverProps {
  label: ReactNode;
  kind?: ButtonKind;
  /** Names the panel, for screen readers. */
  title: string;
  children: ReactNode;
}

/** Closes by Escape and by a click elsewhere, and gives the focus back. */
export function Popover({ label, kind = 'plain', title, children }: PopoverProps) {
  return (
    <DialogTrigger>
      <Button className={buttonClass(kind)}>{label}</Button>
      <AriaPopover className="popover" offset={10} placement="bottom start">
        <Dialog aria-label={title} className="popover-sheet">
          {children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
