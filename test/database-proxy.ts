import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A way to a database through TCP on which a network may be played that loses connections without a word. */
export interface DatabaseProxy {
  readonly url: string;
  /** From now on connections that name themselves so, those too that are made later, carry nothing either way. */
  silence(applicationName: string): void;
  /** Connections that are made from now on carry everything again. Those that lost bytes stay silent. */
  restore(): void;
  close(): Promise<void>;
}

/** @param databaseUrl as `createDatabase` returns it */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { pathname, searchParams } = new URL(databaseUrl);
  const [host = '', port = ''] = ['host', 'port'].map((name) => searchParams.get(name) ?? '');
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) };
  const pairs = new Set<Pair>();
  let silentName: string | undefined;
  const server = createServer((client) => {
    const pair: Pair = { client, upstream: connect(target), name: '', isSilent: false };
    pairs.add(pair);
    const link = (from: Socket, to: Socket) => {
      from.on('data', (bytes: Buffer) => {
        // The first message of a client tells its name.
        pair.name ||= /application_name\0([^\0]*)\0/.exec(bytes.toString('latin1'))?.[1] ?? '';
        pair.isSilent ||= silentName !== undefined && pair.name === silentName;
        if (!pair.isSilent) to.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        if (!pair.isSilent) to.destroy();
      });
    };
    link(client, pair.upstream);
    link(pair.upstream, client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(`postgresql://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`);
  for (const [name, value] of searchParams) if (!['host', 'port'].includes(name)) url.searchParams.set(name, value);
  return {
    url: url.href,
    silence: (applicationName) => {
      silentName = applicationName;
      for (const pair of pairs) pair.isSilent ||= pair.name === applicationName;
    },
    restore: () => (silentName = undefined),
    close: async () => {
      for (const { client, upstream } of pairs) [client, upstream].forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
  name: string;
  isSilent: boolean;
}
