// Sends fixed responses, to measure the cost of sending the same bytes without Dais.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FloorAnswer } from './messages.ts';

const answers = new Map<string, FloorAnswer>();

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    const answer = answers.get(`${request.method} ${request.url}`);
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    const { body, contentType } = answer;
    const length = 'file' in body ? statSync(body.file).size : body.length;
    response.writeHead(200, { 'content-type': contentType, 'content-length': length });
    if ('file' in body) createReadStream(body.file).pipe(response);
    else response.end(body);
  });
});

process.on('message', (given: readonly FloorAnswer[]) => {
  answers.clear();
  for (const answer of given) answers.set(answer.call, answer);
  process.send?.({ result: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
server.listen(0, '127.0.0.1');
