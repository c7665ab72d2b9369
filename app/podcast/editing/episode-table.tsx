import { visibilityName } from '#app/articles/article-fields.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import type { Schedule } from '#app/editor/schedule.ts';
import { formatClock } from '#lib/audio/webvtt.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Table } from '#lib/ui/table.tsx';

import { formatEpisodeNumber } from '../episode.ts';
import type { EpisodeWithAudio } from '../episode.ts';
import type { SoundCheck } from '../sound/sound-check.ts';

interface EpisodeRow {
  readonly episode: EpisodeWithAudio;
  readonly schedules: readonly Schedule[];
  readonly check: SoundCheck | undefined;
}

export function EpisodeTable({ episodes }: { readonly episodes: readonly EpisodeRow[] }) {
  const { text } = useText();
  return (
    <Table
      caption={text('podcast.desk.episodes')}
      toKey={({ episode }) => episode.itemId}
      rows={episodes}
      empty={text('podcast.desk.none')}
      columns={[
        { id: 'episode', header: text('podcast.desk.episode'), cell: ({ episode }) => <Title episode={episode} /> },
        { id: 'state', header: text('podcast.desk.state'), cell: (row) => <State {...row} /> },
        {
          id: 'date',
          header: text('podcast.desk.date'),
          cell: ({ episode: { date, visibility } }) =>
            visibility === 'hidden' ? text('podcast.desk.notOut') : <LocalTime at={date} isDay />,
        },
        {
          id: 'length',
          header: text('podcast.desk.length'),
          isNumber: true,
          cell: ({ episode: { audio } }) =>
            audio === undefined ? text('podcast.desk.noSound') : formatClock(audio.seconds),
        },
        {
          id: 'loudness',
          header: text('podcast.desk.loudness'),
          isNumber: true,
          cell: ({ check }) => <LoudnessCell check={check} />,
        },
      ]}
    />
  );
}

function Title({ episode }: { readonly episode: EpisodeWithAudio }) {
  const { slug, title } = episode;
  const episodeNumber = formatEpisodeNumber(episode);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <SiteLink to={`/editor/episodes/${encodeURIComponent(slug)}`} className="font-bold wrap-anywhere underline">
        {title}
      </SiteLink>
      {episodeNumber !== undefined && <span className="text-sm text-muted">{episodeNumber}</span>}
    </span>
  );
}

function LoudnessCell({ check }: Pick<EpisodeRow, 'check'>) {
  const { text, formatNumber } = useText();
  if (check?.flaw !== undefined) return <b className="text-(--danger)">{text('podcast.desk.flaw')}</b>;
  if (check?.lufs === undefined) return text('podcast.desk.notMeasured');
  return `${formatNumber(check.lufs, { maximumFractionDigits: 1 })} LUFS`;
}

function State({ episode: { visibility }, schedules }: EpisodeRow) {
  const { text, richText } = useText();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={visibility === 'public' ? 'success' : 'plain'}>{text(visibilityName(visibility))}</Badge>
      {schedules.map(({ action, at, failure }) => (
        <span key={action} className={failure === null ? 'text-sm' : 'text-sm font-bold text-(--danger)'}>
          {failure === null
            ? richText(action === 'publish' ? 'podcast.desk.comesOut' : 'podcast.desk.isHidden', {
                at: <LocalTime at={at} />,
              })
            : text('podcast.desk.planFailed')}
        </span>
      ))}
    </span>
  );
}
