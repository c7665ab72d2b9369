/** The page that warns before a link leaves the site. @param url as it was written; that page judges it */
export function linkoutPath(url: string): string {
  return `/linkout?url=${encodeURIComponent(url)}`;
}
