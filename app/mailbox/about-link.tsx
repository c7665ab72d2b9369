import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import type { AboutItem } from './message.ts';

/** What of its reader's own a message is about, as it is called now, or that it is gone. */
export function AboutLink({ about }: { about: AboutItem | undefined }) {
  const { text } = useText();
  if (about === undefined) return null;
  const { name, item } = about;
  if (name === undefined || item === undefined) {
    return <p className="border-s-4 border-edge ps-4 text-muted">{text('mailbox.message.ownGone')}</p>;
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-s-4 border-accent ps-4">
      <span className="label">{name}</span>
      <SiteLink to={item.path} className="font-bold wrap-anywhere underline">
        {item.title}
      </SiteLink>
    </p>
  );
}
