import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import type { OwnPerk } from '../perk.ts';
import { PerkCard } from './perk-card.tsx';

/** What the studio has given somebody, and where they redeem a code. */
export function OwnPerks({ perks }: { readonly perks: readonly OwnPerk[] }) {
  const { text } = useText();
  return (
    <>
      {perks.length === 0 ? (
        <p className="text-muted">{text('perks.own.none')}</p>
      ) : (
        <ul className="space-y-5">
          {perks.map((perk) => (
            <li key={perk.grantId}>
              <PerkCard perk={perk} />
            </li>
          ))}
        </ul>
      )}
      <SiteLink to="/redeem" className={buttonClass('plain')}>
        {text('perks.own.redeem')}
      </SiteLink>
    </>
  );
}
