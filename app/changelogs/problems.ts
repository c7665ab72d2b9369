import { problem } from '#lib/problem.ts';

import { MAX_SEMVER, NOTE_CATEGORIES, PLATFORMS, RELEASE_STREAMS } from './changelog.ts';

export const noChangelog = problem(404, 'changelog.noChangelog', "We don't have what you're looking for.");
export const versionTooLong = problem(
  400,
  'changelog.versionTooLong',
  `A version has at most ${MAX_SEMVER} characters.`,
);
export const invalidVersion = problem(
  400,
  'changelog.invalidVersion',
  'That is neither a version, such as 17.36.4, nor a range of versions, such as >=17.30.',
);
export const noSingleVersion = problem(
  400,
  'changelog.noSingleVersion',
  'That’s not a single version, such as 17.36.4.',
);
export const unknownCategory = problem(
  400,
  'changelog.unknownCategory',
  `That is not a category of changes: ${NOTE_CATEGORIES.join(', ')}.`,
);
export const unknownStream = problem(
  400,
  'changelog.unknownStream',
  `That is not a stream of releases: ${RELEASE_STREAMS.join(', ')}.`,
);
export const unknownPlatform = problem(
  400,
  'changelog.unknownPlatform',
  `That is no platform: ${PLATFORMS.join(', ')}.`,
);
export const versionTaken = problem(409, 'changelog.versionTaken', 'This app has that version already.');
export const roleAbove = problem(
  403,
  'changelog.roleAbove',
  'You wouldn’t be able to see it yourself. Choose your own role or a lower one.',
);
export const releaseUnready = problem(
  400,
  'changelog.releaseUnready',
  'A few things need fixing before readers see it. They’re listed under Checks. Nothing is lost.',
);
