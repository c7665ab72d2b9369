/** Of the page about visits, which is in every page of staff as a link. */
export const VISITS_PATH = '/admin/telemetry';
