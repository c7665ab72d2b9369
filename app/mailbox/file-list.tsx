import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';

import type { MessageFile } from './message.ts';

interface FileListProps {
  readonly files: readonly MessageFile[];
  readonly path: string;
  readonly act?: (file: MessageFile) => ReactNode;
}

/** A picture was made anew, and is from here; everything else is only saved. */
export function FileList({ files, path, act }: FileListProps) {
  const { text, formatNumber } = useText();
  if (files.length === 0) return null;
  return (
    <ul aria-label={text('mailbox.files.list')} className="flex flex-wrap gap-5">
      {files.map((file) => {
        const { fileId, name, bytes, width, height } = file;
        const href = `${path}/files/${fileId}`;
        const kilobytes = formatNumber(Math.max(1, Math.round(bytes / 1024)));
        return (
          <li key={fileId} className="max-w-full space-y-3">
            <a href={href} download={name} className="block max-w-64 space-y-2 py-1 font-bold underline">
              {width !== undefined && (
                <img
                  src={href}
                  alt=""
                  width={width}
                  height={height}
                  loading="lazy"
                  className="h-auto max-h-48 w-auto max-w-full rounded-xl border-2 border-line"
                />
              )}
              <span className="block wrap-anywhere">{text('mailbox.files.file', { name, kilobytes })}</span>
            </a>
            {act?.(file)}
          </li>
        );
      })}
    </ul>
  );
}
