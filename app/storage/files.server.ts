import { join } from 'node:path';

import type { Config } from '#app/current/config/config.server.ts';
import { openDiskFiles } from '#lib/files/disk.server.ts';
import type { FileStore } from '#lib/files/file-store.ts';
import { openS3Files } from '#lib/files/s3.server.ts';

/** Where bodies over 64 KB lie: in S3 when a bucket is named, else in the data folder. */
export function openFiles(config: Config): FileStore {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return openDiskFiles(join(config.DATA_DIR, 'files'));
  }
  return openS3Files({
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    ...(endpoint && { endpoint, forcePathStyle: true }),
  });
}
