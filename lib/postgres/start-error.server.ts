/** A cause outside the program; the message is one sentence for whoever started it. */
export class StartError extends Error {}

export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
