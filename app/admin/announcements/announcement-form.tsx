import { MAX_BODY, MAX_LINK, MAX_PRIORITY, MAX_RANGE, MAX_TITLE, PLATFORMS } from '#app/announcements/announcement.ts';
import type { AnnouncementContent } from '#app/announcements/announcement.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormDraft } from '#app/current/forms/form-draft.tsx';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { DEFAULT_LOCALE, LOCALES, LOCALE_NAMES, htmlLang, useText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { SYSTEM_NAMES } from '#app/games/stores.ts';
import { useTimeZone } from '#lib/locale/time.tsx';
import { Details } from '#lib/ui/details.tsx';
import { CheckboxField, Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

export interface GameChoice {
  readonly slug: string;
  readonly name: string;
}

interface AnnouncementFormProps {
  readonly announcementId: string;
  readonly content: AnnouncementContent;
  readonly rev: number;
  /** Of what it says now. */
  readonly version: number;
  readonly games: readonly GameChoice[];
  readonly form: PageForm;
}

const SAVE = { intent: 'announcements.save' };

/** What it says, and to whom, when and how many. */
export function AnnouncementForm({ announcementId, content, rev, version, games, form }: AnnouncementFormProps) {
  const { text } = useText();
  const refusal = form.findRefusal(SAVE);
  const seen = { rev: refusal?.values['rev'] ?? String(rev), version: refusal?.values['version'] ?? String(version) };
  return (
    <ActionForm key={rev} form={form} fields={{ ...SAVE, ...seen }} className="space-y-4">
      <TextFields locale={DEFAULT_LOCALE} content={content} refusal={refusal} />
      <OtherLanguages content={content} refusal={refusal} />
      <Field
        label={text('admin.announcements.link')}
        hint={text('admin.announcements.linkHint')}
        {...fieldOf(refusal, 'link', content.link)}
        type="url"
        maxLength={MAX_LINK}
        autoComplete="off"
      />
      <AudienceFields content={content} games={games} refusal={refusal} />
      <TimeFields content={content} refusal={refusal} />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field
          label={text('admin.announcements.priority')}
          hint={text('admin.announcements.priorityHint', { most: MAX_PRIORITY })}
          {...fieldOf(refusal, 'priority', content.priority)}
          inputMode="numeric"
          autoComplete="off"
        />
        <Field
          label={text('admin.announcements.shareOf')}
          hint={text('admin.announcements.shareHint')}
          {...fieldOf(refusal, 'share', content.share)}
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <CheckboxField
        label={text('admin.announcements.once')}
        hint={text('admin.announcements.onceHint')}
        {...checkboxOf(refusal, 'isOnce', content.isOnce)}
      />
      <FormDraft name={`announcement/${announcementId}`} form={form} intent={SAVE.intent} />
      <Submit kind="loud">{text('admin.announcements.save')}</Submit>
    </ActionForm>
  );
}

interface PartProps {
  readonly content: AnnouncementContent;
  readonly refusal: FormRefusal | undefined;
}

export function TextFields({ locale, content, refusal }: PartProps & { readonly locale: Locale }) {
  const { text } = useText();
  const written = content.texts[locale];
  const language = LOCALE_NAMES[locale];
  const shared = { lang: htmlLang(locale), required: locale === DEFAULT_LOCALE, autoComplete: 'off' };
  return (
    <div className="space-y-2">
      <Field
        label={text('admin.announcements.titleIn', { language })}
        {...fieldOf(refusal, `title.${locale}`, written?.title)}
        {...shared}
        maxLength={MAX_TITLE}
      />
      <TextareaField
        label={text('admin.announcements.bodyIn', { language })}
        {...fieldOf(refusal, `body.${locale}`, written?.body)}
        {...shared}
        rows={3}
        maxLength={MAX_BODY}
      />
    </div>
  );
}

function OtherLanguages({ content, refusal }: PartProps) {
  const { text } = useText();
  const others = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);
  const written = others.filter((locale) => content.texts[locale] !== undefined).length;
  const wrong = Object.keys(refusal?.problem.fields ?? {});
  return (
    <>
      <Details
        summary={text('admin.announcements.languages', { count: written })}
        open={others.some((locale) => wrong.some((field) => field.endsWith(`.${locale}`)))}
      >
        <div className="space-y-4">
          <p className="text-muted">{text('admin.announcements.languagesHint')}</p>
          {others.map((locale) => (
            <TextFields key={locale} locale={locale} content={content} refusal={refusal} />
          ))}
        </div>
      </Details>
      <CheckboxField
        label={text('admin.announcements.ownText')}
        hint={text('admin.announcements.ownTextHint')}
        {...checkboxOf(refusal, 'needsOwnText', content.needsOwnText)}
      />
    </>
  );
}

