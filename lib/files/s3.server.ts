import { Readable } from 'node:stream';

import type {
  ListMultipartUploadsCommandInput,
  ListMultipartUploadsCommandOutput,
  MultipartUpload,
  S3Client,
} from '@aws-sdk/client-s3';

import { isFileKey, newFileKey, requireFileKey } from './file-key.server.ts';
import { FileMissing, FileStoreFull } from './file-store.ts';
import type { FileRange, FileStore, StoredFile } from './file-store.ts';
import { MeteredFileStore } from './metered.server.ts';

export interface S3Options {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Absent for Amazon's own. */
  endpoint?: string;
  /** Whether the bucket stands in the path instead of the host name, as most servers other than Amazon's want it. */
  forcePathStyle?: boolean;
}

/** S3's minimum; one write holds one part in memory. */
const PART_BYTES = 5 * 1024 * 1024;
const INSUFFICIENT_STORAGE = 507;

/** In any S3-compatible bucket; where the server lists no unfinished uploads, give the bucket a rule that ends them. */
export function openS3Files(options: S3Options): FileStore {
  const { bucket } = options;
  let opening: Promise<S3> | undefined;
  const s3 = () => (opening ??= connect(options));
  return {
    write: async (stream, { maxBytes }) => write(await s3(), bucket, new MeteredFileStore(stream, maxBytes)),
    read: async (key, range) => {
      requireFileKey(key);
      return read(await s3(), bucket, key, range);
    },
    remove: async (key) => {
      requireFileKey(key);
      const { client, sdk } = await s3();
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
    listOlderThan: (date) => listOlderThan(s3, bucket, date),
    removeUnfinished: async (date) => removeUnfinished(await s3(), bucket, date),
  };
}

interface S3 {
  client: S3Client;
  sdk: typeof import('@aws-sdk/client-s3');
  lib: typeof import('@aws-sdk/lib-storage');
}

/** The SDK is large, and most sites keep their files on disk: it is loaded at first use. */
async function connect(options: S3Options): Promise<S3> {
  const [sdk, lib] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const client = new sdk.S3Client({
    region: options.region,
    endpoint: options.endpoint,
    forcePathStyle: options.forcePathStyle ?? false,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // The SDK's default sends trailing checksums, which many S3-compatible servers do not read.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, sdk, lib };
}

async function write({ client, sdk, lib }: S3, bucket: string, body: MeteredFileStore): Promise<StoredFile> {
  const key = newFileKey();
  const params = { Bucket: bucket, Key: key, Body: Readable.from(body), ContentType: 'application/octet-stream' };
  try {
    await new lib.Upload({ client, params, partSize: PART_BYTES, queueSize: 1, leavePartsOnError: false }).done();
  } catch (error) {
    // A broken stream makes the SDK abort the upload; when that fails too, it throws only the latter.
    if (body.failure !== undefined) throw body.failure;
    throw error instanceof sdk.S3ServiceException && error.$metadata.httpStatusCode === INSUFFICIENT_STORAGE
      ? new FileStoreFull({ cause: error })
      : error;
  }
  return { key, bytes: body.bytes, sha256: body.sha256() };
}

async function read(
  { client, sdk }: S3,
  bucket: string,
  key: string,
  range: FileRange | undefined,
): Promise<ReadableStream<Uint8Array>> {
  const Range = range && `bytes=${range.start}-${range.end}`;
  try {
    const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key, Range }));
    if (Body === undefined) throw new Error(`the server sent no body for ${key}`);
    return Body.transformToWebStream();
  } catch (error) {
    throw error instanceof sdk.NoSuchKey ? new FileMissing(key, { cause: error }) : error;
  }
}

async function* listOlderThan(s3: () => Promise<S3>, bucket: string, date: Date): AsyncGenerator<string> {
  const { client, sdk } = await s3();
  for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket: bucket })) {
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key !== undefined && isFileKey(Key) && LastModified !== undefined && LastModified < date) yield Key;
    }
  }
}

/** A killed process leaves the parts of its upload, which nobody sees and everybody pays for. */
async function removeUnfinished(s3: S3, bucket: string, date: Date): Promise<number> {
  let removed = 0;
  for await (const { Key, UploadId, Initiated } of unfinishedUploads(s3, bucket)) {
    if (Key === undefined || !isFileKey(Key) || Initiated === undefined || Initiated >= date) continue;
    await s3.client.send(new s3.sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
    removed += 1;
  }
  return removed;
}

async function* unfinishedUploads({ client, sdk }: S3, bucket: string): AsyncGenerator<MultipartUpload> {
  let marker: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | undefined = {};
  try {
    while (marker !== undefined) {
      const command = new sdk.ListMultipartUploadsCommand({ Bucket: bucket, ...marker });
      const page: ListMultipartUploadsCommandOutput = await client.send(command);
      yield* page.Uploads ?? [];
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
      marker = page.IsTruncated ? { KeyMarker, UploadIdMarker } : undefined;
    }
  } catch (error) {
    if (!(error instanceof sdk.S3ServiceException && error.name === 'NotImplemented')) throw error;
  }
}
