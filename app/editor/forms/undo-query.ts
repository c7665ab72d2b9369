import type { FormUndo } from '#app/current/forms/form-state.ts';

/** The query of a page that something has led to. @param was the etag before, where going back to that state takes it back */
export function undoQuery(done: string, etag: string, was?: string): Record<string, string> {
  const rev = parseRevision(etag);
  return { done, rev, ...(was !== undefined && parseRevision(was) !== rev && { was: parseRevision(was) }) };
}

/** What takes back what has led to a page, as long as nobody has saved since. @param etag of the present state */
export function undoFromQuery(query: URLSearchParams, etag: string): FormUndo | undefined {
  if (query.get('rev') !== parseRevision(etag)) return undefined;
  if (query.get('done') === 'published') return { intent: 'editor.hide', fields: {} };
  const rev = query.get('was');
  return rev === null ? undefined : { intent: 'editor.restore', fields: { rev, etag } };
}

const parseRevision = (etag: string) => etag.slice(1, -1);
