/** Characters of a version or range (specification §9). */
export const MAX_SEMVER = 256;

/** The content of `content/changelogs/{app}.json`, in English. */
export interface Changelog {
  readonly name: string;
  readonly description: string;
  readonly releases: readonly Release[];
}

export interface Release {
  readonly version: string;
  /** The day of the release, as `YYYY-MM-DD`. */
  readonly date: string;
  readonly notes: readonly ReleaseNote[];
}

export interface ReleaseNote {
  readonly kind: 'new' | 'better' | 'mended';
  readonly text: string;
}
