import { problem } from '#lib/problem.ts';

export const invalidMetadata = problem(400, 'storage.invalidMetadata', 'Invalid metadata');
export const unfitBody = problem(400, 'storage.unfitBody', 'The body does not fit the schema of the crate.');
export const nothingToUpdate = problem(400, 'storage.nothingToUpdate', 'Updates require something to update');
export const idsRequired = problem(400, 'storage.idsRequired', 'crate and item ids required');
export const invalidUpdates = problem(400, 'storage.invalidUpdates', 'Invalid Updates');
export const itemOrNameRequired = problem(400, 'storage.itemOrNameRequired', 'Updates require itemId or name');
export const noItem = problem(404, 'storage.noItem', 'Item does not exist');
export const unknownDeed = problem(404, 'storage.unknownDeed', 'The policy of the crate knows no such deed.');
export const noCrate = problem(404, 'storage.noCrate', "We don't have what you're looking for.");
export const noSingleHit = problem(404, 'storage.noSingleHit', 'A download by search needs exactly one hit.');
export const nameTaken = problem(409, 'storage.nameTaken', 'Another item of the crate has that name.');
export const crateTaken = problem(409, 'storage.crateTaken', 'There is a crate of that id already.');
export const crateNotEmpty = problem(409, 'storage.crateNotEmpty', 'The crate still holds items.');
export const crateChanged = problem(412, 'storage.crateChanged', 'The crate has changed meanwhile.');
export const changedMeanwhile = problem(412, 'storage.changedMeanwhile', 'The item has changed meanwhile.');
export const preconditionRequired = problem(
  428,
  'storage.preconditionRequired',
  'Say by If-Match which state of the item this changes.',
);
export const bodyTooLarge = problem(413, 'storage.bodyTooLarge', 'That is larger than the crate takes.');
export const rangeOutside = problem(416, 'storage.rangeOutside', 'The body is shorter than that.');
export const foreignCursor = problem(
  400,
  'storage.foreignCursor',
  'Invalid after or before: not a cursor of this search.',
);
export const crateBusy = problem(503, 'storage.crateBusy', 'Others are writing there for long. Try again in a moment.');
export const searchTooSlow = problem(503, 'storage.searchTooSlow', 'That search takes too long. Narrow it down.');
export const overQuota = problem(507, 'storage.overQuota', 'That is more than the quota has left.');
export const bodyOverQuota = problem(413, 'storage.bodyOverQuota', 'That body alone is larger than the whole quota.');
export const invalidDigest = problem(
  400,
  'storage.invalidDigest',
  'Content-Digest and Repr-Digest are written as sha-256=:…:, in base64.',
);
export const wrongDigest = problem(400, 'storage.wrongDigest', 'The body is not what its digest says.');
export const storeFull = problem(507, 'storage.storeFull', 'There is no room left for a body of that size.');
export const invalidReason = problem(
  400,
  'storage.invalidReason',
  'Rumpus-Override-Reason takes percent-encoded text of at most 500 characters on one line.',
);
export const unknownStat = problem(
  400,
  'storage.unknownStat',
  'Invalid sort: the policy of the crate names no such stat.',
);
export const unknownStatOfBound = problem(
  400,
  'storage.unknownStatOfBound',
  'Invalid stats: the policy of the crate names no such stat.',
);
export const tooManyTags = problem(400, 'storage.tooManyTags', 'Invalid facets: a key of more than 256 tags.');
