/** Something outside the program keeps it from starting. The message is one sentence for whoever started it. */
export class StartError extends Error {}

/** The code of a refusal by the operating system, such as 'EACCES'. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
