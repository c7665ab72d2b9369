/**
 * Cuts what was found, of which one more than `limit` was asked for, to a page.
 * @returns `last` the last one on the page, if more follow it
 */
export function cutPage<Found>(found: readonly Found[], limit: number): { shown: Found[]; last: Found | undefined } {
  const shown = found.slice(0, limit);
  return { shown, last: found.length > limit ? shown.at(-1) : undefined };
}
