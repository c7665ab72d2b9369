const TEXT = 'The quick brown fox. '.repeat(50_000);

/**
 * Microseconds of this thread's processor time, so that other work on the machine does not count. Only the sum is exact: its
 * parts are guessed from ticks, and either may be nothing.
 */
function cpuTimeOf(work: () => void): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return user + system;
}

/** A look at each letter of a megabyte, some milliseconds: the best of a few, of which the first are compiled. */
const floor = () => Math.min(...Array.from({ length: 5 }, () => cpuTimeOf(() => TEXT.replaceAll(/[aeiou]/g, '-'))));

let measured: number | undefined;

/** How many times as much of the processor it takes as to replace the vowels of a megabyte, on the same machine. */
export function cpuCostOf(work: () => void): number {
  measured ??= floor();
  return cpuTimeOf(work) / measured;
}
