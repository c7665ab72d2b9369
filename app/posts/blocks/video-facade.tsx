import { useText } from '#app/current/locale.ts';
import { watchUrl } from '#app/games/trailer.ts';
import { Picture } from '#app/media/picture.tsx';

export function isYoutubeId(text: string): boolean {
  return /^[\w-]{11}$/.test(text);
}

/** A link to the video's own page, so that nothing is requested from its host before a click, scripts or not. */
export function VideoFacade({ title, youtubeId, poster }: VideoFacadeProps) {
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
