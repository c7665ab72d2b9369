/** From which states it leads, and to which; without one the state stays. */
export interface Transition<State extends string = string> {
  readonly from: readonly State[];
  readonly to?: State;
}

export function isAllowed<State extends string>({ from }: Transition<State>, state: State): boolean {
  return from.includes(state);
}

/** More readers than one person may send something to alone. */
export const MAX_READERS_ALONE = 1000;

export function lacksRelease({ releasedBy }: { readonly releasedBy: string | undefined }, readers: number): boolean {
  return readers > MAX_READERS_ALONE && releasedBy === undefined;
}
