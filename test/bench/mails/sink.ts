import { createServer } from 'node:net';
import { workerData } from 'node:worker_threads';

/** Takes every mail and keeps none, in a thread of its own, so that it costs the sender as little as a server elsewhere. */
const server = createServer((socket) => {
  let isData = false;
  let rest = '';
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.write('220 sink\r\n');
  socket.on('data', (chunk: Buffer) => {
    rest += chunk.toString('latin1');
    for (;;) {
      const mark = isData ? '\r\n.\r\n' : '\r\n';
      const end = rest.indexOf(mark);
      if (end < 0) return;
      const line = rest.slice(0, end);
      rest = rest.slice(end + mark.length);
      if (isData) socket.write('250 taken\r\n');
      else if (/^DATA/i.test(line)) socket.write('354 go on\r\n');
      else if (/^EHLO/i.test(line)) socket.write('250-sink\r\n250 8BITMIME\r\n');
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else socket.write('250 fine\r\n');
      isData = !isData && /^DATA/i.test(line);
    }
  });
});
server.listen((workerData as { port: number }).port, '127.0.0.1');
