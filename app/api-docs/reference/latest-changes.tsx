import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import type { ReleaseSummary } from '../contract/reference.ts';

export function LatestChanges({ releases }: { releases: readonly ReleaseSummary[] }) {
  const { text } = useText();
  return (
    <section aria-labelledby="changes" className="block-card space-y-5 p-5 sm:p-8">
      <h2 id="changes" className="scroll-mt-6 text-2xl">
        {text('docs.changes.heading')}
      </h2>
      <p className="max-w-[68ch]">{text('docs.changes.text')}</p>
      {releases.map(({ version, date, notes }) => (
        <div key={version} className="prose">
          <h3 className="font-label">
            <span>{version}</span>{' '}
            <time dateTime={date}>{`(${text('docs.changes.date', { date: Date.parse(date) })})`}</time>
          </h3>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      ))}
      <SiteLink to="/changelogs/rumpus-ce" className="inline-block py-0.5 font-bold text-link underline">
        {text('docs.changes.all')}
      </SiteLink>
    </section>
  );
}
