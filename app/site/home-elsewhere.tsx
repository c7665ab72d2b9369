import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { studio } from '#content/studio.ts';
import { buttonClass } from '#lib/ui/button.tsx';

export function HomeElsewhere() {
  const { text } = useText();
  const { chat } = studio.links;
  return (
    <div className="grid gap-8 md:grid-flow-col md:auto-cols-fr">
      {chat !== undefined && (
        <Corner id="chat" heading={text('home.chat.heading')} words={text('home.chat.text')}>
          <a href={chat} rel="noopener" className={buttonClass('plain')}>
            {text('home.chat.link')}
          </a>
        </Corner>
      )}
      <Corner id="podcast" heading={text('home.podcast.heading')} words={text('home.podcast.text')}>
        <SiteLink to="/podcast" className={buttonClass('plain')}>
          {text('home.podcast.link')}
        </SiteLink>
      </Corner>
    </div>
  );
}

function Corner({ id, heading, words, children }: { id: string; heading: string; words: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="@container block-card space-y-4 p-6 sm:p-8">
      <h2 id={id} className="text-3xl">
        {heading}
      </h2>
      <p>{words}</p>
      {children}
    </section>
  );
}
