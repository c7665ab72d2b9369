import type { BadgeName } from '../perk.ts';
import { badgeArt } from './badge-art.ts';

export interface Badge {
  readonly perkId: string;
  readonly name: string;
  readonly about: string;
  readonly badge: BadgeName | null;
}

/** Badges of somebody, for others to see. */
export function BadgeShelf({ badges }: { readonly badges: readonly Badge[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-4">
      {badges.map(({ perkId, name, about, badge }) => (
        <li key={perkId} className="block-card flex items-center gap-4 p-4">
          <img src={badgeArt(badge)} alt="" width="64" height="64" className="size-16 shrink-0 object-contain" />
          <span className="min-w-0" lang="en">
            <strong className="block font-extrabold wrap-anywhere">{name}</strong>
            {about !== '' && <span className="block text-sm wrap-anywhere text-muted">{about}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
