/** What the site has answered in this run; all files share it, because they run in one worker without isolation. */
const answered = new Set<string>();
let deviating: string[] = [];

/** @param sentence of a problem; a success has none */
export function recordAnswer(operationId: string, status: number | string, sentence = ''): void {
  answered.add(keyOf(operationId, status, sentence));
}

export function wasAnswered(operationId: string, status: number | string, sentence = ''): boolean {
  return answered.has(keyOf(operationId, status, sentence));
}

export function recordDeviation(what: string): void {
  deviating.push(what);
}

/** What has deviated since this was last asked. */
export function takeDeviations(): string[] {
  const taken = [...new Set(deviating)];
  deviating = [];
  return taken;
}

function keyOf(operationId: string, status: number | string, sentence: string): string {
  return `${operationId} ${status} ${sentence}`.trim();
}
