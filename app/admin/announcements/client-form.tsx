import { Form } from 'react-router';

import { MAX_GIVEN, PLATFORMS } from '#app/announcements/announcement.ts';
import { LOCALES, LOCALE_NAMES, useText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { SYSTEM_NAMES } from '#app/games/stores.ts';
import { Button } from '#lib/ui/button.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';

import type { GameChoice } from './announcement-form.tsx';

interface ClientFormProps {
  readonly path: string;
  readonly asked: AskedClient;
  readonly games: readonly GameChoice[];
  readonly isZoneWrong: boolean;
}

interface AskedClient {
  readonly game: string;
  readonly platform: string;
  readonly version: string;
  readonly locale: Locale;
  readonly zone: string;
  readonly installation: string;
  /** On the player’s clock; empty for now. */
  readonly at: string;
}

/** The game, and the player, of whom the preview is. */
export function ClientForm({ path, asked, games, isZoneWrong }: ClientFormProps) {
  const { text } = useText();
  return (
    <search>
      <Form method="get" action={useSitePath(path)} className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <GameFields asked={asked} games={games} />
        <PlayerFields asked={asked} isZoneWrong={isZoneWrong} />
        <Button type="submit" kind="loud" className="justify-self-start sm:mt-8">
          {text('admin.announcements.look')}
        </Button>
      </Form>
    </search>
  );
}

function GameFields({ asked, games }: Pick<ClientFormProps, 'asked' | 'games'>) {
  const { text } = useText();
  return (
    <>
      <SelectField label={text('admin.announcements.game')} name="game" defaultValue={asked.game}>
        {games.map(({ slug, name }) => (
          <option key={slug} value={slug} lang="en">
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={text('admin.announcements.platform')} name="platform" defaultValue={asked.platform}>
        <option value="">{text('admin.announcements.unknown')}</option>
        {PLATFORMS.map((platform) => (
          <option key={platform} value={platform} lang="en">
            {SYSTEM_NAMES[platform]}
          </option>
        ))}
      </SelectField>
      <Field
        label={text('admin.announcements.version')}
        name="version"
        defaultValue={asked.version}
        maxLength={MAX_GIVEN}
        autoComplete="off"
      />
    </>
  );
}

function PlayerFields({ asked, isZoneWrong }: Pick<ClientFormProps, 'asked' | 'isZoneWrong'>) {
  const { text } = useText();
  return (
    <>
      <SelectField label={text('admin.announcements.playerLanguage')} name="locale" defaultValue={asked.locale}>
        {LOCALES.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {LOCALE_NAMES[locale]}
          </option>
        ))}
      </SelectField>
      <Field
        type="datetime-local"
        label={text('admin.announcements.at')}
        hint={text('admin.announcements.atHint')}
        name="at"
        defaultValue={asked.at}
      />
      <Field
        label={text('admin.announcements.playerZone')}
        hint={text('admin.announcements.zoneHint')}
        error={isZoneWrong && text('problem.announcements.notAZone')}
        name="zone"
        defaultValue={asked.zone}
        maxLength={64}
        autoComplete="off"
      />
      <Field
        label={text('admin.announcements.installation')}
        hint={text('admin.announcements.installationHint')}
        name="installation"
        defaultValue={asked.installation}
        maxLength={MAX_GIVEN}
        autoComplete="off"
      />
    </>
  );
}
