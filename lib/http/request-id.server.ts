import { randomBytes } from 'node:crypto';

const process = randomBytes(5).toString('hex');
let requests = 0;

/** An id that no other request has, of this process or of others: short, and in the order of their coming. */
export function nextRequestId(): string {
  requests += 1;
  return `${process}-${requests.toString(36)}`;
}
