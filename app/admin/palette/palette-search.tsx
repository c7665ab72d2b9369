import { useEffect, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { SearchField } from 'react-aria-components/SearchField';
import { useNavigate } from 'react-router';

import { useAddressLocale } from '#app/current/address-locale.ts';
import { localePath, useText } from '#app/current/locale.ts';
import type { Stage } from '#app/current/stage.ts';
import '#lib/nonce/style-nonce.ts';

import type { AdminLink } from '../admin-navigation.tsx';
import type { PaletteResult } from './palette-result.ts';
import type { PaletteViewer } from './site-actions.ts';
import { usePaletteResults } from './use-palette-results.ts';

interface PaletteSearchProps {
  places: readonly AdminLink[];
  viewer: PaletteViewer;
  stage: Stage;
  onDone: () => void;
}

/** The focus stays in the field; the arrow keys select in the list below it (ARIA combobox). */
export function PaletteSearch({ places, viewer, stage, onDone }: PaletteSearchProps) {
  const { text } = useText();
  const [typed, setTyped] = useState('');
  const { goals, isLooking, hasFailed } = usePaletteResults({ places, viewer, stage }, typed);
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
        items={goals}
        onAction={(id) => go(goals.find((goal) => goal.id === id))}
        renderEmptyState={() => null}
        className="grid max-h-[50dvh] gap-0.5 overflow-auto outline-none"
      >
        {(goal) => <PaletteItem goal={goal} />}
      </ListBox>
      <output className="text-sm text-muted">
        <span>{isLooking ? text('admin.palette.looking') : text('admin.palette.count', { count: goals.length })}</span>
        {hasFailed && !isLooking && <span>{` ${text('admin.palette.failed')}`}</span>}
      </output>
    </Autocomplete>
  );
}

/** One that is not possible is found all the same, and says why. */
function PaletteItem({ goal: { id, name, about, refusal } }: { goal: PaletteResult }) {
  const isRefused = refusal !== undefined;
  return (
    <ListBoxItem
      id={id}
      textValue={name}
      render={(option) => <div {...(option as ComponentProps<'div'>)} aria-disabled={isRefused || undefined} />}
      className={`menu-item group grid min-w-0 sm:flex sm:items-baseline sm:justify-between sm:gap-4 ${isRefused ? 'cursor-not-allowed!' : ''}`}
    >
      <span className={`min-w-0 wrap-anywhere sm:max-w-3/5 sm:shrink-0 ${isRefused ? 'italic' : ''}`}>{name}</span>
      <span className="min-w-0 text-sm font-normal wrap-anywhere text-muted group-data-[focused]:text-on-accent sm:text-end">
        {refusal ?? about}
      </span>
    </ListBoxItem>
  );
}

function useGo(onDone: () => void): (goal: PaletteResult | undefined) => void {
  const navigate = useNavigate();
  const locale = useAddressLocale();
  return (goal) => {
    if (goal === undefined || goal.refusal !== undefined) return;
    const path = locale === undefined ? goal.to : localePath(locale, goal.to);
    if (goal.isFullLoad) {
      location.assign(path);
      return;
    }
    onDone();
    void navigate(path);
  };
}
