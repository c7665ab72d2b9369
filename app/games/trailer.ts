/** Where trailers are shown from: the host of YouTube that sets no cookie before one plays. */
export const TRAILER_HOST = 'https://www.youtube-nocookie.com';

/** Where developers look at the part that shows a trailer. */
export const TRAILER_SAMPLE_PATH = '/dev/trailer';

/** Where a trailer plays, at once because somebody has just asked for it. */
export function trailerUrl(youtubeId: string): string {
  return `${TRAILER_HOST}/embed/${encodeURIComponent(youtubeId)}?autoplay=1&rel=0`;
}

/** Where it plays without us. */
export function watchUrl(youtubeId: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(youtubeId)}`;
}
