import { problem } from '#lib/problem.ts';

export const telemetryFull = problem(
  429,
  'telemetry.full',
  'There is no room left for what browsers tell. Nothing of this was kept.',
);
