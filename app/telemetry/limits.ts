/** Of one request: as many as a browser sends when the page is left. */
export const MAX_EVENTS = 50;
export const MAX_BYTES = 65_536;
/** A larger one counts as several, for its address and in all. */
export const BYTES_OF_ROW = 1024;
/** Characters of a version (specification §9). */
export const MAX_VERSION = 256;
/** Characters that are stored. */
export const FIELD_LIMITS = { url: 1024, message: 512, trace: 8192, context: 2048 } as const;
/** The calls that take events; the first two names are those of the specification §7. */
export const PATHS = {
  pageViews: '/api/telemetry/datasets/rumpus_site_pageviews',
  errors: '/api/telemetry/datasets/rumpus_site_errors',
  vitals: '/api/telemetry/datasets/rumpus_site_vitals',
} as const;
