/** SQL by file name, in the bundle, so that a built site needs no source folder. */
export const migrations: Record<string, string> = Object.fromEntries(
  Object.entries(import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true })).map(
    ([path, text]) => [path.slice(path.lastIndexOf('/') + 1), text],
  ),
);
