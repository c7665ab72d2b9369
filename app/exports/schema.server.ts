import * as z from 'zod/mini';

import { DEFAULT_LOCALE, getText } from '#app/current/locale.ts';

import type { ExportCatalog } from './export-catalog.server.ts';
import { SCHEMA_PATH } from './export.ts';
import { FIELD_NAMES } from './field-names.ts';

/** JSON Schema of the files in `data` of an export: what each part has, in English. */
export async function exportSchema(catalog: ExportCatalog, publicUrl: string) {
  const text = await getText(DEFAULT_LOCALE);
  const parts = catalog.flatMap(({ personalRows = [] }) => personalRows);
  const definitions = parts.map(({ name, title, schema }) => {
    const { $schema: _, ...row } = z.toJSONSchema(schema, { io: 'output' });
    const fields = Object.entries(row.properties ?? {}).map(([field, rule]) => {
      const key = FIELD_NAMES[field];
      return [field, typeof rule === 'object' && key !== undefined ? { description: text(key), ...rule } : rule];
    });
    const rows = { type: 'array', items: { ...row, properties: Object.fromEntries(fields) } };
    return [name, { title: text(title), properties: { part: { const: name }, rows } }] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${publicUrl}${SCHEMA_PATH}`,
    title: text('exports.page.title', { studio: 'Rumpus' }),
    type: 'object',
    required: ['format', 'part', 'piece', 'rows'],
    properties: {
      format: { const: 1 },
      part: { enum: parts.map(({ name }) => name) },
      piece: { type: 'integer', minimum: 1 },
      rows: { type: 'array' },
    },
    oneOf: parts.map(({ name }) => ({ $ref: `#/$defs/${name}` })),
    $defs: Object.fromEntries(definitions),
  };
}
