import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

/**
 * What `heartbeat.bench.ts` stands beside, in a process of its own: `node bare-echo.bench.ts ws` or `… socket.io`. Both parse a heartbeat and
 * answer it, and have none of our code. Prints its address.
 */
interface Beat {
  seq: number;
}
const ackOf = ({ seq }: Beat) => ({ seq, serverTimeMs: Date.now() });
const http = createServer();

if (process.argv[2] === 'ws') {
  // The very ws that Socket.IO stands on.
  const ofSocketIo = createRequire(import.meta.resolve('socket.io'));
  const { WebSocketServer } = createRequire(ofSocketIo.resolve('engine.io'))('ws') as typeof import('ws');
  new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) => {
    socket.on('message', (data) => socket.send(JSON.stringify(ackOf(JSON.parse(String(data)) as Beat))));
  });
} else {
  const io = new Server(http, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });
  io.of('/kiosk').on('connection', (socket) => {
    socket.on('heartbeat', (beat: Beat) => socket.emit('heartbeat:ack', ackOf(beat)));
  });
}

// As many may wait to be accepted as the service lets wait: Node's own number.
http.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }));
});

// An end of its own: a processor profile is written at the exit alone.
process.on('SIGTERM', () => process.exit(0));
