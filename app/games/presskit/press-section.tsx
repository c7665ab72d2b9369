import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';

import { CopyButton } from './copy-button.tsx';
import type { PressImage } from './presskit.ts';

interface Shown {
  id: string;
  heading: string;
  /** What its button copies. */
  copy?: string;
  children: ReactNode;
}

export function PressSection({ id, heading, copy, children }: Shown) {
  return (
    <section aria-labelledby={id} className="space-y-4 break-inside-avoid">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="text-3xl">
          {heading}
        </h2>
        {copy !== undefined && <CopyButton what={heading} words={copy} />}
      </div>
      {children}
    </section>
  );
}

/** Drawings to take away, each with its checksum. */
export function PressImages({ images }: { images: readonly PressImage[] }) {
  const { text } = useText();
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {images.map(({ file, url, bytes, sha256 }) => (
        <li key={file} className="space-y-2">
          <img
            src={new URL(url).pathname}
            alt=""
            loading="lazy"
            width="480"
            height="320"
            className="block-card aspect-3/2 w-full bg-page object-contain p-3"
          />
          <a
            href={new URL(url).pathname}
            download={file}
            className="inline-block py-1 font-bold break-all text-link underline print:no-underline"
          >
            {text('games.presskit.download', { file })}
          </a>
          <p className="text-sm text-muted">
            {text('games.presskit.size', { kilobytes: Math.ceil(bytes / 1000) })}{' '}
            <code className="break-all">{sha256}</code>
          </p>
        </li>
      ))}
    </ul>
  );
}
