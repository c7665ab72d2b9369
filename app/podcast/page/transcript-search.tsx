import { useId, useState } from 'react';

import { htmlLang, useText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import type { Cue } from '#lib/audio/webvtt.ts';

import { usePlayed } from '../player/player.ts';
import type { Playable } from '../player/player.ts';
import { SeekLink } from './seek-link.tsx';

interface TranscriptSearchProps {
  readonly episode: Playable;
  readonly transcript: { readonly locale: Locale; readonly cues: readonly Cue[] };
  readonly href: string;
}

export function TranscriptSearch({ episode, transcript: { locale, cues }, href }: TranscriptSearchProps) {
  const { text } = useText();
  const id = useId();
  const [q, setQ] = useState('');
  const current = usePlayed(({ episode: played, time }) =>
    played?.itemId === episode.itemId ? cues.findLastIndex(({ start }) => start <= time) : -1,
  );
  const wanted = plain(q.trim());
  const found = cues
    .map((cue, at) => ({ cue, at }))
    .filter(({ cue }) => wanted === '' || plain(`${cue.speaker ?? ''} ${cue.text}`).includes(wanted));
  return (
    <section aria-labelledby="transcript" className="space-y-4">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <h2 id="transcript" className="text-2xl">
          {text('podcast.page.transcript')}
        </h2>
        <a href={href} download className="py-1 font-bold underline">
          {text('podcast.page.transcriptFile')}
        </a>
      </div>
      <div className="field max-w-md [@media(scripting:none)]:hidden">
        <label htmlFor={id} className="field-label">
          {text('podcast.page.search')}
        </label>
        <input id={id} type="search" className="control" value={q} onChange={(event) => setQ(event.target.value)} />
        <output className="field-hint">{wanted !== '' && text('podcast.page.found', { count: found.length })}</output>
      </div>
      <ol lang={htmlLang(locale)} className="seek-list transcript">
        {found.map(({ cue, at }) => (
          <li key={at}>
            <SeekLink episode={episode} at={cue.start} isCurrent={at === current}>
              <CueWords cue={cue} speakerBefore={cues[at - 1]?.speaker} q={q.trim()} />
            </SeekLink>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface CueWordsProps {
  readonly cue: Cue;
  readonly speakerBefore: string | undefined;
  readonly q: string;
}

function CueWords({ cue: { speaker, text }, speakerBefore, q }: CueWordsProps) {
  const at = q === '' ? -1 : plain(text).indexOf(plain(q));
  // Marks that take other letters away than they add would be marked in the wrong place.
  const isMarked = at !== -1 && plain(text).length === text.length;
  return (
    <>
      {speaker !== undefined && speaker !== speakerBefore && <b className="cue-speaker">{`${speaker}: `}</b>}
      {isMarked ? (
        <>
          <span>{text.slice(0, at)}</span>
          <mark>{text.slice(at, at + q.length)}</mark>
          <span>{text.slice(at + q.length)}</span>
        </>
      ) : speaker === undefined ? (
        <i>{text}</i>
      ) : (
        <span>{text}</span>
      )}
    </>
  );
}

/** As somebody types it who does not care for marks and capitals. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
