import { useState } from 'react';

import { Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { BulkKind } from '#app/storage/bulk/bulk.ts';
import { Field, SelectField } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

export const KIND_NAMES = {
  tags: 'admin.bulk.kind.tags',
  collaborators: 'admin.bulk.kind.collaborators',
  stats: 'admin.bulk.kind.stats',
  delete: 'admin.bulk.kind.delete',
  restore: 'admin.bulk.kind.restore',
  export: 'admin.bulk.kind.export',
  import: 'admin.bulk.kind.import',
} as const satisfies Readonly<Record<BulkKind, TextKey>>;

const OF_ITEMS = ['tags', 'collaborators', 'stats', 'delete', 'export'] as const;
const OF_TRASH = ['restore'] as const;

interface BulkFieldsProps {
  readonly form: PageForm;
  readonly isTrash: boolean;
}

/** What to do, and with what. Before scripts run all fields are there; those of another deed are not read. */
export function BulkFields({ form, isTrash }: BulkFieldsProps) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'bulk.preview' });
  const wrong = refusal?.problem.fields ?? {};
  const typed = refusal?.values ?? {};
  const kinds: readonly BulkKind[] = isTrash ? OF_TRASH : OF_ITEMS;
  const [kind, setKind] = useState<string>();
  const field = (name: string) => ({
    name,
    error: wrong[name],
    defaultValue: typed[name],
    autoComplete: 'off',
    className: 'min-w-0 grow basis-48',
  });
  const hasLists = !isTrash && (kind === undefined || kind === 'tags' || kind === 'collaborators');
  const hasStats = !isTrash && (kind === undefined || kind === 'stats');
  return (
    <div className="flex flex-wrap items-start gap-3">
      {wrong['of'] !== undefined && <Notice kind="error">{wrong['of']}</Notice>}
      <SelectField
        {...field('kind')}
        label={text('admin.bulk.kind')}
        defaultValue={typed['kind'] ?? kinds[0]}
        onChange={({ target }) => setKind(target.value)}
      >
        {kinds.map((name) => (
          <option key={name} value={name}>
            {text(KIND_NAMES[name])}
          </option>
        ))}
      </SelectField>
      {hasLists && (
        <>
          <Field {...field('add')} label={text('admin.bulk.add')} hint={text('admin.bulk.listHint')} />
          <Field {...field('remove')} label={text('admin.bulk.remove')} />
        </>
      )}
      {hasStats && <Field {...field('set')} label={text('admin.bulk.set')} hint={text('admin.bulk.setHint')} />}
      <Submit name="intent" value="bulk.preview" kind="loud" className="sm:mt-8">
        {text('admin.bulk.preview')}
      </Submit>
    </div>
  );
}
