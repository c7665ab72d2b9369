import { problem } from '#lib/problem.ts';

export const telemetryFull = problem(
  429,
  'telemetry.full',
  'There is no room left for what browsers tell. Nothing of this was kept.',
);
export const noSpamSource = problem(404, 'telemetry.noSpamSource', 'That site isn’t in the list.');
export const tooManySpamSources = problem(
  409,
  'telemetry.tooManySpamSources',
  'Five hundred sites are the most. Take one off first.',
);
