import { problem } from '#lib/problem.ts';

export const noTopic = problem(404, 'contact.noTopic', "We don't have what you're looking for.");
export const noSubmission = problem(404, 'contact.noSubmission', "We don't have what you're looking for.");
export const goneSubmission = problem(
  410,
  'contact.goneSubmission',
  'This conversation is gone: we delete them a year after they’re closed.',
);
export const expiredLink = problem(
  410,
  'contact.expiredLink',
  'This link has expired, so your reply wasn’t sent. Keep a copy until you have a new link.',
);
export const missingFact = problem(400, 'contact.missingFact', 'We need this to help you.');
export const longFact = problem(400, 'contact.longFact', 'That’s too long.');
export const unknownChoice = problem(400, 'contact.unknownChoice', 'That’s not one of the choices.');
export const missingTitle = problem(400, 'contact.missingTitle', 'Say in a few words what it is about.');
export const invalidEmail = problem(
  400,
  'contact.invalidEmail',
  'That doesn’t look like an email address. It needs an @ with a name after it.',
);
export const isSpam = problem(
  400,
  'contact.isSpam',
  'That came faster than anybody types. Wait a moment, then send it again.',
);
export const isBlocked = problem(403, 'contact.isBlocked', 'We don’t take messages from you anymore.');
export const otherPerson = problem(409, 'contact.otherPerson', 'Only messages of one person can be merged.');
export const notMergeable = problem(409, 'contact.notMergeable', 'These two can’t be merged.');
export const notSplittable = problem(
  409,
  'contact.notSplittable',
  'This message can’t begin a conversation of its own, or already has one.',
);
export const notForwardable = problem(
  400,
  'contact.notForwardable',
  'This goes to somebody outside: not to whoever wrote it, and not to an address of ours.',
);
export const forwardsFull = problem(409, 'contact.forwardsFull', 'This has been passed on 50 times already.');
export const badChange = problem(400, 'contact.badChange', 'Pick what to change, and at least one message.');
export const batchOver = problem(409, 'contact.batchOver', 'That has been changed again since, so it stays.');
export const noteUnmailed = problem(
  400,
  'contact.noteUnmailed',
  'A note is for the studio only, so no email goes out.',
);
export const noAddress = problem(
  409,
  'contact.noAddress',
  'There’s no address to email. They find the answer on the site.',
);
export const noMacro = problem(404, 'contact.noMacro', "We don't have what you're looking for.");
export const macroMoved = problem(
  409,
  'contact.macroMoved',
  'Somebody else has changed this in the meantime. See what it says now, then save yours again.',
);
export const macrosFull = problem(409, 'contact.macrosFull', 'There are 200 of these already. Delete some first.');
export const missingMacroName = problem(400, 'contact.missingMacroName', 'Give it a name to find it by.');
export const missingMacroText = problem(400, 'contact.missingMacroText', 'Write it in English at least.');
export const unknownSlot = problem(
  400,
  'contact.unknownSlot',
  'In double braces only “alias” and “number” are filled in.',
);
export const emptySlot = problem(
  400,
  'contact.emptySlot',
  'Something in double braces is still to be filled in. Write what is meant.',
);
export const badTag = problem(400, 'contact.badTag', 'A tag is one word of letters, digits and hyphens.');
export const missingViewName = problem(400, 'contact.missingViewName', 'Give it a name.');
export const viewsFull = problem(409, 'contact.viewsFull', 'You have 20 views of your own. Delete one first.');
