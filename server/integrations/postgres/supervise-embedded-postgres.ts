import { setTimeout as pause } from 'node:timers/promises';
import { endLeftoverPostmaster } from './leftover-postmaster.ts';
import { type Postmaster, type PostmasterOptions, startPostmaster, stopPostmaster } from './postmaster.ts';

export type SupervisedPostgres = {
  pid(): number;
  stop(): Promise<void>;
};

const firstPauseMilliseconds = 100;
const pauseMillisecondsMax = 5_000;

export async function superviseEmbeddedPostgres(options: PostmasterOptions): Promise<SupervisedPostgres> {
  const { launch, folder, log } = options;
  let current = await startPostmaster(options);
  const stopping = new AbortController();
  // Stops PostgreSQL if this process exits without calling `stop`.
  const onExit = () => current.signal('SIGINT');
  process.once('exit', onExit);

  async function startAgain(): Promise<Postmaster | undefined> {
    for (let wait = firstPauseMilliseconds; !stopping.signal.aborted; wait = Math.min(wait * 2, pauseMillisecondsMax)) {
      try {
        await endLeftoverPostmaster(launch, folder, log);
        return await startPostmaster(options);
      } catch (cause) {
        log.error({ err: cause, folder }, `PostgreSQL did not restart; trying again in ${wait} ms.`);
        await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  async function watch(): Promise<void> {
    for (;;) {
      const end = await current.ended;
      if (stopping.signal.aborted) return;
      log.error({ folder, end }, 'PostgreSQL ended unexpectedly; restarting it.');
      const next = await startAgain();
      if (next === undefined) return;
      current = next;
      log.info({ folder, port: next.port }, 'PostgreSQL is running again.');
      if (stopping.signal.aborted) return stopPostmaster(next);
    }
  }

  const watching = watch();
  return {
    pid: () => current.pid,
    async stop() {
      stopping.abort();
      await stopPostmaster(current);
      await watching;
      process.removeListener('exit', onExit);
    },
  };
}
