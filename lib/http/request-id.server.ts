import { randomBytes } from 'node:crypto';

const process = randomBytes(5).toString('hex');
let requests = 0;

/** Unique across processes, short, and sorted by time. */
export function nextRequestId(): string {
  requests += 1;
  return `${process}-${requests.toString(36)}`;
}
