import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';

import '#lib/nonce/style-nonce.ts';

import { buttonClass } from '../button.tsx';
import type { ButtonKind } from '../button.tsx';
import { Mark } from '../mark.tsx';

interface MenuAction {
  id: string;
  text: string;
  onAction: () => void;
  isDisabled?: boolean;
  isDanger?: boolean;
}

interface MenuProps {
  /** Also names the menu. */
  label: ReactNode;
  kind?: ButtonKind;
  actions: readonly MenuAction[];
}

/** For actions: arrows walk, letters jump, Escape leaves. Links belong in a list. */
export function Menu({ label, kind = 'plain', actions }: MenuProps) {
  return (
    <MenuTrigger>
      <Button className={buttonClass(kind)}>
        <span>{label}</span>
        <Mark name="down" />
      </Button>
      <Popover className="popover" offset={10} placement="bottom start">
        <AriaMenu className="menu">
          {actions.map(({ id, text, isDanger, ...action }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={text}
              className={`menu-item ${isDanger ? 'is-danger' : ''}`}
              {...action}
            >
              {text}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
