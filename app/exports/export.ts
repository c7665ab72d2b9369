/** How long one can be saved. */
export const EXPORT_DAYS = 7;

export const EXPORT_PAGE = '/account/data';
/** Of who has no account. */
export const GUEST_PAGE = '/your-data';
export const SCHEMA_PATH = '/data-export.schema.json';

export type ExportState = 'waiting' | 'running' | 'ready' | 'failed' | 'expired';

/** The last that somebody asked for. */
export interface DataExport {
  readonly exportId: string;
  readonly state: ExportState;
  readonly askedAt: string;
  readonly parts: number;
  readonly partsDone: number;
  readonly rowsDone: number;
  /** Of one that is ready. */
  readonly bytes: number | undefined;
  readonly expiresAt: string | undefined;
}
