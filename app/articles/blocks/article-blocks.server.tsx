import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import type { ArticleBlock, Current } from '#app/current/current.server.ts';
import { loadMessages, useText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { Picture } from '#app/media/picture.tsx';
import { TextProvider } from '#lib/locale/text.tsx';
import type { BlockRenderer, BlockRenderers } from '#lib/markdown/article.server.ts';
import type { BlockCall } from '#lib/markdown/article.ts';
import { isYoutubeId, watchUrl } from '#lib/youtube.ts';

import { ArticlePicture } from './article-picture.tsx';
import { DownloadLink } from './download-link.tsx';
import { findDownload } from './download.server.ts';
import { findImage } from './image.server.ts';
import type { ImageSizes } from './image.server.ts';

/** The blocks that know this site, for `fillBlocks`. Undefined attributes make a block invalid. */
export async function articleBlocks(current: Current, locale: Locale, sizes: ImageSizes): Promise<BlockRenderers> {
  const messages = await loadMessages(locale);
  const html = (node: ReactNode) =>
    renderToStaticMarkup(
      <TextProvider locale={locale} messages={messages}>
        {node}
      </TextProvider>,
    );
  const blocks = { image: imageBlock(sizes), video, download, ...current.blocks };
  const renderers = Object.entries(blocks).map(([name, block]): [string, BlockRenderer] => [
    name,
    async (call) => {
      const node = hasOnly(call, block.attributes) ? await block.render(current, call) : undefined;
      return node === undefined ? undefined : html(node);
    },
  ]);
  return Object.fromEntries(renderers);
}

function hasOnly({ attributes }: BlockCall, names: readonly string[]): boolean {
  return Object.keys(attributes).every((name) => names.includes(name));
}

function imageBlock(sizes: ImageSizes): ArticleBlock {
  return {
    attributes: ['src', 'alt', 'width', 'height'],
    render(current, { attributes, isInline }) {
      const { src = '', alt = '', width, height } = attributes;
      const picture = findImage(current, src, { width, height }, sizes);
      return picture && <ArticlePicture picture={picture} alt={alt} isInline={isInline} />;
    },
  };
}

const video: ArticleBlock = {
  attributes: ['youtube', 'poster'],
  render(current, { label, attributes }) {
    const { youtube = '', poster } = attributes;
    const picture = findImage(current, poster ?? DEFAULT_POSTER, {});
    if (label === '' || !isYoutubeId(youtube) || picture === undefined) return undefined;
    return <VideoFacade title={label} youtubeId={youtube} poster={picture.of} />;
  },
};

const DEFAULT_POSTER = 'post-default';

/** A link to the video's own page, so that nothing is requested from its host before a click, scripts or not. */
function VideoFacade({ title, youtubeId, poster }: VideoFacadeProps) {
  const { text } = useText();
  return (
    <a href={watchUrl(youtubeId)} rel="noopener" className="block-card lift video-block">
      <Picture of={poster} alt="" width={720} height={405} sizes="(min-width: 48rem) 720px, 100vw" loading="lazy" />
      <span className="video-bar">
        <svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
          <path d="M6 4l14 8-14 8z" />
        </svg>
        <span className="video-title">{title}</span>
        <span className="video-note">{text('post.blocks.video')}</span>
      </span>
    </a>
  );
}

interface VideoFacadeProps {
  readonly title: string;
  readonly youtubeId: string;
  /** The name of a snippet or an absolute address of a listed host. */
  readonly poster: string;
}

const download: ArticleBlock = {
  attributes: ['item', 'href'],
  async render(current, { label, attributes }) {
    const file = label === '' ? undefined : await findDownload(current, attributes);
    return file && <DownloadLink label={label} file={file} />;
  },
};
