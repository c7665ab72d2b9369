const RETRIES = 7;
const INTERVAL_MS = 150;

/**
 * Tries at once, and while that is in vain up to seven times more, 0.15 s apart (specification §2).
 * @param attempt whether it has worked
 * @returns what ends the trying
 */
export function retryUntilDone(attempt: () => boolean): () => void {
  let retries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    if (attempt() || retries === RETRIES) return;
    retries += 1;
    timer = setTimeout(next, INTERVAL_MS);
  };
  next();
  return () => clearTimeout(timer);
}
