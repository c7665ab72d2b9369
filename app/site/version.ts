import { version } from '#package';

/** The version of client and server (specification §9). */
export const VERSION: string = version;
