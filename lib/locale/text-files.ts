export interface TextFiles {
  /** By locale, the address of the file behind each name that scripts import. */
  readonly imports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By the address of a script, the names of texts that it imports. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
}

/** @param scripts addresses, with all that they import */
export function textsFor({ imports, needs }: TextFiles, locale: string, scripts: readonly string[]): string[] {
  const names = new Set(scripts.flatMap((script) => needs[script] ?? []));
  return [...names].flatMap((name) => imports[locale]?.[name] ?? []);
}
