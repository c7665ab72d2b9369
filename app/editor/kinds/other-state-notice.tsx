import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { VersionDiff } from '../versions/version-diff.tsx';
import type { DocumentComparison } from '../versions/version-diff.tsx';

interface OtherStateNoticeProps<Field extends string> {
  readonly other: {
    readonly isNewer: boolean;
    readonly path: string;
    readonly by: string | undefined;
    readonly at: string;
    readonly isOriginalChanged: boolean;
    readonly compared: DocumentComparison<Field>;
  };
  readonly labels: Readonly<Record<Field, TextKey>>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** On the page of what is out, its newer draft; on the page of that, what is out. */
export function OtherStateNotice<Field extends string>({ other, labels, now }: OtherStateNoticeProps<Field>) {
  const { text, richText } = useText();
  const { isNewer, path, by, at, isOriginalChanged, compared } = other;
  return (
    <Notice title={text(isNewer ? 'editor.newer.title' : 'editor.newer.draft')}>
      <p>
        {richText(by === undefined ? 'editor.newer.bySite' : 'editor.newer.by', {
          ago: <RelativeTime at={at} now={now} />,
          by: by ?? '',
        })}{' '}
        <span>{text(isNewer ? 'editor.newer.about' : 'editor.newer.aboutDraft')}</span>
      </p>
      {isOriginalChanged && <p>{text('editor.newer.changed')}</p>}
      <p className="mt-3">
        <SiteLink to={path} className={buttonClass(isNewer ? 'loud' : 'quiet')}>
          {text(isNewer ? 'editor.newer.open' : 'editor.newer.openPost')}
        </SiteLink>
      </p>
      <Details summary={text('editor.newer.compare')}>
        <VersionDiff title={text('editor.newer.changes')} compared={compared} labelFor={(name) => text(labels[name])} />
      </Details>
    </Notice>
  );
}
