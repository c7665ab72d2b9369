import { useSyncExternalStore } from 'react';

import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';
import { CopyButton } from '#lib/ui/copy-button.tsx';

interface SharePostProps {
  title: string;
  /** Absolute. */
  address: string;
}

/** Links work everywhere; a script adds what the device itself has for sharing. */
export function SharePost({ title, address }: SharePostProps) {
  const { text } = useText();
  return (
    <section aria-labelledby="share" className="space-y-3 print:hidden">
      <h2 id="share" className="text-xl">
        {text('reading.share.title')}
      </h2>
      <div className="flex flex-wrap items-center gap-3">
        <NativeShare title={title} address={address} />
        <CopyButton words={address} label={text('reading.share.copy')} copied={text('reading.share.copied')} />
        <ul className="post-topics">
          {addressesFor(title, address).map(({ name, href }) => (
            <li key={name}>
              <a href={href}>{name}</a>
            </li>
          ))}
          <li>
            <a href={`mailto:?${buildQuery({ subject: title, body: address })}`}>{text('reading.share.email')}</a>
          </li>
        </ul>
      </div>
    </section>
  );
}

function NativeShare({ title, address }: SharePostProps) {
  const { text } = useText();
  const isThere = useSyncExternalStore(neverChanges, canShare, () => false);
  if (!isThere) return null;
  // Whoever closes the device's own panel has decided not to share.
  const share = () => void navigator.share({ title, url: address }).catch(() => undefined);
  return <Button onClick={share}>{text('reading.share.native')}</Button>;
}

const neverChanges = () => () => undefined;
const canShare = () => typeof navigator.share === 'function';

function addressesFor(title: string, address: string) {
  return [
    { name: 'Bluesky', href: `https://bsky.app/intent/compose?${buildQuery({ text: `${title} ${address}` })}` },
    { name: 'Reddit', href: `https://www.reddit.com/submit?${buildQuery({ url: address, title })}` },
  ];
}

/** Mail programs read a plus as a plus. */
function buildQuery(values: Record<string, string>): string {
  return new URLSearchParams(values).toString().replaceAll('+', '%20');
}
