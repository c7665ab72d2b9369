/** A script as it is about to be written. */
export interface BundleScript {
  readonly fileName: string;
  /** The scripts that are loaded before it. */
  readonly imports: readonly string[];
  /** The files of the modules that are in it. */
  readonly modules: readonly string[];
  readonly code: string;
}

export interface TextBundles {
  /** The keys of every bundle. */
  readonly bundles: ReadonlyMap<string, readonly string[]>;
  /** The bundles that a script names keys of. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
}

/** The bundle of what the first page says. */
export const COMMON = 'common';

/**
 * Divides the keys that scripts name: into the common bundle goes what the first modules and all that they load name,
 * any other key into the bundle of its area, which is its first part. Whatever loads the first modules has the common
 * bundle, so that only they need it.
 * @param first the files of the modules that every page starts with, and of the first page
 */
export function bundleTexts(
  scripts: readonly BundleScript[],
  known: ReadonlySet<string>,
  first: readonly string[],
): TextBundles {
  const named = new Map(scripts.map((script) => [script, keysIn(script.code, known)]));
  const starts = scripts.filter(({ modules }) => modules.some((file) => first.includes(file)));
  const common = new Set([...loadedBy(starts, scripts)].flatMap((script) => named.get(script) ?? []));
  const bundleOf = (key: string) => (common.has(key) ? COMMON : areaOf(key));
  const keys = [...new Set([...named.values()].flat())].toSorted();
  const needs = [...named].map(([script, keys]) => {
    const areas = new Set(keys.map(bundleOf).filter((bundle) => bundle !== COMMON));
    return [script.fileName, [...(starts.includes(script) ? [COMMON] : []), ...[...areas].toSorted()]] as const;
  });
  return { bundles: Map.groupBy(keys, bundleOf), needs: new Map(needs) };
}

const NAME = /(["'`])([a-z]+(?:\.[a-zA-Z0-9]+)+)\\?\1/g;

/** The known keys that stand in the code as whole strings. */
export function keysIn(code: string, known: ReadonlySet<string>): string[] {
  const strings = [...code.matchAll(NAME)].map(([, , text = '']) => text);
  return [...new Set(strings)].filter((text) => known.has(text));
}

function areaOf(key: string): string {
  return key.split('.', 1)[0] ?? '';
}

function loadedBy(starts: readonly BundleScript[], scripts: readonly BundleScript[]): Set<BundleScript> {
  const byName = new Map(scripts.map((script) => [script.fileName, script]));
  const loaded = new Set(starts);
  for (const { imports } of loaded) {
    for (const name of imports) {
      const script = byName.get(name);
      if (script !== undefined) loaded.add(script);
    }
  }
  return loaded;
}
