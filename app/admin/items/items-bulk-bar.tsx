import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import type { Column } from '#lib/ui/table.tsx';

import { BulkFields } from '../bulk/bulk-fields.tsx';
import { BulkBar, useSelectionColumn } from '../bulk/selectable-list.tsx';
import type { ItemRecord } from './item-columns.ts';

const FORM_ID = 'bulk';

export function useItemSelection(): Column<ItemRecord> {
  return useSelectionColumn<ItemRecord>({
    formId: FORM_ID,
    toKey: ({ itemId }) => itemId,
    toName: ({ name, itemId }) => name ?? itemId,
  });
}

interface ItemsBulkBarProps {
  readonly crateId: string;
  /** The search of the list, as in an address. */
  readonly query: string;
  readonly rows: readonly ItemRecord[];
  readonly found: { readonly number: number; readonly isMore: boolean } | undefined;
  readonly isTrash: boolean;
}

/** What to do with the chosen items; their preview is a page of its own. */
export function ItemsBulkBar({ crateId, query, rows, found, isTrash }: ItemsBulkBarProps) {
  const form = useForm(undefined, { of: 'bulk.', action: useSitePath(`/admin/crates/${crateId}/bulk`) });
  return (
    <>
      <FormNotice form={form} />
      <BulkBar
        key={`${query} ${rows[0]?.itemId}`}
        id={FORM_ID}
        form={form}
        fields={{ of: query }}
        shown={rows.length}
        found={found}
      >
        <BulkFields form={form} isTrash={isTrash} />
      </BulkBar>
    </>
  );
}
