import { problem } from '#lib/problem.ts';

export const spentLink = problem(404, 'notify.spentLink', 'This link turns nothing off.');
export const mailNotSent = problem(503, 'current.mailNotSent', "We couldn't send you an email! Try again?");
