import { problem } from '#lib/problem.ts';

export const mailNotSent = problem(503, 'current.mailNotSent', "We couldn't send you an email! Try again?");
