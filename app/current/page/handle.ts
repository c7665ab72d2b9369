/** For a page that is the same for every visitor without session and query: cached until one of the topics changes. */
export interface CacheHandle {
  readonly cacheTopics: readonly string[];
  /** For a page with figures that change without a topic, such as likes: how old it may be. By default a minute. */
  readonly cacheMs?: number;
}

export function cacheTopicsOfCrate(crateId: string): string[] {
  return [`changes:${crateId}`, `crate:${crateId}`];
}

/** Of a screen with larger forms than the 64 kB that any other takes. */
export interface FormHandle {
  readonly maxFormBytes?: number;
  /** Of forms with files, where it takes them: those are multipart. */
  readonly maxFileFormBytes?: number;
}
