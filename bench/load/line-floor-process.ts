// Writes the same line to all open streams, to measure the minimum cost of notifying them.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const streams = new Set<ServerResponse>();
const server = createServer((_request, response) => {
  streams.add(response);
  response.once('close', () => streams.delete(response));
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.write('{"first":true}\n');
});

/** If `line` is null, the process replies with the server's address. */
process.on('message', ({ line }: { readonly line: string | null }) => {
  if (line === null) {
    process.send?.({ result: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    return;
  }
  const began = performance.timeOrigin + performance.now();
  for (const stream of streams) stream.write(line);
  process.send?.({ result: began });
});
server.listen(0, '127.0.0.1');
