/** In the place of an app: programs that nobody listens to, and those that we do not know. */
export const BOTS = 'bots';
export const OTHER_APPS = 'other';

export const DOWNLOAD_DAYS = [7, 30, 90, 365] as const;
type DownloadDays = (typeof DOWNLOAD_DAYS)[number];

function parseDownloadDays(text: string | null): DownloadDays {
  return DOWNLOAD_DAYS.find((days) => String(days) === text) ?? 30;
}

export const DOWNLOADS_PATH = '/podcast/downloads';

/** @param episode the last part of its address; all of them without one */
export function downloadsPath({ days, episode }: DownloadsQuery, ending: '' | '.csv' = ''): string {
  const query = new URLSearchParams({ days: String(days), ...(episode !== undefined && { episode }) });
  return `${DOWNLOADS_PATH}${ending}?${query}`;
}

export interface DownloadsQuery {
  readonly days: DownloadDays;
  readonly episode?: string | undefined;
}

export function readDownloadsQuery(params: URLSearchParams): DownloadsQuery {
  return { days: parseDownloadDays(params.get('days')), episode: params.get('episode') || undefined };
}

/** What listeners have downloaded, and apart from that what programs have. */
export interface DownloadSums {
  readonly downloads: number;
  readonly bots: number;
}

export interface DownloadsOfDay extends DownloadSums {
  /** `YYYY-MM-DD`, of UTC. */
  readonly day: string;
}

export interface DownloadsOfEpisode extends DownloadSums {
  readonly itemId: string;
  /** Undefined when there is no such episode any more. */
  readonly title: string | undefined;
  readonly slug: string;
}

export interface DownloadsOfApp {
  readonly app: string;
  readonly downloads: number;
}
