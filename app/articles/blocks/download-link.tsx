import { useText } from '#app/current/locale.ts';
import { formatSize } from '#lib/locale/format-size.ts';

export interface DownloadFile {
  readonly href: string;
  readonly isOurs: boolean;
  /** Such as PNG. */
  readonly type: string | undefined;
  readonly bytes?: number;
}

export function DownloadLink({ label, file }: { readonly label: string; readonly file: DownloadFile }) {
  const { formatNumber } = useText();
  const size = file.bytes === undefined ? undefined : formatSize(file.bytes, formatNumber);
  const details = [file.type, size].filter((one) => one !== undefined);
  return (
    <p>
      <a href={file.href} className="download-block" {...(file.isOurs ? { download: '' } : { rel: 'noopener' })}>
        <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
          <path d="M12 3v12m-6-5 6 6 6-6M4 20h16" />
        </svg>
        <span className="download-label">{label}</span>
        {details.length > 0 && <span className="download-details">{details.join(' · ')}</span>}
      </a>
    </p>
  );
}
