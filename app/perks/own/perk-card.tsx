import { useText } from '#app/current/locale.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { CopyButton } from '#lib/ui/copy-button.tsx';

import { PERK_KINDS } from '../perk.ts';
import type { OwnPerk } from '../perk.ts';
import { badgeArt } from './badge-art.ts';

/** One that its owner has, with the key of a store that came with it. */
export function PerkCard({ perk }: { readonly perk: OwnPerk }) {
  const { text, richText } = useText();
  const { kind, name, about, badge, store, key, grantedAt, revokedAt, revokeReason } = perk;
  return (
    <div className="flex items-start gap-4">
      <img
        src={badgeArt(badge)}
        alt=""
        width="64"
        height="64"
        className={`size-16 shrink-0 object-contain ${revokedAt === null ? '' : 'opacity-40 grayscale'}`}
      />
      <div className="min-w-0 grow space-y-1">
        <p lang="en" className={`text-lg font-extrabold wrap-anywhere ${revokedAt === null ? '' : 'line-through'}`}>
          {name}
        </p>
        {about !== '' && (
          <p lang="en" className="wrap-anywhere">
            {about}
          </p>
        )}
        {key !== null && <StoreKey name={name} storeKey={key} />}
        <p className="text-sm text-muted">
          <span>{store === null ? text(PERK_KINDS[kind]) : text('perks.own.keyOf', { store })}</span>
          <span> · </span>
          <span>{richText('perks.own.since', { date: <LocalTime at={grantedAt} isDay /> })}</span>
        </p>
        {revokedAt !== null && <TakenBack at={revokedAt} reason={revokeReason} />}
      </div>
    </div>
  );
}

function StoreKey({ name, storeKey }: { readonly name: string; readonly storeKey: string }) {
  const { text } = useText();
  return (
    <div className="flex flex-wrap items-center gap-3 py-1">
      <code lang="zxx" className="rounded-full border-2 border-edge px-3 py-1 font-bold wrap-anywhere select-all">
        {storeKey}
      </code>
      <CopyButton
        words={storeKey}
        label={text('perks.own.copy')}
        fullLabel={text('perks.own.copyOf', { name })}
        copied={text('perks.own.copied')}
      />
    </div>
  );
}

/** By staff, who say why, or because it was refunded. */
function TakenBack({ at, reason }: { readonly at: string; readonly reason: string | null }) {
  const { richText } = useText();
  const date = <LocalTime at={at} isDay />;
  if (reason === null) return <p className="font-bold">{richText('perks.own.refunded', { date })}</p>;
  return (
    <p className="font-bold">
      <span>{richText('perks.own.takenBack', { date })}</span> <q lang="en">{reason}</q>
    </p>
  );
}
