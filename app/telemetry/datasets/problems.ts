import { problem } from '#lib/problem.ts';

export const noDataset = problem(404, 'telemetry.noDataset', 'There is no such data set.');
export const datasetTaken = problem(409, 'telemetry.datasetTaken', 'There is a data set with that name already.');
export const tooManyDatasets = problem(
  409,
  'telemetry.tooManyDatasets',
  'A hundred data sets are the most. Delete one first.',
);
export const datasetFull = problem(
  429,
  'telemetry.datasetFull',
  'This data set has all the rows that it may have today. Nothing of this was kept.',
);
