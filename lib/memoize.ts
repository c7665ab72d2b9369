/**
 * Computes the value of each list of keys once, and keeps it as long as the process: only for what follows from the files of
 * the bundle, which is the same for all sites of a process; what else is cached is in a `ProcessState`. A promise that
 * fails is not kept.
 * @param most how many values are kept, those that were used last
 */
export function memoize<Keys extends readonly (string | undefined)[], Value>(
  compute: (...keys: Keys) => Value,
  most = Infinity,
): (...keys: Keys) => Value {
  const values = new Map<string, Value>();
  return (...keys) => {
    const name = JSON.stringify(keys);
    const isKnown = values.has(name);
    const value = isKnown ? (values.get(name) as Value) : compute(...keys);
    values.delete(name);
    values.set(name, value);
    const [oldest = name] = values.keys();
    if (values.size > most) values.delete(oldest);
    if (!isKnown && value instanceof Promise) value.catch(() => values.delete(name));
    return value;
  };
}
