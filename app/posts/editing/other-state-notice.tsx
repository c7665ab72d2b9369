import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { VersionDiff } from '#app/editor/versions/version-diff.tsx';
import type { DocumentComparison } from '#app/editor/versions/version-diff.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { LABELS } from './post-editor.tsx';
import type { PostField } from './post-fields.ts';

export interface OtherState {
  readonly isNewer: boolean;
  readonly itemId: string;
  /** The name of who saved the newer draft; undefined when the site did. */
  readonly by: string | undefined;
  /** When that was. ISO 8601. */
  readonly at: string;
  readonly isPostChanged: boolean;
  readonly compared: DocumentComparison<PostField>;
}

interface OtherStateNoticeProps {
  other: OtherState;
  /** Milliseconds since 1970. */
  now: number;
}

export function OtherStateNotice({ other, now }: OtherStateNoticeProps) {
  const { text, richText } = useText();
  const { isNewer, itemId, by, at, isPostChanged, compared } = other;
  return (
    <Notice title={text(isNewer ? 'editor.newer.title' : 'editor.newer.draft')}>
      <p>
        {richText(by === undefined ? 'editor.newer.bySite' : 'editor.newer.by', {
          ...{ ago: <RelativeTime at={at} now={now} />, by: by ?? '' },
        })}{' '}
        <span>{text(isNewer ? 'editor.newer.about' : 'editor.newer.aboutDraft')}</span>
      </p>
      {isPostChanged && <p>{text('editor.newer.changed')}</p>}
      <p className="mt-3">
        <SiteLink to={`/editor/${itemId}`} className={buttonClass(isNewer ? 'loud' : 'quiet')}>
          {text(isNewer ? 'editor.newer.open' : 'editor.newer.openPost')}
        </SiteLink>
      </p>
      <Details summary={text('editor.newer.compare')}>
        <VersionDiff title={text('editor.newer.changes')} compared={compared} nameOf={(name) => text(LABELS[name])} />
      </Details>
    </Notice>
  );
}
