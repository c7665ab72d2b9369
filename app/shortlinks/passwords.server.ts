import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
const BYTES = 32;
/** 32 MB and about 60 ms. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** @returns salt and key, in hexadecimal digits */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password.normalize('NFKC'), salt, BYTES, COST);
  return `${salt.toString('hex')}:${key.toString('hex')}`;
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':');
  const typed = await derive(password.normalize('NFKC'), Buffer.from(salt, 'hex'), BYTES, COST);
  return timingSafeEqual(typed, Buffer.from(key, 'hex'));
}
