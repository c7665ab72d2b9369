import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Mark } from '#lib/ui/mark.tsx';

import type { FilterChip } from './item-columns.ts';

interface ItemSearchProps {
  readonly given: Readonly<Record<string, string>>;
  readonly typed: string;
  readonly errors: Readonly<Record<string, string>>;
}

/** What is typed becomes filters, and each filter is a part of the address. */
export function SearchForm({ given, typed, errors }: ItemSearchProps) {
  const { text } = useText();
  const wrong = Object.entries(errors).map(([name, words]) => `${name}: ${words}`);
  return (
    <search className="min-w-0 grow basis-80">
      <Form method="get" className="flex items-start gap-2">
        <HiddenFields given={given} />
        <Field
          key={`${JSON.stringify(given)} ${typed}`}
          type="search"
          name="search"
          label={text('admin.items.search')}
          placeholder={text('admin.items.searchExample')}
          defaultValue={typed}
          error={wrong.length === 0 ? undefined : <span lang="en">{wrong.join(' · ')}</span>}
          maxLength={1024}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 grow [&_.field-label]:sr-only"
        />
        <Button type="submit" kind="loud">
          {text('admin.items.find')}
        </Button>
      </Form>
    </search>
  );
}

/** Each takes its filter off. */
export function FilterChips({ chips }: { readonly chips: readonly FilterChip[] }) {
  const { text } = useText();
  if (chips.length === 0) return null;
  return (
    <ul aria-label={text('admin.items.filters')} className="flex flex-wrap gap-1.5">
      {chips.map(({ kind, value, to }) => {
        const words = text(CHIPS[kind], { value });
        return (
          <li key={`${kind} ${value}`} className="max-w-full">
            <SiteLink
              to={to}
              aria-label={text('admin.items.removeFilter', { filter: words })}
              className={`flex max-w-full items-center gap-1.5 rounded-full border-2 border-edge px-2.5 text-sm leading-[1.5rem] font-bold text-text no-underline hover:underline ${kind === 'wrong' ? 'border-dashed' : ''}`}
            >
              <span className="truncate">{words}</span>
              <Mark name="close" />
            </SiteLink>
          </li>
        );
      })}
    </ul>
  );
}

interface HiddenFieldsProps {
  readonly given: Readonly<Record<string, string>>;
  /** What the form has a field for. */
  readonly without?: readonly string[];
}

/** The rest of the address goes with a form that changes a part of it. */
export function HiddenFields({ given, without }: HiddenFieldsProps) {
  return Object.entries(given)
    .filter(([name]) => without?.includes(name) !== true)
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

const CHIPS = {
  tag: 'admin.items.chip.tag',
  withoutTag: 'admin.items.chip.withoutTag',
  name: 'admin.items.chip.name',
  item: 'admin.items.chip.item',
  person: 'admin.items.chip.person',
  date: 'admin.items.chip.date',
  stat: 'admin.items.chip.stat',
  word: 'admin.items.chip.word',
  sort: 'admin.items.chip.sort',
  override: 'admin.items.chip.override',
  wrong: 'admin.items.chip.wrong',
} as const satisfies Readonly<Record<FilterChip['kind'], TextKey>>;
