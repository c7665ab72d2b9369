export const STAGES = ['localhost', 'dev', 'sandbox', 'beta', 'www'] as const;
export type Stage = (typeof STAGES)[number];

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** By its hostname; an unknown one is production (specification §9). */
export function detectStage(publicUrl: string): Stage {
  const { hostname } = new URL(publicUrl);
  if (LOOPBACK.includes(hostname)) return 'localhost';
  return STAGES.find((stage) => stage !== 'localhost' && hostname.startsWith(`${stage}.`)) ?? 'www';
}

export function isProduction(stage: Stage): boolean {
  return stage === 'www';
}

export function ownOrigins(publicUrl: string): Set<string> {
  const url = new URL(publicUrl);
  if (detectStage(publicUrl) !== 'localhost') return new Set([url.origin]);
  const port = url.port === '' ? '' : `:${url.port}`;
  return new Set(LOOPBACK.map((host) => `${url.protocol}//${host}${port}`));
}
