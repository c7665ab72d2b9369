import { problem } from '#lib/problem.ts';

export const spentLink = problem(404, 'notify.spentLink', 'This link doesn’t turn anything off.');
export const mailNotSent = problem(503, 'current.mailNotSent', "We couldn't send you an email! Try again?");
export const unsignedMail = problem(403, 'mail.unsigned', 'This email isn’t signed with a key of ours.');
export const noReceiver = problem(404, 'mail.noReceiver', 'There is no such recipient here.');
export const unreadableMail = problem(422, 'mail.unreadable', 'This email can’t be read, however often it comes.');
export const mailsBusy = problem(429, 'mail.busy', 'Too many emails at once. Send it again in a minute.');
