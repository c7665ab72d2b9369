import { useText } from '#app/current/locale.ts';
import { CopyButton } from '#lib/ui/copy-button.tsx';
import { Details } from '#lib/ui/details.tsx';

import { levelLinkUrl } from '../art/art-url.ts';

interface SharePanelProps {
  levelId: string;
  /** Absolute. */
  shortAddress: string;
}

/** The level on another screen: by the camera of a phone, or by an address short enough to be said. */
export function SharePanel({ levelId, shortAddress }: SharePanelProps) {
  const { text } = useText();
  return (
    <Details summary={text('arcade.share.summary')}>
      <div className="flex flex-wrap items-center gap-6 pt-3">
        <img
          src={levelLinkUrl(levelId)}
          alt={text('arcade.share.code')}
          width="200"
          height="200"
          loading="lazy"
          className="block-card flex-none"
        />
        <div className="min-w-0 grow basis-60 space-y-4">
          <p className="max-w-prose">{text('arcade.share.about')}</p>
          <p>
            <code className="search-word wrap-anywhere">{shortAddress}</code>
          </p>
          <CopyButton words={shortAddress} label={text('arcade.share.copy')} copied={text('arcade.copied')} />
        </div>
      </div>
    </Details>
  );
}
