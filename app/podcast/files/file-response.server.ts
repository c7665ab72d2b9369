import { asVisitor } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE, isSelectableLocale } from '#app/current/locale.ts';
import { bodyReply } from '#app/storage/downloads.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import type { Reply } from '#lib/calls/answer.server.ts';
import { methodNotAllowed } from '#lib/calls/problems.ts';
import { tallied } from '#lib/files/tallied.ts';
import { LruCache } from '#lib/lru-cache.ts';
import { Problem } from '#lib/problem.ts';

import { PODCAST_CACHE_TOPICS } from '../cache-topics.ts';
import { countDownload } from '../downloads/count-downloads.server.ts';
import { audioPath, episodePath } from '../episode.ts';
import type { EpisodeWithAudio } from '../episode.ts';
import { getEpisode } from '../episodes.server.ts';
import { noEpisode } from '../problems.ts';
import { findFile } from './episode-files.server.ts';

interface EpisodeFileName {
  readonly slug: string;
  readonly file: string;
}

/** Undefined for an address that is none of such a file, whether there is one or not. */
export function episodeFileAt(path: string): EpisodeFileName | undefined {
  const [, slug = '', file = ''] = FILE.exec(path) ?? [];
  if (slug === '') return undefined;
  try {
    return { slug: decodeURIComponent(slug), file };
  } catch {
    return undefined;
  }
}

const FILE = /^\/podcast\/([^/]+)\/(audio\.(?:mp3|m4a)|chapters\.json|transcript\.[A-Za-z-]+\.vtt)$/;

/** Sound, chapters or a transcript. @throws Problem 404 also where the caller may not see the episode, 405, 416 */
export async function answerEpisodeFile(current: Current, request: Request, wanted: EpisodeFileName): Promise<Reply> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new Problem(methodNotAllowed, { headers: { allow: 'GET, HEAD' } });
  }
  const { episode, stored } = await findEpisodeFile(current, wanted);
  const headers = buildHeaders(episode);
  return stored === undefined
    ? chaptersReply(current, episode, headers)
    : storedReply(current, request, { episode, stored, headers });
}

interface EpisodeFile {
  readonly episode: EpisodeWithAudio;
  /** Undefined for what is made of the episode itself. */
  readonly stored: ItemWithBody | undefined;
}

/** Players ask for many parts of what everyone may hear: that is looked up once, until an episode changes. */
async function findEpisodeFile(current: Current, wanted: EpisodeFileName): Promise<EpisodeFile> {
  const versions = current.pubSub.findTopicVersions(PODCAST_CACHE_TOPICS);
  if (versions === undefined) return lookUp(current, wanted);
  const visitor = asVisitor(current, DEFAULT_LOCALE);
  const files = current.db.processState.get(createFiles);
  return files
    .get(`${versions} ${wanted.slug}/${wanted.file}`, () => lookUp(visitor, wanted))
    .catch((refusal: unknown) => {
      if (current.actor.userId === undefined && current.actor.app === undefined) throw refusal;
      return lookUp(current, wanted);
    });
}

const createFiles = () => new LruCache<EpisodeFile>(128);

async function lookUp(current: Current, { slug, file }: EpisodeFileName): Promise<EpisodeFile> {
  const episode = await getEpisode(current, slug);
  if (file === 'chapters.json') return { episode, stored: undefined };
  const id = findFileId(episode, file);
  const stored = id === undefined ? undefined : await findFile(current, id);
  if (stored === undefined) throw new Problem(noEpisode);
  return { episode, stored };
}

/** Any player may read what everyone may; nothing that is shown to some is kept on its way. */
function buildHeaders({ visibility }: EpisodeWithAudio): Record<string, string> {
  return visibility === 'public'
    ? { 'cache-control': 'public, no-cache', 'access-control-allow-origin': '*' }
    : {
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
        'cross-origin-resource-policy': 'same-origin',
      };
}

interface FileToSend {
  readonly episode: EpisodeWithAudio;
  readonly stored: ItemWithBody;
  readonly headers: Record<string, string>;
}

function storedReply(current: Current, request: Request, { episode, stored, headers }: FileToSend): Reply {
  const { item } = stored;
  const caching = {
    etag: toEtag(stored),
    'cache-control': headers['cache-control'] ?? 'no-store',
    // An address may get an older file again.
    modifiedAt: new Date(Math.max(Date.parse(item.updatedAt), Date.parse(episode.updatedAt))),
  };
  const reply = bodyReply(current, request, stored, caching, { ...headers, 'content-type': item.mimetype });
  const { audio, audioId, visibility, itemId } = episode;
  // Of what is hidden, staff hear how it has become.
  if (item.itemId !== audioId || audio === undefined || visibility === 'hidden') return reply;
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

function findFileId(episode: EpisodeWithAudio, file: string): string | undefined {
  if (`${episode.path}/${file}` === audioPath(episode)) return episode.audioId;
  const [, locale] = /^transcript\.([A-Za-z-]+)\.vtt$/.exec(file) ?? [];
  return isSelectableLocale(locale) ? episode.transcriptIds[locale] : undefined;
}

/** Of the bytes alone: one address serves several files over the years, each of which may be the first state of its item. */
function toEtag({ item, body }: ItemWithBody): string {
  return body.digest === null ? item.etag : `"${body.digest.toString('base64url').slice(0, 22)}"`;
}

/** Of the podcast namespace, for players that show them beside the sound. */
function chaptersReply({ config }: Current, episode: EpisodeWithAudio, headers: Record<string, string>): Reply {
  if (episode.chapters.length === 0) throw new Problem(noEpisode);
  const url = (path: string) => `${config.publicUrl}${path}`;
  const chapters = episode.chapters.map(({ start, title }) => {
    return { startTime: start, title, url: `${url(episodePath(episode.slug))}?t=${start}` };
  });
  const document = { version: '1.2.0', title: episode.title, fileName: url(audioPath(episode)), chapters };
  return { body: JSON.stringify(document), headers: { ...headers, 'content-type': 'application/json+chapters' } };
}
