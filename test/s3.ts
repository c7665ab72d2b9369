import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import S3rver from 's3rver';
import { afterAll, beforeAll } from 'vitest';

import type { S3Options } from '#lib/files/s3.server.ts';

/** A real S3 server on a folder of its own, open while the tests of a file run. */
interface S3Server {
  /** How a store of its one bucket is opened. */
  options: S3Options;
  readonly httpServer: Server;
}

const BUCKET = 'files';

export function useS3Server(): S3Server {
  const holder: { server?: S3rver } = {};
  const access = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const s3 = {
    options: { endpoint: '', bucket: BUCKET, region: 'us-east-1', forcePathStyle: true, ...access },
    get httpServer() {
      if (holder.server === undefined) throw new Error('the server opens before the tests');
      return holder.server.httpServer;
    },
  };
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 's3-'));
    const configureBuckets = [{ name: BUCKET }];
    holder.server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
    s3.options.endpoint = `http://127.0.0.1:${(await holder.server.run()).port}`;
  });
  afterAll(async () => {
    holder.server?.httpServer.closeAllConnections();
    await holder.server?.close();
    await rm(directory, { recursive: true, force: true });
  });
  return s3;
}
