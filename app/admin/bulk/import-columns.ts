import type { TextKey } from '#app/current/locale.ts';

/** Of a spreadsheet to be filled in; what each means. */
export const TOLD_COLUMNS = {
  itemId: 'admin.import.column.itemId',
  name: 'admin.import.column.name',
  collaborators: 'admin.import.column.collaborators',
  tags: 'admin.import.column.tags',
  note: 'admin.import.column.note',
  map: 'admin.import.column.map',
  mimetype: 'admin.import.column.mimetype',
  body: 'admin.import.column.body',
  createdAt: 'admin.import.column.createdAt',
  stats: 'admin.import.column.stats',
  etag: 'admin.import.column.etag',
} as const satisfies Readonly<Record<string, TextKey>>;

export const TEMPLATE_COLUMNS = ['itemId', 'name', 'collaborators', 'tags', 'note', 'map', 'mimetype', 'body'];

export const SAMPLE_CSV = `name,tags,map.size,body
First steps,"easy,new",12,Hello
Long way,hard,300,
`;

export const SAMPLE_LINES = `{"name":"First steps","tags":["easy","new"],"map":{"size":12},"body":"Hello"}
{"name":"Long way","tags":["hard"],"map":{"size":300}}
`;
