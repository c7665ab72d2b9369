import type { Current } from '#app/current/current.server.ts';
import { isSelectableLocale } from '#app/current/locale.ts';
import { bodyReply } from '#app/storage/downloads.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import type { Reply } from '#lib/calls/answer.server.ts';
import { respond } from '#lib/calls/respond.server.ts';
import { tallied } from '#lib/files/tallied.ts';
import { Problem } from '#lib/problem.ts';

import { countDownload } from '../downloads/count-downloads.server.ts';
import { audioPath, episodePath } from '../episode.ts';
import type { EpisodeToHear } from '../episode.ts';
import { getEpisode } from '../episodes.server.ts';
import { noEpisode } from '../problems.ts';
import { findFile } from './episode-files.server.ts';

/**
 * The sound, the chapters or a transcript of an episode, below its address. @throws Problem 404 also where the caller may not see
 * the episode, 416
 */
export async function answerEpisodeFile(
  current: Current,
  request: Request,
  { slug, file }: { readonly slug: string; readonly file: string },
): Promise<Response> {
  const episode = await getEpisode(current, slug);
  const headers = headersOf(episode);
  const reply =
    file === 'chapters.json'
      ? chaptersReply(current, episode, headers)
      : await storedReply(current, request, { episode, file, headers });
  return respond(request, reply, {});
}

/** Any player may read what everyone may; nothing that is shown to some is kept on its way. */
function headersOf({ visibility }: EpisodeToHear): Record<string, string> {
  const isPublic = visibility === 'public';
  return {
    'cache-control': isPublic ? 'public, no-cache' : 'private, no-store',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...(isPublic
      ? { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
      : { 'x-robots-tag': 'noindex' }),
  };
}

interface WantedFile {
  readonly episode: EpisodeToHear;
  readonly file: string;
  readonly headers: Record<string, string>;
}

async function storedReply(current: Current, request: Request, { episode, file, headers }: WantedFile): Promise<Reply> {
  const id = idOf(episode, file);
  const found = id === undefined ? undefined : await findFile(current, id);
  if (found === undefined) throw new Problem(noEpisode);
  const { item } = found;
  const caching = { etag: etagOf(found), 'cache-control': headers['cache-control'] ?? 'no-store' };
  const reply = bodyReply(current, request, found, caching, {
    ...headers,
    'content-type': item.mimetype,
    'last-modified': new Date(item.updatedAt).toUTCString(),
  });
  const { audio, visibility, itemId } = episode;
  // Of what is hidden, staff hear how it has become.
  if (id !== episode.audioId || audio === undefined || visibility === 'hidden') return reply;
  return withTally(request, reply, (bytes) => countDownload(current, request, { itemId, audio }, bytes));
}

/** @param onEnd is told how many bytes have gone out, when there come no more or nobody takes them */
function withTally(request: Request, reply: Reply, onEnd: (bytes: number) => void): Reply {
  const { body } = reply;
  if (request.method === 'HEAD' || body === undefined || body === null) return reply;
  if (typeof body === 'function') return { ...reply, body: async () => tallied(await body(), onEnd) };
  onEnd(Buffer.byteLength(body));
  return reply;
}

function idOf(episode: EpisodeToHear, file: string): string | undefined {
  if (`${episode.path}/${file}` === audioPath(episode)) return episode.audioId;
  const [, locale] = /^transcript\.([A-Za-z-]+)\.vtt$/.exec(file) ?? [];
  return isSelectableLocale(locale) ? episode.transcriptIds[locale] : undefined;
}

/** Of the bytes alone: one address serves several files over the years, each of which may be the first state of its item. */
function etagOf({ item, body }: ItemWithBody): string {
  return body.digest === null ? item.etag : `"${body.digest.toString('base64url').slice(0, 22)}"`;
}

/** Of the podcast namespace, for players that show them beside the sound. */
function chaptersReply({ config }: Current, episode: EpisodeToHear, headers: Record<string, string>): Reply {
  if (episode.chapters.length === 0) throw new Problem(noEpisode);
  const url = (path: string) => `${config.publicUrl}${path}`;
  const chapters = episode.chapters.map(({ start, title }) => {
    return { startTime: start, title, url: `${url(episodePath(episode.slug))}?t=${start}` };
  });
  const document = { version: '1.2.0', title: episode.title, fileName: url(audioPath(episode)), chapters };
  return { body: JSON.stringify(document), headers: { ...headers, 'content-type': 'application/json+chapters' } };
}
