import { useState } from 'react';

import { BarChart } from '#lib/ui/bar-chart.tsx';
import { Table } from '#lib/ui/table.tsx';
import type { Column, TableSort } from '#lib/ui/table.tsx';

import { GallerySection, Specimen } from './gallery-section.tsx';

interface Monster {
  name: string;
  eyes: number;
  diet: string;
  address: string;
}

const MONSTERS: readonly Monster[] = [
  { name: 'Gorble', eyes: 3, diet: 'Cookies', address: 'Under the stairs, second step from below' },
  { name: 'Aunt Pudding', eyes: 11, diet: 'Spoons', address: 'In the cutlery drawer, at the very back' },
  { name: 'Kevin', eyes: 1, diet: 'Moons', address: 'Wherever the moon was a minute ago' },
];

const COLUMNS: readonly Column<Monster>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <strong>{name}</strong>, isSortable: true },
  { id: 'eyes', header: 'Eyes', cell: ({ eyes }) => eyes, isSortable: true, isNumber: true },
  { id: 'diet', header: 'Diet', cell: ({ diet }) => diet },
  { id: 'address', header: 'Address', cell: ({ address }) => address },
];

export function Tables() {
  const [sort, setSort] = useState<TableSort>({ column: 'name', descending: false });
  return (
    <GallerySection
      title="Tables"
      note="Where one is too wide it scrolls in its frame, by keyboard too; headers sort. A chart has one beside it."
    >
      <Specimen name="Sorted by its headers">
        <Table
          caption="Who lives here"
          columns={COLUMNS}
          rows={sorted(sort)}
          toKey={({ name }) => name}
          sort={sort}
          onSort={setSort}
        />
      </Specimen>
      <Specimen name="Drawn">
        <BarChart
          label="Eyes of who lives here, from 1 to 11"
          className="max-w-80"
          bars={sorted(sort).map(({ name, eyes }) => ({ key: name, value: eyes, title: `${name}: ${eyes}` }))}
        />
      </Specimen>
      <Specimen name="Held against what was">
        <BarChart
          label="Eyes of who lives here, and of who did before"
          className="max-w-80"
          bars={sorted(sort).map(({ name, eyes }, at) => {
            return { key: name, value: eyes, before: at + 2, title: `${name}: ${eyes}, before ${at + 2}` };
          })}
        />
      </Specimen>
      <Specimen name="Empty">
        <Table caption="Who pays rent" columns={COLUMNS} rows={[]} toKey={({ name }) => name} empty="Nobody yet." />
      </Specimen>
    </GallerySection>
  );
}

function sorted({ column, descending }: TableSort): Monster[] {
  const upwards = MONSTERS.toSorted((a, b) => (column === 'eyes' ? a.eyes - b.eyes : a.name.localeCompare(b.name)));
  return descending ? upwards.toReversed() : upwards;
}
