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

const ROUNDS = 20;

/** A look at each letter of a megabyte, some milliseconds: the mean of many, because the system adds up time in steps as long. */
function floor(): number {
  const replaceVowels = () => TEXT.replaceAll(/[aeiou]/g, '-');
  // Compiled before it counts.
  replaceVowels();
  const total = cpuTimeOf(() => {
    for (let round = 0; round < ROUNDS; round += 1) replaceVowels();
  });
  return total / ROUNDS;
}

let measured: number | undefined;

/** How many times as much of the processor it takes as to replace the vowels of a megabyte, on the same machine. */
export function cpuCostOf(work: () => void): number {
  measured ??= floor();
  return cpuTimeOf(work) / measured;
}
