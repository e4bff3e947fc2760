import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#server/integrations/postgres/postmaster.ts';
import { readStartCommand } from '#tools/start-command.ts';

const root = join(import.meta.dirname, '../..');

export interface MainServer {
  readonly url: string;
  pids(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

export async function startMain(processes: number, settings: Readonly<Record<string, string>>): Promise<MainServer> {
  const command = readStartCommand(root);
  const port = settings.PORT ?? String(await freePort());
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, HOST: '127.0.0.1', PORT: port, PROCESSES: String(processes), ...settings, ...command.env };
  const child = spawn(process.execPath, [...command.flags, join(root, 'server/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The server could not be started.');
  await new Promise<void>((resolve, reject) => {
    // Reads all output, because the server would otherwise block on a full pipe.
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes(' is open at ')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async pids() {
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
      const servers = await Promise.all(children.trim().split(' ').filter(Boolean).map(Number).map(ifServer));
      return [pid, ...servers.flatMap((each) => each ?? [])];
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function ifServer(pid: number): Promise<number | null> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes('server/serving-process.ts') ? pid : null;
}
