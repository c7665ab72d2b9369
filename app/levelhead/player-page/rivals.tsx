import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { SelectField } from '#lib/ui/field.tsx';

import { NamedPlayerLink } from '../named-player-link.tsx';
import type { PlayerSheet } from './player-sheet.ts';
import { RIVAL_STATS, RIVAL_STAT_NAMES } from './rival.ts';
import type { RivalPage } from './rival.ts';

export function Rivals({ player, rivals: { stat, ahead, behind, met } }: { player: PlayerSheet; rivals: RivalPage }) {
  const { text, formatNumber } = useText();
  const action = useSitePath(`/games/levelhead/players/${player.userId}`);
  return (
    <section aria-labelledby="rivals" className="space-y-6">
      <h2 id="rivals" className="squiggle text-3xl">
        {text('arcade.rivals.heading')}
      </h2>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="block-card space-y-5 p-5 sm:p-6">
          <Form method="get" action={`${action}#rivals`} className="flex flex-wrap items-end gap-3" preventScrollReset>
            <SelectField label={text('arcade.rivals.by')} name="rivals" defaultValue={stat} key={stat}>
              {RIVAL_STAT_NAMES.map((name) => (
                <option key={name} value={name}>
                  {text(RIVAL_STATS[name])}
                </option>
              ))}
            </SelectField>
            <Button type="submit">{text('arcade.rivals.compare')}</Button>
          </Form>
          <ol className="rival-ladder">
            {[...ahead, player, ...behind].map((one) => (
              <li key={one.userId} aria-current={one === player ? 'true' : undefined}>
                <NamedPlayerLink player={one} />
                <span className="font-bold whitespace-nowrap">{formatNumber(Math.round(one.stats[stat] ?? 0))}</span>
              </li>
            ))}
          </ol>
        </div>
        <div className="block-card space-y-5 p-5 sm:p-6">
          <h3 className="text-xl">{text('arcade.rivals.met')}</h3>
          {met.length === 0 ? (
            <p>{text('arcade.rivals.metNone')}</p>
          ) : (
            <ol className="rival-ladder">
              {met.map(({ player: one, boards }) => (
                <li key={one.userId}>
                  <NamedPlayerLink player={one} />
                  <span className="text-sm font-bold">{text('arcade.rivals.boards', { count: boards })}</span>
                </li>
              ))}
            </ol>
          )}
        </div>
      </div>
    </section>
  );
}
