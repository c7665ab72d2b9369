/** Whether a name from outside is one of the object's own, and not of what every object has. */
export function hasKey<Keyed extends object>(object: Keyed, name: unknown): name is Extract<keyof Keyed, string> {
  return typeof name === 'string' && Object.hasOwn(object, name);
}
