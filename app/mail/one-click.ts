/**
 * Where a mail program posts `List-Unsubscribe=One-Click` (RFC 8058): from its own servers, without cookie and without origin.
 * Who has the link may do what it says, and nothing else; a GET shows a page with a button.
 */
export function isOneClickPath(path: string): boolean {
  return /^(?:\/[a-z]{2}-[A-Z]{2})?\/telegrams\/leave\/[\w.-]+$/.test(path);
}
