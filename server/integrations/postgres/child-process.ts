import type { ChildProcess } from 'node:child_process';

/** How a child ended: its exit code or the name of the signal, and the end of what it wrote. */
export type ChildEnd = { readonly code: number | string; readonly output: string };

const outputCharactersMax = 1_000_000;

/** Runs a child to its end. Rejects when it cannot be started at all; `input` goes to its standard input. */
export function runToEnd(start: () => ChildProcess, input?: string): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    const child = start();
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-outputCharactersMax);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? signal ?? 'unknown', output }));
    child.stdin?.on('error', () => undefined); // A child that ends without reading says why by its exit code.
    if (input !== undefined) child.stdin?.end(input);
  });
}

/** Nothing of our environment (passwords, addresses, PG… variables) reaches PostgreSQL; Windows needs its own. */
export function launchEnvironment(): { env?: NodeJS.ProcessEnv } {
  if (process.platform === 'win32') return {};
  return { env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
}
