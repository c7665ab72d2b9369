import { useEffect, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';

import { ActionForm } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';
import type { Column } from '#lib/ui/table.tsx';

import { SELECTED, WHOLE, boxesOf, checkRange } from './selection.ts';

interface Selectable<Row> {
  /** Of the `<BulkBar>`. */
  readonly formId: string;
  readonly toKey: (row: Row) => string;
  readonly toName: (row: Row) => string;
}

/**
 * A column to choose rows by, for a `<BulkBar>` of the same page. The boxes belong to its form without standing in it, so that
 * rows may have forms of their own. With Shift a range is chosen, by pointer and by keyboard.
 */
export function useSelectionColumn<Row>({ formId, toKey, toName }: Selectable<Row>): Column<Row> {
  const { text } = useText();
  const cell = (row: Row) => (
    <input
      type="checkbox"
      className="checkbox block"
      form={formId}
      name={SELECTED}
      value={toKey(row)}
      aria-label={text('admin.bulk.choose', { name: toName(row) })}
      onClick={chooseRange}
      autoComplete="off"
    />
  );
  return { id: 'selection', header: text('admin.bulk.chosenColumn'), cell };
}

const LAST = new WeakMap<HTMLFormElement, HTMLInputElement>();

function chooseRange({ currentTarget: box, shiftKey }: MouseEvent<HTMLInputElement>): void {
  const { form } = box;
  if (form === null) return;
  const last = LAST.get(form);
  LAST.set(form, box);
  if (!shiftKey || last === undefined) return;
  checkRange(boxesOf(form), last, box);
}

interface BulkBarProps {
  readonly id: string;
  readonly form: PageForm;
  /** What it sends beside the chosen rows. */
  readonly fields: Readonly<Record<string, string>>;
  /** Rows of the page. */
  readonly shown: number;
  /** How many were found on all pages; undefined where nobody has counted. */
  readonly found?: { readonly number: number; readonly isMore: boolean } | undefined;
  /** Whether only those of the page can be chosen. */
  readonly isPageOnly?: boolean;
  readonly children: ReactNode;
}

/** What to do with the chosen rows of a list, or with all that its search finds. Works without scripts. Its key is that of the rows. */
export function BulkBar({ id, form, fields, shown, found, isPageOnly = false, children }: BulkBarProps) {
  const { text } = useText();
  const { chosen, choose } = useChosen(id);
  const isPart = chosen < shown;
  return (
    <ActionForm id={id} form={form} fields={fields} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <output className="font-bold">{text('admin.bulk.chosen', { count: chosen })}</output>
        <Button kind="quiet" className="noscript:hidden" onClick={() => choose(isPart)}>
          {text(isPart ? 'admin.bulk.choosePage' : 'admin.bulk.chooseNone')}
        </Button>
        {!isPageOnly && (
          <label className="choice">
            <input type="checkbox" className="checkbox" name={WHOLE} autoComplete="off" />
            <span>
              {found === undefined
                ? text('admin.bulk.whole')
                : text(found.isMore ? 'admin.bulk.wholeMore' : 'admin.bulk.wholeOf', { count: found.number })}
            </span>
          </label>
        )}
      </div>
      {children}
    </ActionForm>
  );
}

/** Boxes are the browser's own, so that they also work before the scripts run. */
function useChosen(id: string) {
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    // After the click, which may choose a range.
    const count = () => queueMicrotask(() => setChosen(boxesOf(formOf(id)).filter(({ checked }) => checked).length));
    document.addEventListener('change', count);
    return () => document.removeEventListener('change', count);
  }, [id]);
  const choose = (checked: boolean) => {
    const boxes = boxesOf(formOf(id));
    for (const box of boxes) box.checked = checked;
    setChosen(checked ? boxes.length : 0);
  };
  return { chosen, choose };
}

function formOf(id: string): HTMLFormElement | null {
  const form = document.getElementById(id);
  return form instanceof HTMLFormElement ? form : null;
}
