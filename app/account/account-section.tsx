import type { ReactNode } from 'react';

import { focusTarget } from '#app/current/forms/form-state.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { Field } from '#content/game.ts';

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
    <Drawer place={place}>
      <section id={id} aria-labelledby={`${id}-heading`} className="space-y-5">
        <h2 {...focusTarget(answered, `${id}-heading`)} tabIndex={-1}>
          {text(title)}
        </h2>
        <p>{text(about)}</p>
        {children}
      </section>
    </Drawer>
  );
}

export function Drawer({ place: { picture, field }, children }: { place: AccountPlace; children: ReactNode }) {
  return (
    <div className="account-section block-card">
      <div className={`account-section-head burst ${FIELDS[field]}`}>
        <img src={picture} alt="" width="120" height="96" />
      </div>
      <div className="account-section-body">{children}</div>
    </div>
  );
}
