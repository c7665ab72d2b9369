import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';

import { Face } from '../named-player-link.tsx';
import type { PlayerSheet } from '../player-page/player-sheet.ts';
import { RankToken } from '../rank-token.tsx';
import { StatMark } from '../stat-mark.tsx';
import { PLAYER_SORTS, PLAYER_SORT_NAMES } from './player-sorts.ts';
import type { PlayersPage, PlayersSort } from './player-sorts.ts';
import '../arcade.css';

interface PlayersFormProps {
  page: PlayersPage;
  path: string;
}

/** Keyed, so that Back shows what was chosen then. */
export function PlayersForm({ page: { name, sort, min, max, players }, path }: PlayersFormProps) {
  const { text } = useText();
  const action = useSitePath(path);
  return (
    <search className="block-card grid gap-x-10 gap-y-4 p-4 sm:px-6 lg:grid-cols-[1fr_20rem]">
      <Form
        key={`${sort} ${min} ${max}`}
        action={action}
        className="grid grid-cols-2 items-start gap-4 sm:grid-cols-[minmax(0,1fr)_8rem_8rem_auto]"
      >
        <SelectField name="sort" label={text('arcade.players.sort')} defaultValue={sort} className="max-sm:col-span-2">
          {PLAYER_SORT_NAMES.map((one) => (
            <option key={one} value={one}>
              {text(PLAYER_SORTS[one].name)}
            </option>
          ))}
        </SelectField>
        <Field name="min" label={text('arcade.players.min')} defaultValue={min} inputMode="decimal" maxLength={20} />
        <Field name="max" label={text('arcade.players.max')} defaultValue={max} inputMode="decimal" maxLength={20} />
        <Button type="submit" kind="loud" className="max-sm:col-span-2 sm:mt-8">
          {text('arcade.players.show')}
        </Button>
      </Form>
      <Form key={name} action={action} className="flex items-start gap-3">
        <Field
          name="code"
          label={text('arcade.players.code')}
          defaultValue={name}
          error={name !== '' && players.length === 0 ? text('arcade.players.noCode') : undefined}
          maxLength={64}
          autoCapitalize="off"
          spellCheck={false}
          className="min-w-0 grow"
        />
        <Button type="submit" className="mt-8">
          {text('arcade.players.go')}
        </Button>
      </Form>
    </search>
  );
}

export function PlayerCards({ page: { name, players, sort, max, isFirst } }: { page: PlayersPage }) {
  const { text } = useText();
  // Of a name its field says so.
  if (players.length === 0 && name !== '') return null;
  if (players.length === 0) return <p className="block-card p-6 text-lg">{text('arcade.players.nobody')}</p>;
  // Of the newest nobody is the first.
  const isRanked = isFirst && max === undefined && sort !== 'createdAt';
  return (
    <ol className="arcade-grid">
      {players.map((player, at) => (
        <li key={player.userId} className="block-card block-link lift relative flex items-center gap-4 p-4">
          {isRanked && <RankToken rank={at + 1} />}
          <PlayerCard player={player} sort={sort} />
        </li>
      ))}
    </ol>
  );
}

function PlayerCard({ player, sort }: { player: PlayerSheet; sort: PlayersSort }) {
  const { text, formatDate, formatNumber } = useText();
  const { userId, name, avatarId, stats, createdAt } = player;
  const { mark, name: key } = PLAYER_SORTS[sort];
  const value =
    sort === 'createdAt'
      ? formatDate(createdAt, { dateStyle: 'medium', timeZone: 'UTC' })
      : sort === 'PlayTime'
        ? text('arcade.stat.hours', { hours: Math.round((stats.PlayTime ?? 0) / 3600) })
        : formatNumber(stats[sort] ?? 0);
  return (
    <>
      <Face avatarId={avatarId} size={80} />
      <div className="min-w-0 space-y-1">
        <h2 className="text-xl wrap-anywhere">
          <SiteLink to={`/games/levelhead/players/${userId}`}>{name ?? text('arcade.player.gone')}</SiteLink>
        </h2>
        <p className="flex items-center gap-2 font-bold">
          <StatMark name={mark} />
          <span className="sr-only">{text(key)}</span>
          <span>{value}</span>
        </p>
        <p className="text-sm text-muted">{`@${userId}`}</p>
      </div>
    </>
  );
}
