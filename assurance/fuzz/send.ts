import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Credentials } from '#assurance/matrix/call.ts';
import type { WireRequest } from './requests.ts';

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Files are decoded as Latin-1, so that they can be searched for words. */
  readonly text: string;
}

const answerMsMax = 30_000;

/** Uses Node's HTTP client, because `fetch` would correct some malformed requests. */
export function sender(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return {
    end: () => agent.destroy(),
    send: ({ method, target, headers, body }: WireRequest, credentials: Credentials) =>
      new Promise<WireAnswer>((resolve, reject) => {
        const bytes =
          body === null ? null : typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.base64, 'base64');
        const length = bytes === null ? {} : { 'content-length': String(bytes.length) };
        const asked = httpRequest({
          host: '127.0.0.1',
          port,
          method,
          agent,
          path: target,
          timeout: answerMsMax,
          headers: { ...credentials, ...length, ...headers },
        });
        asked.on('timeout', () => asked.destroy(new Error(`No answer in ${answerMsMax} ms.`)));
        asked.on('upgrade', () => asked.destroy(new Error('The connection was upgraded.')));
        asked.on('error', reject);
        asked.on('response', (answer) => {
          read(answer).then(resolve, reject);
          if (isStream(answer)) asked.destroy();
        });
        asked.end(bytes ?? undefined);
      }),
  };
}

const isStream = (answer: IncomingMessage): boolean => answer.headers['content-type'] === 'application/x-ndjson';

async function read(answer: IncomingMessage): Promise<WireAnswer> {
  const head = { status: answer.statusCode ?? 0, headers: answer.headers };
  if (isStream(answer)) return { ...head, text: '' };
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  const isText = /json|text|html|calendar/.test(answer.headers['content-type'] ?? '');
  return { ...head, text: Buffer.concat(parts).toString(isText ? 'utf8' : 'latin1') };
}
