import type { ReactNode } from 'react';

import { focusTarget } from '#app/current/forms/form-state.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { Field } from '#content/game.ts';
import { Mark } from '#lib/ui/mark.tsx';

import type { AccountPlace } from './account-places.ts';

const FIELDS: Record<Field, string> = {
  mint: 'bg-mint',
  tangerine: 'bg-tangerine',
  lagoon: 'bg-lagoon',
  gum: 'bg-gum',
  coral: 'bg-coral',
};

interface AccountSectionProps {
  place: AccountPlace;
  about: TextKey;
  answered: FormState | undefined;
  children: ReactNode;
}

export function AccountSection({ place, about, answered, children }: AccountSectionProps) {
  const { text } = useText();
  const { id, title } = place;
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="space-y-5">
      <h2 {...focusTarget(answered, `${id}-heading`)} tabIndex={-1}>
        {text(title)}
      </h2>
      <p>{text(about)}</p>
      {children}
    </section>
  );
}

interface DrawerProps {
  place: AccountPlace;
  children: ReactNode;
}

/** A section that is the page. */
export function Drawer({ place: { picture, field }, children }: DrawerProps) {
  return (
    <div className="account-section block-card">
      <div className={`account-section-head burst ${FIELDS[field]}`}>
        <img src={picture} alt="" width="120" height="96" />
      </div>
      <div className="account-section-body">{children}</div>
    </div>
  );
}

/** One of all of them: what is in it, and when it is opened, the section. */
export function FoldedDrawer({ place, state, isOpen, children }: DrawerProps & { state: string; isOpen: boolean }) {
  const { text } = useText();
  const { title, picture, field } = place;
  return (
    <details className="account-section block-card" open={isOpen}>
      <summary className={`account-section-head burst ${FIELDS[field]}`}>
        <span className="account-section-state">
          <strong>{text(title)}</strong> <span>{state}</span>
        </span>
        <img src={picture} alt="" width="120" height="96" />
        <Mark name="down" />
      </summary>
      <div className="account-section-body">{children}</div>
    </details>
  );
}
