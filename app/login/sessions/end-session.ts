/** The confirmation of “that was not me”. */
export const END_SESSION = 'login.endSession';
