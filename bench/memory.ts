import { readFile } from 'node:fs/promises';
import type { Actor } from './actors.ts';
import { files } from './filling/sizes.ts';
import type { Call } from './load/messages.ts';
import type { ServerOrder } from './load/server-process.ts';
import type { Helper } from './load/start-process.ts';
import { markdown } from './tables.ts';

const sampleMs = 100;

export async function measureMemory(given: {
  readonly url: string;
  readonly helpers: { readonly server: Helper; readonly load: Helper };
  readonly actors: readonly Actor[];
}): Promise<void> {
  const { url, helpers, actors } = given;
  const heap = async (): Promise<number> =>
    megabytes((await helpers.server.ask<NodeJS.MemoryUsage>('memory' satisfies ServerOrder)).heapUsed);
  const once = (calls: readonly Call[]) => () =>
    helpers.load.ask({ url, lanes: calls.map((call) => [call]), seconds: null, rate: null });
  const rows: (string | number)[][] = [['after the bench', await resident(helpers.server.pid), await heap()]];
  const downloads = actors.map(
    ({ download, headers }): Call => ({ method: 'GET', path: `/download/${download?.id}`, headers }),
  );
  const uploads = await Promise.all(actors.map((actor) => announce(url, actor)));
  for (const [what, run] of [
    [`${downloads.length} downloads of 100 MB at once`, once(downloads)],
    [`${uploads.length} uploads of 100 MB at once`, once(uploads)],
  ] as const) {
    rows.push([`most during ${what}`, await mostDuring(helpers.server.pid, run), await heap()]);
  }
  console.log(`\n### Memory of the server's process\n\n${markdown(['', 'resident MB', 'JavaScript heap MB'], rows)}`);
}

async function mostDuring(pid: number, run: () => Promise<unknown>): Promise<number> {
  let [most, isRunning] = [0, true];
  const running = run().finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    most = Math.max(most, await resident(pid));
    await new Promise((resolve) => setTimeout(resolve, sampleMs));
  }
  await running;
  return most;
}

export async function announce(url: string, { headers }: Actor): Promise<Call> {
  const tus = { ...headers, 'tus-resumable': '1.0.0' };
  const name = Buffer.from('large.pdf').toString('base64');
  const announced = await fetch(`${url}/ajax/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(files.largeBytes), 'upload-metadata': `filename ${name}` },
  });
  const location = announced.headers.get('location');
  if (location === null) throw new Error(`An upload was not taken: ${announced.status} ${await announced.text()}`);
  const path = new URL(location, url).pathname;
  const sent = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  return { method: 'PATCH', path, headers: sent, bodyBytes: files.largeBytes };
}

/** Returns the resident memory of the process in megabytes (proc(5)). */
export async function resident(pid: number): Promise<number> {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return megabytes(Number(kilobytes) * 1024);
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);
