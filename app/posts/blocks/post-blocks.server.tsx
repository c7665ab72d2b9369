import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import type { Current } from '#app/current/current.server.ts';
import { loadMessages } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { getGame } from '#app/games/games.server.ts';
import { StoreList } from '#app/games/page/store-list.tsx';
import { noGame } from '#app/games/problems.ts';
import { TextProvider } from '#lib/locale/text.tsx';
import type { BlockRenderer, BlockRenderers } from '#lib/markdown/article.server.ts';
import type { BlockCall } from '#lib/markdown/article.ts';
import { isProblem } from '#lib/problem.ts';

import { DownloadLink } from './download-link.tsx';
import { findDownload } from './download.server.ts';
import { findPostImage } from './image.server.ts';
import type { ImageSizes } from './image.server.ts';
import { findPatchNotes } from './patch-notes.server.ts';
import { PatchNotes } from './patch-notes.tsx';
import { PostPicture } from './post-picture.tsx';
import { VideoFacade, isYoutubeId } from './video-facade.tsx';

/** The blocks that know this site, for `renderArticle`. Undefined attributes make a block invalid. */
export async function postBlocks(current: Current, locale: Locale, sizes: ImageSizes): Promise<BlockRenderers> {
  const messages = await loadMessages(locale);
  const blocks: Record<string, (current: Current, call: BlockCall) => ReactNode | Promise<ReactNode>> = {
    image: (current, call) => image(current, call, sizes),
    video,
    stores,
    patchnotes,
    download,
  };
  const html = (node: ReactNode) =>
    renderToStaticMarkup(
      <TextProvider locale={locale} messages={messages}>
        {node}
      </TextProvider>,
    );
  const renderers = Object.entries(blocks).map(([name, render]): [string, BlockRenderer] => [
    name,
    async (call) => {
      const node = hasOnly(call, ATTRIBUTES[name] ?? []) ? await render(current, call) : undefined;
      return node === undefined ? undefined : html(node);
    },
  ]);
  return Object.fromEntries(renderers);
}

const ATTRIBUTES: Record<string, readonly string[]> = {
  image: ['src', 'alt', 'width', 'height'],
  video: ['youtube', 'poster'],
  stores: ['game'],
  patchnotes: ['game', 'version'],
  download: ['item', 'href'],
};

function hasOnly({ attributes }: BlockCall, names: readonly string[]): boolean {
  return Object.keys(attributes).every((name) => names.includes(name));
}

function image(current: Current, { attributes, isInline }: BlockCall, sizes: ImageSizes): ReactNode {
  const { src = '', alt = '', width, height } = attributes;
  const picture = findPostImage(current, src, { width, height }, sizes);
  return picture && <PostPicture picture={picture} alt={alt} isInline={isInline} />;
}

function video(current: Current, { label, attributes }: BlockCall): ReactNode {
  const { youtube = '', poster } = attributes;
  const picture = findPostImage(current, poster ?? DEFAULT_POSTER, {});
  if (label === '' || !isYoutubeId(youtube) || picture === undefined) return undefined;
  return <VideoFacade title={label} youtubeId={youtube} poster={picture.of} />;
}

const DEFAULT_POSTER = 'post-default';

/** Of a game that the reader may see. */
function stores({ actor }: Current, { label, attributes }: BlockCall): ReactNode {
  try {
    const { stores, name } = getGame(actor, attributes['game'] ?? '');
    if (stores.length === 0) return undefined;
    return (
      <div className="stores-block">
        <p className="block-title">{label || name}</p>
        <StoreList stores={stores} />
      </div>
    );
  } catch (error) {
    if (isProblem(error, noGame)) return undefined;
    throw error;
  }
}

async function patchnotes(current: Current, { label, attributes }: BlockCall): Promise<ReactNode> {
  const found = await findPatchNotes(current, attributes);
  return found && <PatchNotes {...found} label={label} />;
}

async function download(current: Current, { label, attributes }: BlockCall): Promise<ReactNode> {
  const file = label === '' ? undefined : await findDownload(current, attributes);
  return file && <DownloadLink label={label} file={file} />;
}
