import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface Helper {
  ask<Result>(order: unknown): Promise<Result>;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Call `ask` only after the previous call has resolved, because responses carry no id. */
export function startProcess(
  name: string,
  {
    env = {},
    flags = [],
  }: { readonly env?: Readonly<Record<string, string>>; readonly flags?: readonly string[] } = {},
): Helper {
  const { PATH = '', HOME = '' } = process.env;
  const child = fork(new URL(name, import.meta.url), {
    env: { PATH, HOME, ...env },
    execArgv: [...flags],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    async ask<Result>(order: unknown): Promise<Result> {
      const answered = once(child, 'message') as Promise<[{ result?: Result; failure?: string }]>;
      child.send(order as object);
      const response = await Promise.race([
        answered,
        ended.then(() => Promise.reject(new Error(`${name} has ended.`))),
      ]);
      const [{ result, failure }] = response as [{ result?: Result; failure?: string }];
      if (failure !== undefined) throw new Error(failure);
      return result as Result;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
