import { fieldFor } from '#app/current/forms/form-state.ts';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import { useText } from '#app/current/locale.ts';
import { BADGES, BADGE_NAMES, MAX_ABOUT, MAX_BODY, MAX_NAME } from '#app/perks/perk.ts';
import type { Perk, PerkDetails, PerkKind } from '#app/perks/perk.ts';
import { Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

/** As many beside each other as fit: a browser draws a field of a time no narrower. */
export const LIMITS_GRID = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,13.5rem),1fr))] items-start gap-4';

interface PerkFieldsProps {
  readonly kind: PerkKind;
  /** Undefined for a new one. */
  readonly perk?: Perk;
  readonly refusal: FormRefusal | undefined;
}

/** What staff say of a perk: of all kinds, and of its own. */
export function PerkFieldset({ kind, perk, refusal }: PerkFieldsProps) {
  const { text } = useText();
  const at = useField(refusal);
  const { name, about, appId, perPerson = 1, most, startsAt, endsAt } = perk ?? {};
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={text('admin.perks.name')}
          {...at('name', name)}
          required
          maxLength={MAX_NAME}
          autoComplete="off"
        />
        <Field
          label={text('admin.perks.app')}
          hint={text('admin.perks.appHint')}
          {...at('appId', appId ?? '')}
          maxLength={32}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      </div>
      <TextareaField
        label={text('admin.perks.aboutIt')}
        hint={text('admin.perks.aboutHint')}
        {...at('about', about)}
        rows={2}
        maxLength={MAX_ABOUT}
      />
      <KindFields kind={kind} {...(perk && { perk })} refusal={refusal} />
      <div className={LIMITS_GRID}>
        <Field label={text('admin.perks.perPerson')} {...at('perPerson', perPerson)} inputMode="numeric" required />
        <Field
          label={text('admin.perks.most')}
          hint={text('admin.perks.mostHint')}
          {...at('most', most ?? '')}
          inputMode="numeric"
        />
        <TimeField label={text('admin.perks.startsAt')} {...at('startsAt', toTyped(startsAt))} />
        <TimeField label={text('admin.perks.endsAt')} {...at('endsAt', toTyped(endsAt))} />
      </div>
    </>
  );
}

function KindFields({ kind, perk, refusal }: PerkFieldsProps) {
  const own = { details: perk?.details ?? {}, refusal };
  if (kind === 'key') return <KeyFields {...own} lowAt={perk?.lowAt ?? 10} />;
  if (kind === 'badge') return <BadgeField {...own} />;
  return kind === 'item' ? <ItemFields {...own} /> : null;
}

interface KindFieldsProps {
  readonly details: PerkDetails;
  readonly refusal: FormRefusal | undefined;
}

function KeyFields({ details: { store }, lowAt, refusal }: KindFieldsProps & { readonly lowAt: number }) {
  const { text } = useText();
  const at = useField(refusal);
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        label={text('admin.perks.store')}
        hint={text('admin.perks.storeHint')}
        {...at('store', store)}
        required
        maxLength={MAX_NAME}
      />
      <Field
        label={text('admin.perks.lowAt')}
        hint={text('admin.perks.lowAtHint')}
        {...at('lowAt', lowAt)}
        inputMode="numeric"
      />
    </div>
  );
}

function BadgeField({ details: { badge }, refusal }: KindFieldsProps) {
  const { text } = useText();
  const at = useField(refusal);
  return (
    <SelectField label={text('admin.perks.badge')} {...at('badge', badge)} className="max-w-80">
      {BADGES.map((one) => (
        <option key={one} value={one}>
          {text(BADGE_NAMES[one])}
        </option>
      ))}
    </SelectField>
  );
}

function ItemFields({ details: { crateId, tags, body = '{}' }, refusal }: KindFieldsProps) {
  const { text } = useText();
  const at = useField(refusal);
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={text('admin.perks.crate')} {...at('crateId', crateId)} required maxLength={64} />
        <Field label={text('admin.perks.tags')} hint={text('admin.perks.tagsHint')} {...at('tags', tags?.join(', '))} />
      </div>
      <TextareaField
        label={text('admin.perks.body')}
        hint={text('admin.perks.bodyHint')}
        {...at('body', body)}
        rows={4}
        maxLength={MAX_BODY}
        spellCheck={false}
        className="[&_textarea]:font-mono"
      />
    </>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly name: string;
  readonly error: string | undefined;
  readonly defaultValue: string | number;
}

/** In UTC, as everything that staff do at one time for the whole world. */
export function TimeField(field: TimeFieldProps) {
  const { text } = useText();
  return <Field {...field} type="datetime-local" hint={text('admin.perks.utc')} />;
}

function toTyped(at: string | null | undefined): string {
  return at?.slice(0, 16) ?? '';
}

/** What a schema says of a field is no sentence for people. */
export function useField(refusal: FormRefusal | undefined) {
  const { text } = useText();
  return (name: string, written?: string | number) => {
    const field = fieldFor(refusal, name, written);
    const isOurs = refusal?.problem.code.startsWith('perks.') ?? false;
    return { ...field, error: field.error === undefined || isOurs ? field.error : text('admin.perks.wrong') };
  };
}
