export interface SubjectWords {
  readonly title: string;
  /** Without a locale. */
  readonly path: string;
}

export const MAX_SUBJECT_BYTES = 200;

/** Kinds of subjects whose ids are those of people. */
export const KINDS_OF_PEOPLE = ['levelhead.player', 'posts.author'];

export function toSubject(kind: string, id: string): string {
  return `${kind}:${id}`;
}

export function partsOfSubject(subject: string): { kind: string; id: string } {
  const at = subject.indexOf(':');
  return at === -1 ? { kind: '', id: '' } : { kind: subject.slice(0, at), id: subject.slice(at + 1) };
}
