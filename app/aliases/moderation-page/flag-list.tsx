import { LOCALE_NAMES, localeOrDefault, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';

import type { AliasFlag } from '../alias.ts';
import type { OddLetter, QueueEntry, AliasReportReason } from '../moderation/moderation.ts';

interface FlagListProps {
  entry: QueueEntry;
  /** Milliseconds since 1970. */
  now: number;
}

export function FlagList({ entry, now }: FlagListProps) {
  const { text, richText } = useText();
  const { flags, letters, reports, reportedFor, stateAt } = entry;
  const isOdd = flags.length > 0;
  return (
    <div className="space-y-3">
      <ul className="space-y-2">
        {flags.map((flag) => (
          <li key={flag.kind} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Badge tone="loud">{text(FLAG_NAMES[flag.kind])}</Badge>
            <FlagExplanation flag={flag} entry={entry} />
          </li>
        ))}
        {reports > 0 && (
          <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Badge tone="danger">{text('admin.moderation.reports', { count: reports })}</Badge>
            <span>
              {reportedFor
                .map(({ reason, count }) =>
                  text('admin.moderation.reportedFor', { reason: text(REASON_NAMES[reason]), count }),
                )
                .join(' · ')}
            </span>
          </li>
        )}
        {!isOdd && reports === 0 && <li className="text-muted">{text('admin.moderation.noFlags')}</li>}
      </ul>
      {isOdd && letters.length > 0 && <OddLetterList letters={letters} />}
      <p className="text-sm text-muted">
        {richText('admin.moderation.since', { ago: <RelativeTime at={stateAt} now={now} /> })}
      </p>
    </div>
  );
}

const FLAG_NAMES = {
  lookalike: 'admin.moderation.lookalike',
  mixedScripts: 'admin.moderation.mixed',
  rareScript: 'admin.moderation.rare',
  rude: 'admin.moderation.rudeWords',
} as const;

const REASON_NAMES = {
  rude: 'admin.moderation.rude',
  impersonation: 'admin.moderation.impersonation',
  personal: 'admin.moderation.personal',
  other: 'admin.moderation.other',
} as const satisfies Record<AliasReportReason, string>;

function FlagExplanation({ flag, entry: { lookalikes } }: { flag: AliasFlag; entry: QueueEntry }) {
  const { text, formatList } = useText();
  if (flag.kind === 'rareScript') return <span>{text('admin.moderation.rareAbout')}</span>;
  if (flag.kind === 'mixedScripts')
    return <span>{text('admin.moderation.mixedAbout', { scripts: formatList(flag.scripts) })}</span>;
  if (flag.kind === 'rude') {
    const words = flag.words.map(({ word, locale }) =>
      text('admin.moderation.rudeWord', { word, language: LOCALE_NAMES[localeOrDefault(locale)] }),
    );
    return <span className="min-w-0 wrap-anywhere">{formatList(words)}</span>;
  }
  return (
    <span className="min-w-0 space-x-3 wrap-anywhere">
      {lookalikes.map(({ userId, alias }) => (
        <SiteLink key={userId} to={`/admin/accounts/${userId}`} className="font-bold text-link underline">
          <bdi>{alias ?? `@${userId}`}</bdi>
        </SiteLink>
      ))}
    </span>
  );
}

function OddLetterList({ letters }: { letters: readonly OddLetter[] }) {
  const { text, formatList } = useText();
  return (
    <ul className="flex flex-wrap gap-2" aria-label={text('admin.moderation.letters')}>
      {letters.map(({ letter, scripts, likeness }) => (
        <li key={letter} className="rounded-xl border-2 border-hairline px-3 py-1.5 text-sm">
          <bdi className="me-2 text-xl font-extrabold">{letter}</bdi>
          <code className="me-2 text-muted">{formatCodePoint(letter)}</code>
          {scripts.length > 0 && <span className="me-2">{formatList(scripts)}</span>}
          {likeness !== undefined && (
            <span className="font-bold">{text('admin.moderation.likeness', { likeness })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function formatCodePoint(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
