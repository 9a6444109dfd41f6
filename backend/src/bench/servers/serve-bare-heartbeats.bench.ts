import { createServer, type Server as HttpServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { createRequire } from 'node:module';
import { Aedes } from 'aedes';
import { Server } from 'socket.io';

/**
 * What the service stands beside, in a process of its own with none of our code: `node serve-bare-heartbeats.bench.ts ws`, `… socket.io` or `… aedes`. The first two
 * parse a heartbeat and answer it; MQTT acknowledges it (QoS 1). Prints its address. The message `{ tell: payload }` is sent to all kiosks as
 * `sign:display_content`.
 */
interface Beat {
  seq: number;
}
const ackOf = ({ seq }: Beat) => ({ seq, serverTimeMs: Date.now() });

function makeWs(): HttpServer {
  const http = createServer();
  // The very ws that Socket.IO stands on.
  const ofSocketIo = createRequire(import.meta.resolve('socket.io'));
  const { WebSocketServer } = createRequire(ofSocketIo.resolve('engine.io'))('ws') as typeof import('ws');
  new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) => {
    socket.on('message', (data) => socket.send(JSON.stringify(ackOf(JSON.parse(String(data)) as Beat))));
  });
  return http;
}

function makeSocketIo(): HttpServer {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });
  io.of('/kiosk').on('connection', (socket) => {
    socket.on('heartbeat', (beat: Beat) => socket.emit('heartbeat:ack', ackOf(beat)));
  });
  process.on('message', (order: { tell?: object }) => {
    if (order.tell) io.of('/kiosk').emit('sign:display_content', order.tell);
  });
  return http;
}

async function makeAedes(): Promise<TcpServer> {
  const broker = await Aedes.createBroker();
  return createTcpServer(broker.handle);
}

const MAKE: Record<string, () => TcpServer | Promise<TcpServer>> = {
  ws: makeWs,
  'socket.io': makeSocketIo,
  aedes: makeAedes,
};
const server = await MAKE[process.argv[2]!]!();
// As many may wait to be accepted as the service lets wait: Node's own number.
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});
process.on('SIGTERM', () => process.exit(0));
