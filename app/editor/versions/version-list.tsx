import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { LocalTime } from '#lib/locale/time.tsx';

export interface DocumentVersion {
  readonly rev: number;
  /** ISO 8601. */
  readonly at: string;
  readonly by: string | undefined;
  readonly isPresent: boolean;
}

interface VersionListProps {
  versions: readonly DocumentVersion[];
  path: string;
  shown: number | undefined;
}

export function VersionList({ versions, path, shown }: VersionListProps) {
  const { text, richText } = useText();
  return (
    <ol className="space-y-3">
      {versions.map(({ rev, at, by, isPresent }) => (
        <li key={rev} className="block-card flex flex-wrap items-center gap-x-6 gap-y-2 p-4">
          <span className="min-w-0 grow wrap-anywhere">
            {richText(by === undefined ? 'editor.versions.bySite' : 'editor.versions.by', {
              at: <LocalTime at={at} />,
              by: by ?? '',
            })}
          </span>
          {isPresent ? (
            <strong>{text('editor.versions.present')}</strong>
          ) : (
            <SiteLink
              to={`${path}/versions?rev=${rev}`}
              aria-current={shown === rev ? 'true' : undefined}
              className="font-bold text-link underline"
            >
              {text('editor.versions.compare')}
            </SiteLink>
          )}
        </li>
      ))}
    </ol>
  );
}
