export interface IssuePreview {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly findings: readonly IssueFinding[];
}

/** What somebody should look at before it is sent. */
export type IssueFinding =
  | { readonly kind: 'size'; readonly kilobytes: number }
  | { readonly kind: 'slot'; readonly name: string }
  | { readonly kind: 'missing' | 'hidden'; readonly href: string };

/** Kilobytes of HTML after which the largest provider shows the beginning alone. */
export const MAX_KILOBYTES = 102;
