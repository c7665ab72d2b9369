import { useState } from 'react';
import type { ChangeEvent } from 'react';

import type { FormRefusal } from '#app/current/forms/form-state.ts';
import { LOCALES, LOCALE_NAMES, htmlLang, useText } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';
import { CheckboxField, Field, SelectField } from '#lib/ui/field.tsx';

import { SEGMENT_CHOICES, SEGMENT_ROLES } from './segment.ts';
import type { Segment } from './segment.ts';

interface SegmentFieldsProps {
  readonly segment: Segment;
  readonly refusal: FormRefusal | undefined;
  readonly readers: number | undefined;
  readonly games: readonly { readonly slug: string; readonly name: string }[];
}

const DAY_NAMES = {
  joinedFrom: 'campaigns.segment.joinedFrom',
  joinedBefore: 'campaigns.segment.joinedBefore',
} as const;

const ROLE_NAMES = {
  authenticated: 'campaigns.segment.authenticated',
  staff: 'campaigns.segment.staff',
  admin: 'campaigns.segment.admin',
  super: 'campaigns.segment.super',
} as const;

const COUNTED: ReadonlySet<string> = new Set(['subscription', 'locales', ...SEGMENT_CHOICES]);

/** Counts again whenever the choice in a form changes; before anything is saved, and only with scripts. */
export function useReaderCount(saved: number) {
  const [count, setCount] = useState<{ readonly query: string; readonly readers: number | undefined }>();
  const ask = async ({ target, currentTarget }: ChangeEvent<HTMLFormElement, HTMLInputElement>) => {
    if (!COUNTED.has(target.name)) return;
    const chosen = [...new FormData(currentTarget)].filter(([name, value]) => COUNTED.has(name) && value !== '');
    const query = String(new URLSearchParams(chosen as [string, string][]));
    setCount({ query, readers: undefined });
    const answer = await fetch(`/admin/telegrams/readers?${query}`).catch(() => undefined);
    if (!answer?.ok) return;
    const { readers } = (await answer.json()) as { readers: number };
    // Another choice may have been made meanwhile.
    setCount((before) => (before?.query === query ? { query, readers } : before));
  };
  return { readers: count === undefined ? saved : count.readers, ask };
}

/** Whom it is for. Only what readers said themselves: nobody knows who opens what. */
export function SegmentFields({ segment, refusal, readers, games }: SegmentFieldsProps) {
  const { text } = useText();
  const fields = refusal?.problem.fields ?? {};
  const typed = refusal?.values ?? {};
  const value = (name: 'joinedFrom' | 'joinedBefore' | 'account' | 'role' | 'game') =>
    typed[name] ?? segment[name] ?? '';
  const isOpen = Object.keys(segment).length > 0 || refusal !== undefined;
  return (
    <Details summary={text('campaigns.segment.title')} open={isOpen}>
      <div className="space-y-5">
        <LocaleFields segment={segment} />
        <div className="grid gap-5 sm:grid-cols-2">
          {(['joinedFrom', 'joinedBefore'] as const).map((name) => (
            <Field
              key={name}
              type="date"
              label={text(DAY_NAMES[name])}
              name={name}
              error={fields[name]}
              defaultValue={value(name)}
            />
          ))}
          <Choices fields={fields} value={value} games={games} />
        </div>
        <output className="block font-bold">
          {readers === undefined ? '…' : text('campaigns.send.readers', { count: readers })}
        </output>
      </div>
    </Details>
  );
}

function LocaleFields({ segment }: { segment: Segment }) {
  const { text } = useText();
  return (
    <fieldset className="space-y-2">
      <legend className="pb-2 font-bold">{text('campaigns.segment.locales')}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {LOCALES.map((id) => (
          <CheckboxField
            key={id}
            label={<span lang={htmlLang(id)}>{LOCALE_NAMES[id]}</span>}
            name="locales"
            value={id}
            defaultChecked={segment.locales?.includes(id) ?? false}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ChoicesProps {
  readonly fields: Readonly<Record<string, string>>;
  readonly value: (name: 'account' | 'role' | 'game') => string;
  readonly games: SegmentFieldsProps['games'];
}

function Choices({ fields, value, games }: ChoicesProps) {
  const { text } = useText();
  return (
    <>
      <SelectField
        label={text('campaigns.segment.account')}
        name="account"
        error={fields['account']}
        defaultValue={value('account')}
      >
        <option value="">{text('campaigns.segment.any')}</option>
        <option value="yes">{text('campaigns.segment.withAccount')}</option>
        <option value="no">{text('campaigns.segment.withoutAccount')}</option>
      </SelectField>
      <SelectField
        label={text('campaigns.segment.role')}
        name="role"
        error={fields['role']}
        defaultValue={value('role')}
      >
        <option value="">{text('campaigns.segment.any')}</option>
        {SEGMENT_ROLES.map((role) => (
          <option key={role} value={role}>
            {text(ROLE_NAMES[role])}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={text('campaigns.segment.game')}
        name="game"
        error={fields['game']}
        defaultValue={value('game')}
      >
        <option value="">{text('campaigns.segment.any')}</option>
        {games.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  );
}
