import { problem } from '#lib/problem.ts';

export const noPerk = problem(404, 'perks.noPerk', 'There is no such perk.');
export const perkTaken = problem(409, 'perks.perkTaken', 'There is a perk with that id already.');
export const tooManyPerks = problem(409, 'perks.tooManyPerks', 'A thousand perks are the most.');
export const noStore = problem(400, 'perks.noStore', 'Say of which store the keys are.');
export const badBadge = problem(400, 'perks.badBadge', 'Pick a badge.');
export const badItem = problem(400, 'perks.badItem', 'Name a crate, and write what is in the item as a JSON object.');
export const badTags = problem(400, 'perks.badTags', 'One of these can’t be a tag.');
export const noApp = problem(400, 'perks.noApp', 'There is no app with that id.');
export const badDates = problem(400, 'perks.badDates', 'It has to end after it begins.');
export const perkChanged = problem(409, 'perks.changed', 'Somebody has changed it in the meantime. Take another look.');
export const perkArchived = problem(409, 'perks.archived', 'This perk isn’t given to anybody anymore.');
export const perkNotBegun = problem(
  409,
  'perks.notBegun',
  'It’s too early for this perk. Try again when it has begun.',
);
export const perkEnded = problem(409, 'perks.ended', 'It’s too late for this perk: its time is over.');
export const allGiven = problem(409, 'perks.allGiven', 'All of these have been given away.');
export const noKeysLeft = problem(409, 'perks.noKeysLeft', 'We’ve run out of keys. Try again later.');
export const alreadyYours = problem(409, 'perks.alreadyYours', 'You have this perk already.');
export const noGift = problem(404, 'perks.noGift', 'They don’t have that, or not anymore.');
export const noReason = problem(400, 'perks.noReason', 'Say why, in at most 500 characters.');
export const brokenItem = problem(409, 'perks.brokenItem', 'What comes with this perk can’t be made right now.');

export const unknownCode = problem(404, 'perks.unknownCode', 'We don’t know that code. Is all of it there?');
export const codeUsedUp = problem(409, 'perks.codeUsedUp', 'That code has been used up.');
export const codeExpired = problem(409, 'perks.codeExpired', 'That code has expired.');
export const codeNotBegun = problem(
  409,
  'perks.codeNotBegun',
  'That code doesn’t work yet. Try again when it has begun.',
);
export const codeVoided = problem(409, 'perks.codeVoided', 'That code doesn’t work anymore: we took it back.');
export const badCode = problem(400, 'perks.badCode', 'Type 4 to 32 letters and digits, with dashes where you like.');
export const codeTaken = problem(409, 'perks.codeTaken', 'There is such a code already, or one that looks like it.');
export const noBatch = problem(404, 'perks.noBatch', 'There are no such codes.');

export const noKeys = problem(400, 'perks.noKeys', 'Type at least one key, each in a line of its own.');
export const badKeys = problem(400, 'perks.badKeys', 'At most 2,000 keys at once, of at most 200 characters each.');
export const noKey = problem(404, 'perks.noKey', 'There is no such key in quarantine.');
export const noPeople = problem(400, 'perks.noPeople', 'Name at least one person, and at most 500.');
export const unknownPerson = problem(404, 'perks.unknownPerson', 'There is no player with that Lookup Code.');
export const purchaseTaken = problem(409, 'perks.purchaseTaken', 'That purchase was told of another player already.');
export const noPurchase = problem(404, 'perks.noPurchase', 'There is no such purchase.');
export const wasRefunded = problem(409, 'perks.wasRefunded', 'That purchase was refunded already.');
export const noRule = problem(404, 'perks.noRule', 'There is no such rule.');
export const badRule = problem(400, 'perks.badRule', 'Choose a rule, and a day before which it has to be so.');
export const foreignCursor = problem(400, 'perks.foreignCursor', 'That page belongs to another list.');
