import pg from 'pg';

/**
 * Milliseconds of silence after which TCP asks whether the other end is still there, so that one which went without a word
 * is noticed within half a minute, and not after two hours.
 */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Whatever connects to PostgreSQL does so by one of these two. */
export function createClient(config: pg.ClientConfig): pg.Client {
  return new pg.Client({ ...config, ...KEEP_ALIVE });
}

export function createPool(config: pg.PoolConfig): pg.Pool {
  return new pg.Pool({ ...config, ...KEEP_ALIVE });
}
