import { useId } from 'react';

import { BulkBar, useSelectionColumn } from '#app/admin/bulk/selectable-list.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { Button } from '#lib/ui/button.tsx';
import { Table } from '#lib/ui/table.tsx';

import { GallerySection, Specimen } from './gallery-section.tsx';

const MONSTERS = ['Gorble', 'Aunt Pudding', 'Kevin', 'Squid', 'Little Bonk'].map((name) => ({ name }));
const nameOf = ({ name }: { readonly name: string }) => name;

export function Selections() {
  const id = useId();
  const form = useForm(undefined, { of: 'gallery.' });
  const selection = useSelectionColumn({ formId: id, toKey: nameOf, toName: nameOf });
  return (
    <GallerySection
      title="Many at once"
      note="Rows are chosen by boxes, a range of them with Shift; the bar does something to those, or to all that was found."
    >
      <Specimen name="A bar and its list">
        <BulkBar id={id} form={form} fields={{}} shown={MONSTERS.length} found={{ number: 1234, isMore: false }}>
          <p>
            <Button>Feed them</Button>
          </p>
        </BulkBar>
        <Table
          caption="Monsters to choose from"
          rows={MONSTERS}
          toKey={nameOf}
          columns={[selection, { id: 'name', header: 'Name', cell: nameOf }]}
        />
      </Specimen>
    </GallerySection>
  );
}
