/** An item's metadata, as the calls answer it. */
export interface Item {
  _id: string;
  itemId: string;
  crateId: string;
  name: string | null;
  userId: string;
  collaborators: string[];
  tags: string[];
  map: Record<string, unknown>;
  note: string | null;
  etag: string;
  bytes: number;
  mimetype: string;
  createdAt: string;
  updatedAt: string;
  createdAgo: number;
  updatedAgo: number;
  stats: Record<string, number>;
  records: Record<string, { userId: string; value: number; createdAt: string }[]>;
}
