import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import { serveFigures } from './metrics/serve-figures.ts';
import {
  createLog,
  type DatabaseUrls,
  type Disposals,
  dispose,
  prepareDatabase,
  stoppingOnFailure,
  withRealPort,
} from './prepare-start.ts';
import type { Part } from './start-server.ts';

// Several processes on one port, one database and one storage. This one starts the database, migrates, hands out
// connections in turn and replaces who dies; it serves nothing itself.

/** To a process (serving-process.ts). */
export type Order =
  | { readonly kind: 'serve'; readonly config: Config; readonly database: DatabaseUrls; readonly part: Part }
  | { readonly kind: 'figures'; readonly id: number }
  | { readonly kind: 'stop' };

/** From a process. */
export type Report =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'serving'; readonly setupToken: string | null }
  | { readonly kind: 'figures'; readonly id: number; readonly figures: Figures }
  | { readonly kind: 'failed'; readonly sentence: string };

/** As prom-client adds them up. */
type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export interface RunningProcesses {
  /** With the port that was taken. */
  readonly config: Config;
  readonly setupToken: string | null;
  /** All of them, then the embedded database. */
  stop(): Promise<void>;
}

/** Milliseconds. */
const firstPause = 100;
const pauseMax = 30_000;
/** Who lived longer did not die of its start. */
const settledAfter = 60_000;
/** A process that is busy for longer is left out. */
const figuresWithin = 5_000;

export async function startProcesses(asked: Config): Promise<RunningProcesses> {
  const disposals: Disposals = [];
  return stoppingOnFailure(
    () => dispose(disposals),
    async () => {
      const config = await withRealPort(asked);
      const log = createLog(config);
      const database = await prepareDatabase(config, log, disposals);
      cluster.setupPrimary({
        exec: fileURLToPath(new URL('serving-process.ts', import.meta.url)),
        serialization: 'advanced',
      });
      const processes = new Processes({ config, log, database });
      disposals.push(() => processes.stop());
      const setupToken = await processes.start();
      if (config.metrics !== null) {
        disposals.push(await serveFigures(config.metrics, log, () => processes.readFigures()));
      }
      return { config, setupToken, stop: () => dispose(disposals) };
    },
  );
}

interface Serving {
  readonly config: Config;
  readonly log: Logger;
  readonly database: DatabaseUrls;
}

interface Process {
  readonly worker: Worker;
  /** Its setup token. Rejects with what kept it from serving. */
  readonly serving: Promise<string | null>;
  /** How it ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

class Processes {
  readonly #serving: Serving;
  readonly #running = new Set<Process>();
  readonly #stopping = new AbortController();
  #asked = 0;

  constructor(serving: Serving) {
    this.#serving = serving;
  }

  /** The first alone, so that what is wrong is said once. */
  async start(): Promise<string | null> {
    const of = this.#serving.config.processes;
    const first = this.#launch({ nth: 1, of, isFirst: true });
    const setupToken = await first.serving;
    const others = Array.from({ length: of - 1 }, (_, at) => this.#launch({ nth: at + 2, of, isFirst: false }));
    await Promise.all(others.map(({ serving }) => serving));
    for (const [at, each] of [first, ...others].entries()) void this.#keepUp(each, { nth: at + 1, of, isFirst: false });
    return setupToken;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(
      [...this.#running].map(async ({ worker, ended }) => {
        tell(worker, { kind: 'stop' });
        await ended;
      }),
    );
  }

  /** Of all of them, added up. */
  async readFigures(): Promise<string> {
    const { AggregatorRegistry } = await import('prom-client');
    const figures = await Promise.all([...this.#running].map(({ worker }) => this.#askFigures(worker)));
    return AggregatorRegistry.aggregate(figures).metrics();
  }

  #askFigures(worker: Worker): Promise<Figures> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      const end = (figures: Figures): void => {
        clearTimeout(timer);
        worker.off('message', hear);
        worker.off('exit', gone);
        resolve(figures);
      };
      const hear = (report: Report): void => {
        if (report.kind === 'figures' && report.id === id) end(report.figures);
      };
      const gone = (): void => end([]);
      const timer = setTimeout(gone, figuresWithin);
      worker.on('message', hear);
      worker.on('exit', gone);
      tell(worker, { kind: 'figures', id });
    });
  }

  #launch(part: Part): Process {
    const { config, database } = this.#serving;
    const worker = cluster.fork();
    const ended = once(worker, 'exit').then(([code, signal]) => ({ code, signal }));
    const serving = new Promise<string | null>((resolve, reject) => {
      worker.on('message', (report: Report) => {
        switch (report.kind) {
          case 'waiting':
            tell(worker, { kind: 'serve', config, database, part });
            return;
          case 'serving':
            resolve(report.setupToken);
            return;
          case 'figures':
            return;
          case 'failed':
            reject(new Error(report.sentence));
        }
      });
      ended.then(({ code, signal }) => reject(new Error(`A server process ended at its start (${signal ?? code}).`)));
    });
    const launched = { worker, serving, ended };
    this.#running.add(launched);
    ended.then(() => this.#running.delete(launched));
    return launched;
  }

  /** Replaces it when it ends, after a pause that grows while its successors die early. */
  async #keepUp(begun: Process, part: Part): Promise<void> {
    const { log } = this.#serving;
    const { signal: stopped } = this.#stopping;
    let [current, begunAt, pause] = [begun, performance.now(), firstPause];
    for (;;) {
      const end = await current.ended;
      if (stopped.aborted) return;
      if (performance.now() - begunAt > settledAfter) pause = firstPause;
      log.error(
        { process: current.worker.process.pid, ...end },
        `a server process ended; another starts in ${pause} ms`,
      );
      if (!(await pauseUnless(stopped, pause))) return;
      pause = Math.min(pause * 2, pauseMax);
      begunAt = performance.now();
      current = this.#launch(part);
      current.serving.then(
        () => log.info({ process: current.worker.process.pid }, 'the server process is replaced'),
        (error: unknown) => log.error({ err: error }, 'a server process could not take the place of another'),
      );
    }
  }
}

/** Who ends meanwhile hears nothing; `ended` says so. */
function tell(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => undefined);
}

/** False when it was aborted. */
function pauseUnless(signal: AbortSignal, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
