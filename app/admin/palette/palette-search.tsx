import { useEffect, useRef, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { SearchField } from 'react-aria-components/SearchField';
import { useNavigate } from 'react-router';

import { useAddressLocale } from '#app/current/address-locale.ts';
import { localePath, useText } from '#app/current/locale.ts';
import '#lib/nonce/style-nonce.ts';

import type { AdminPlace } from '../places.ts';
import { usePaletteResults } from './use-palette-results.ts';
import type { PaletteResult } from './use-palette-results.ts';

interface PaletteSearchProps {
  places: readonly AdminPlace[];
  onDone: () => void;
}

/** The focus stays in the field; the arrow keys select in the list below it (ARIA combobox). */
export function PaletteSearch({ places, onDone }: PaletteSearchProps) {
  const { text } = useText();
  const [typed, setTyped] = useState('');
  const { results, isLooking } = usePaletteResults(places, typed);
  const go = useGo(onDone);
  const field = useRef<HTMLInputElement>(null);
  // The dialog was opened only to type here.
  useEffect(() => field.current?.focus(), []);
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField aria-label={text('admin.palette.field')} maxLength={254}>
        <Input ref={field} placeholder={text('admin.palette.placeholder')} autoCapitalize="off" className="control" />
      </SearchField>
      <ListBox
        aria-label={text('admin.palette.list')}
        items={results}
        onAction={(to) => go(String(to))}
        renderEmptyState={() => null}
        className="grid max-h-[50dvh] gap-0.5 overflow-auto outline-none"
      >
        {(goal) => <PaletteItem goal={goal} />}
      </ListBox>
      <output className="text-sm text-muted">
        {isLooking ? text('admin.palette.looking') : text('admin.palette.count', { count: results.length })}
      </output>
    </Autocomplete>
  );
}

function PaletteItem({ goal: { id, name, about } }: { goal: PaletteResult }) {
  return (
    <ListBoxItem
      id={id}
      textValue={name}
      className="menu-item group grid min-w-0 sm:flex sm:items-baseline sm:justify-between sm:gap-4"
    >
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <span className="min-w-0 text-sm font-normal wrap-anywhere text-muted group-data-[focused]:text-on-accent">
        {about}
      </span>
    </ListBoxItem>
  );
}

function useGo(onDone: () => void): (to: string) => void {
  const navigate = useNavigate();
  const locale = useAddressLocale();
  return (to) => {
    onDone();
    void navigate(locale === undefined ? to : localePath(locale, to));
  };
}