function AudienceFields({ content, games, refusal }: PartProps & Pick<AnnouncementFormProps, 'games'>) {
  const { text } = useText();
  return (
    <>
      <fieldset className="space-y-1">
        <legend className="font-extrabold">{text('admin.announcements.games')}</legend>
        <p className="text-sm text-muted">{text('admin.announcements.gamesHint')}</p>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {games.map(({ slug, name }) => (
            <CheckboxField
              key={slug}
              label={<span lang="en">{name}</span>}
              {...checkboxOf(refusal, `game.${slug}`, content.games.includes(slug))}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="space-y-1">
        <legend className="font-extrabold">{text('admin.announcements.platforms')}</legend>
        <p className="text-sm text-muted">{text('admin.announcements.platformsHint')}</p>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {PLATFORMS.map((platform) => (
            <CheckboxField
              key={platform}
              label={<span lang="en">{SYSTEM_NAMES[platform]}</span>}
              {...checkboxOf(refusal, `platform.${platform}`, content.platforms.includes(platform))}
            />
          ))}
        </div>
      </fieldset>
      <Field
        label={text('admin.announcements.versions')}
        hint={text('admin.announcements.versionsHint')}
        {...fieldOf(refusal, 'versions', content.versions)}
        maxLength={MAX_RANGE}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
    </>
  );
}

function TimeFields({ content, refusal }: PartProps) {
  const { text } = useText();
  const own = useTimeZone();
  const isNew = content.starts === null && content.ends === null;
  const zone = isNew ? own : content.zone;
  const clock = content.zone === null && !isNew ? 'players' : 'zone';
  return (
    <fieldset className="space-y-2">
      <legend className="font-extrabold">{text('admin.announcements.when')}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field
          type="datetime-local"
          label={text('admin.announcements.starts')}
          {...fieldOf(refusal, 'starts', content.starts)}
        />
        <Field
          type="datetime-local"
          label={text('admin.announcements.ends')}
          {...fieldOf(refusal, 'ends', content.ends)}
        />
        <SelectField
          label={text('admin.announcements.clock')}
          hint={text('admin.announcements.clockHint')}
          name="clock"
          defaultValue={refusal?.values['clock'] ?? clock}
        >
          <option value="zone">{text('admin.announcements.clockOfZone')}</option>
          <option value="players">{text('admin.announcements.clockOfPlayers')}</option>
        </SelectField>
        <Field
          key={zone}
          label={text('admin.announcements.zone')}
          hint={text('admin.announcements.zoneHint')}
          {...fieldOf(refusal, 'zone', zone)}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      </div>
    </fieldset>
  );
}

function fieldOf(refusal: FormRefusal | undefined, name: string, written: string | number | null | undefined) {
  return {
    name,
    error: refusal?.problem.fields?.[name],
    defaultValue: refusal?.values[name] ?? String(written ?? ''),
  };
}

function checkboxOf(refusal: FormRefusal | undefined, name: string, isOn: boolean) {
  return { name, defaultChecked: refusal === undefined ? isOn : refusal.values[name] !== undefined };
}
