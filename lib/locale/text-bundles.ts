export interface BundleScript {
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly modules: readonly string[];
  readonly code: string;
}

export interface TextBundles {
  readonly bundles: ReadonlyMap<string, readonly string[]>;
  /** The bundles whose keys a script names. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
}

const COMMON = 'common';

/**
 * Keys that the first modules and all their imports name go into the common bundle, any other into the bundle of its area,
 * the key's first part. Only the first modules import the common bundle: whatever loads them has it.
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
  const bundleFor = (key: string) => (common.has(key) ? COMMON : readArea(key));
  const keys = [...new Set([...named.values()].flat())].toSorted();
  const needs = [...named].map(([script, keys]) => {
    const areas = new Set(keys.map(bundleFor).filter((bundle) => bundle !== COMMON));
    return [script.fileName, [...(starts.includes(script) ? [COMMON] : []), ...[...areas].toSorted()]] as const;
  });
  return { bundles: Map.groupBy(keys, bundleFor), needs: new Map(needs) };
}

const NAME = /(["'`])([a-z]+(?:\.[a-zA-Z0-9]+)+)\\?\1/g;

export function keysIn(code: string, known: ReadonlySet<string>): string[] {
  const strings = [...code.matchAll(NAME)].map(([, , text = '']) => text);
  return [...new Set(strings)].filter((text) => known.has(text));
}

function readArea(key: string): string {
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
