/** The host of YouTube that sets no cookie before a video plays. */
export const PLAYER_HOST = 'https://www.youtube-nocookie.com';

export function playerUrl(youtubeId: string): string {
  return `${PLAYER_HOST}/embed/${encodeURIComponent(youtubeId)}?autoplay=1&rel=0`;
}

export function watchUrl(youtubeId: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(youtubeId)}`;
}

export function isYoutubeId(text: string): boolean {
  return /^[\w-]{11}$/.test(text);
}
