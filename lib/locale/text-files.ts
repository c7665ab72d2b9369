/** Where the built texts are: what a page tells its browser, and asks for early. */
export interface TextFiles {
  /** By locale, the address of the file behind each name that scripts import. */
  readonly imports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By the address of a script, the names of texts that it imports. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
}

/** The addresses of the texts that these scripts need in a locale. @param scripts addresses, with all that they import */
export function textsFor({ imports, needs }: TextFiles, locale: string, scripts: readonly string[]): string[] {
  const names = new Set(scripts.flatMap((script) => needs[script] ?? []));
  return [...names].flatMap((name) => imports[locale]?.[name] ?? []);
}
