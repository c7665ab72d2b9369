const NEAR_PX = 24;
const REPEAT_MS = 1000;

interface Press {
  /** 0 for the keyboard, which presses what has the focus, wherever that is. */
  readonly detail: number;
  readonly clientX: number;
  readonly clientY: number;
}

let last: { readonly press: Press; readonly until: number } | undefined;

export function notePress({ detail, clientX, clientY }: Press, now = performance.now()): void {
  last = detail === 0 ? undefined : { press: { detail, clientX, clientY }, until: now + REPEAT_MS };
}

/** An answer may move anything under a pointer that rests where it sent the form. */
export function noteAnswer(now = performance.now()): void {
  if (last !== undefined) last = { ...last, until: now + REPEAT_MS };
}

/** Whether a press meant what was here before: it is where the last form was sent, within a second of its answer. */
export function isRepeatedPress({ detail, clientX, clientY }: Press, now = performance.now()): boolean {
  if (last === undefined || detail === 0 || now >= last.until) return false;
  return Math.hypot(clientX - last.press.clientX, clientY - last.press.clientY) < NEAR_PX;
}
