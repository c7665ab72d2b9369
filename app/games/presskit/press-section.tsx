import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import { CopyButton } from '#lib/ui/copy-button.tsx';

interface PressSectionProps {
  id: string;
  heading: string;
  copy?: string;
  children: ReactNode;
}

export function PressSection({ id, heading, copy, children }: PressSectionProps) {
  const { text } = useText();
  return (
    <section aria-labelledby={id} className="space-y-4 break-inside-avoid">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="text-3xl">
          {heading}
        </h2>
        {copy !== undefined && (
          <CopyButton
            words={copy}
            kind="quiet"
            label={text('games.presskit.copy')}
            fullLabel={text('games.presskit.copyWhat', { what: heading })}
            copied={text('games.presskit.copied')}
          />
        )}
      </div>
      {children}
    </section>
  );
}

export function PressContact({ email }: { email: string }) {
  const { text, richText } = useText();
  const mail = () => (
    <a href={`mailto:${email}`} className="inline-block py-1 font-bold text-link underline">
      {email}
    </a>
  );
  return (
    <PressSection id="contact" heading={text('games.presskit.contact')} copy={email}>
      <p>{richText('games.presskit.contactText', { mail })}</p>
    </PressSection>
  );
}
