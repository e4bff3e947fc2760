// Runs in a separate process, so that sender and server do not share an event loop.
import { Agent, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, type Lane, type LoadOrder, type Measured, measured, revisionPlace } from './messages.ts';

process.on('message', (order: LoadOrder) => {
  const run = order.rate === null ? asFastAsAnswered(order) : steadily(order, order.rate);
  run.then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ failure: error.message }),
  );
});

interface Answer {
  readonly bytes: number;
}

const revisions = new WeakMap<Call, string>();

async function asFastAsAnswered({ url, lanes, seconds, goesOn: isTolerant }: LoadOrder): Promise<Measured> {
  const refused: string[] = [];
  const [times, begun]: [number[], number] = [[], performance.now()];
  let bytes = 0;
  const goesOn = (): boolean => seconds !== null && performance.now() - begun < seconds * 1000;
  const runLane = async (lane: Lane): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    do {
      for (const call of lane) {
        const sent = performance.now();
        const answer = await orNote(send({ url, call, agent }), isTolerant && refused);
        times.push(performance.now() - sent);
        bytes += answer.bytes;
        if (seconds !== null && !goesOn()) break;
      }
    } while (goesOn());
    agent.destroy();
  };
  await Promise.all(lanes.map(runLane));
  return measured(times, { seconds: (performance.now() - begun) / 1000, bytes, refused });
}

/** A call's duration includes the time that it waits for the previous call. */
async function steadily({ url, lanes, seconds, goesOn: isTolerant }: LoadOrder, rate: number): Promise<Measured> {
  const refused: string[] = [];
  const [times, begun]: [number[], number] = [[], performance.now()];
  let bytes = 0;
  const agents = lanes.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  const turns = lanes.map(() => Promise.resolve());
  const count = rate * (seconds ?? 1);
  for (let nth = 0; nth < count; nth += 1) {
    const due = begun + (nth * 1000) / rate;
    if (due > performance.now()) await pause(due - performance.now());
    const at = nth % lanes.length;
    const [lane = [], agent] = [lanes[at], agents[at]];
    const call = lane[Math.floor(nth / lanes.length) % lane.length];
    if (call === undefined || agent === undefined) throw new Error('A lane is empty.');
    turns[at] = (turns[at] ?? Promise.resolve()).then(async () => {
      const answer = await orNote(send({ url, call, agent }), isTolerant && refused);
      times.push(performance.now() - due);
      bytes += answer.bytes;
    });
    turns[at].catch(() => undefined); // `Promise.all` below reports the error.
  }
  await Promise.all(turns);
  for (const agent of agents) agent.destroy();
  return measured(times, { seconds: (performance.now() - begun) / 1000, bytes, refused });
}

async function orNote(answering: Promise<Answer>, notes: string[] | undefined): Promise<Answer> {
  if (notes === undefined) return answering;
  try {
    return await answering;
  } catch (error) {
    notes.push(String(error));
    return { bytes: 0 };
  }
}

function send({
  url,
  call,
  agent,
}: {
  readonly url: string;
  readonly call: Call;
  readonly agent: Agent;
}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const body = call.body?.replace(revisionPlace, () => `"base_revision":${revisions.get(call) ?? 0}`);
    const size = call.bodyBytes ?? (body === undefined ? 0 : Buffer.byteLength(body));
    const headers = size > 0 ? { ...call.headers, 'content-length': String(size) } : call.headers;
    const sending = request(url + call.path, { method: call.method, headers, agent }, (response) => {
      let [bytes, text] = [0, ''];
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (text.length < 500) text += chunk.toString('latin1', 0, 500);
      });
      response.once('error', reject);
      response.once('end', () => {
        const { statusCode = 0 } = response;
        const [, revision] = /"revision":(\d+)/.exec(text) ?? [];
        if (revision !== undefined) revisions.set(call, revision);
        if (statusCode >= 200 && statusCode < 300) resolve({ bytes });
        else reject(new Error(`${call.method} ${call.path} was answered with ${statusCode}: ${text}`));
      });
    });
    sending.once('error', reject);
    if (call.bodyBytes === undefined) sending.end(body);
    else pipeline(zeros(call.bodyBytes), sending).catch(reject);
  });
}

function zeros(bytes: number): Readable {
  const chunk = Buffer.alloc(65_536);
  return Readable.from(
    (function* () {
      for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length));
    })(),
  );
}
