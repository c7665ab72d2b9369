/** What gets the focus after an answer. */
export const REQUEST = 'device-request';
export const DECIDED = 'device-decided';
