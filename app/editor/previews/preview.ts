/** Days until a link to a preview ends, to choose from. */
export const PREVIEW_DAYS = [1, 7, 30, 90] as const;
export type PreviewDays = (typeof PREVIEW_DAYS)[number];
export const MAX_PREVIEW_LABEL = 100;

/** An address at which somebody without rights reads what is not out. Its token is known only once it is made. */
export interface PreviewLink {
  readonly previewId: string;
  /** For whom it is; may be empty. */
  readonly label: string;
  /** ISO 8601, as the others. */
  readonly expiresAt: string;
  readonly state: 'open' | 'over' | 'revoked';
  readonly uses: number;
  readonly lastUsedAt: string | null;
}

export function previewPath(token: string): string {
  return `/preview/${token}`;
}
