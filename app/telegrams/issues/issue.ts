export interface IssuePreview {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly findings: readonly IssueFinding[];
}

export type IssueFinding =
  | { readonly kind: 'size'; readonly kilobytes: number }
  | { readonly kind: 'weight'; readonly kilobytes: number }
  | { readonly kind: 'slot'; readonly name: string }
  /** A link or a picture without an address, as it was typed. */
  | { readonly kind: 'blank'; readonly typed: string }
  | { readonly kind: 'missing' | 'hidden'; readonly href: string };

/** Kilobytes of HTML after which the largest provider shows the beginning alone. */
export const MAX_KILOBYTES = 102;
/** Of a mail with its files, from which on filters take it for a burden. */
export const MAX_MAIL_KILOBYTES = 500;

/** The mail as it is in one colour scheme, whatever that of the browser. */
export function inScheme(html: string, scheme: 'light' | 'dark'): string {
  return html
    .replaceAll('@media (prefers-color-scheme:dark)', scheme === 'dark' ? '@media all' : '@media not all')
    .replaceAll('color-scheme:light dark', `color-scheme:${scheme}`);
}
