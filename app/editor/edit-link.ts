/** What a page shows that its reader may change. */
export type EditedThing = 'post' | 'answer' | 'episode' | 'release' | 'entry';

/** As `edit` in the data of a screen; the navigation of staff shows it. */
export interface EditLink {
  readonly what: EditedThing;
  /** A path, or a place on the same page, such as `#staff`. */
  readonly to: string;
}
