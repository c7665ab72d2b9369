import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';

import type { PressFile, PressImage, PressImageKind } from './presskit.ts';

export function PressImages({ images }: { images: readonly PressImage[] }) {
  const { text } = useText();
  return (
    <ul className="grid gap-x-6 gap-y-10 sm:grid-cols-2">
      {images.map(({ kind, caption, files }) => (
        <li key={files[0]?.file} className="break-inside-avoid space-y-3">
          <img
            src={pathToPreview(files)}
            alt=""
            loading="lazy"
            width="480"
            height="320"
            className="block-card aspect-3/2 w-full bg-page object-contain p-3"
          />
          <h3 className="text-xl">{text(KINDS[kind])}</h3>
          {/* The heading already has the name. */}
          {caption.includes(': ') && <p lang="en">{caption}</p>}
          <ul className="space-y-2">
            {files.map((one) => (
              <li key={one.file}>
                <Download of={one} />
              </li>
            ))}
          </ul>
          <Details summary={text('games.presskit.hashes')} className="print:hidden">
            <Hashes files={files} />
          </Details>
        </li>
      ))}
    </ul>
  );
}

const KINDS: Record<PressImageKind, TextKey> = {
  boxArt: 'games.presskit.boxArt',
  banner: 'games.presskit.banner',
  narrowBanner: 'games.presskit.narrowBanner',
  picture: 'games.presskit.picture',
  logo: 'games.presskit.logo',
  mark: 'games.presskit.mark',
};

/** The SVG is a tenth of the size of the PNG. */
function pathToPreview(files: readonly PressFile[]): string | undefined {
  const shown = files.find(({ type }) => type === 'image/svg+xml') ?? files[0];
  return shown && new URL(shown.url).pathname;
}

function Download({ of: { file, type, url, width, height, bytes } }: { of: PressFile }) {
  const { text } = useText();
  const kilobytes = Math.ceil(bytes / 1000);
  const size = { width: String(width), height: String(height), kilobytes };
  return (
    <>
      <a
        href={new URL(url).pathname}
        download={file}
        className="inline-block py-1 font-bold break-all text-link underline print:no-underline"
      >
        {text('games.presskit.download', { file })}
      </a>
      <span className="block text-sm text-muted">
        {type === 'image/png' ? text('games.presskit.raster', size) : text('games.presskit.vector', { kilobytes })}
      </span>
    </>
  );
}

function Hashes({ files }: { files: readonly PressFile[] }) {
  return (
    <dl className="space-y-2 text-sm">
      {files.map(({ file, sha256 }) => (
        <div key={file}>
          <dt className="font-bold break-all">{file}</dt>
          <dd>
            <code className="break-all">{sha256}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}
