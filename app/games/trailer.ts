/** The host of YouTube that sets no cookie before a trailer plays. */
export const TRAILER_HOST = 'https://www.youtube-nocookie.com';

export const TRAILER_SAMPLE_PATH = '/dev/trailer';

export function trailerUrl(youtubeId: string): string {
  return `${TRAILER_HOST}/embed/${encodeURIComponent(youtubeId)}?autoplay=1&rel=0`;
}

export function watchUrl(youtubeId: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(youtubeId)}`;
}
