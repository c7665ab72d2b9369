import { useEffect, useRef, useState } from 'react';

import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';

import { MAX_VOICE_SECONDS } from '../question.ts';

type RecorderState = 'idle' | 'recording' | 'refused';

/** A file with a voice; where scripts run and the visitor lets them, one that is recorded here. */
export function VoiceField({ error }: { readonly error: string | undefined }) {
  const { text, formatNumber } = useText();
  const field = useRef<HTMLDivElement>(null);
  const { state, recording, start, stop } = useRecorder((file) => {
    const input = field.current?.querySelector('input');
    if (input) input.files = toFileList(file);
  });
  return (
    <div ref={field} className="space-y-3">
      <Field
        type="file"
        name="voice"
        accept="audio/*"
        label={text('podcast.ask.voice')}
        hint={text('podcast.ask.voiceHint', { seconds: formatNumber(MAX_VOICE_SECONDS) })}
        error={error}
      />
      <p className="flex flex-wrap items-center gap-4 [@media(scripting:none)]:hidden">
        <Button type="button" onClick={state === 'recording' ? stop : start}>
          {text(state === 'recording' ? 'podcast.ask.stop' : 'podcast.ask.record')}
        </Button>
        {/* One's own words of a moment ago: nobody has written them down. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        {recording !== undefined && <audio controls src={recording} aria-label={text('podcast.ask.recording')} />}
      </p>
      <output className="block">
        {state === 'recording' && <span>{text('podcast.ask.listening')}</span>}
        {state === 'refused' && <span>{text('podcast.ask.noMicrophone')}</span>}
      </output>
    </div>
  );
}

/** @param take gets what was recorded */
function useRecorder(take: (file: File) => void) {
  const [state, setState] = useState<RecorderState>('idle');
  const [recording, setRecording] = useState<string>();
  const recorder = useRef<MediaRecorder>(undefined);
  useEffect(() => () => stopRecorder(recorder.current), []);
  useEffect(() => () => (recording === undefined ? undefined : URL.revokeObjectURL(recording)), [recording]);
  const start = async () => {
    try {
      recorder.current = await record((file) => {
        take(file);
        setRecording(URL.createObjectURL(file));
        setState('idle');
      });
      setState('recording');
    } catch {
      setState('refused');
    }
  };
  return { state, recording, start: () => void start(), stop: () => stopRecorder(recorder.current) };
}

/** Until it is stopped, or at its longest. @throws when there is no microphone, or none that we may use */
async function record(done: (file: File) => void): Promise<MediaRecorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: 64_000 });
  const parts: Blob[] = [];
  const end = setTimeout(() => stopRecorder(recorder), MAX_VOICE_SECONDS * 1000);
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  recorder.addEventListener('stop', () => {
    clearTimeout(end);
    for (const track of stream.getTracks()) track.stop();
    const type = recorder.mimeType;
    done(new File(parts, `voice.${type.includes('mp4') ? 'm4a' : type.includes('ogg') ? 'ogg' : 'webm'}`, { type }));
  });
  recorder.start();
  return recorder;
}

function stopRecorder(recorder: MediaRecorder | undefined): void {
  if (recorder?.state === 'recording') recorder.stop();
}

function toFileList(file: File): FileList {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  return transfer.files;
}
