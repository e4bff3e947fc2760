import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import { serveFigures } from './metrics/serve-figures.ts';
import { type DatabaseUrls, dispose, type Prepared, startPrepared } from './prepare-start.ts';
import type { Part } from './start-server.ts';

export type Order =
  | { readonly kind: 'serve'; readonly config: Config; readonly database: DatabaseUrls; readonly part: Part }
  | { readonly kind: 'figures'; readonly id: number }
  | { readonly kind: 'stop' };

export type Report =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'serving'; readonly setupToken: string | null }
  | { readonly kind: 'figures'; readonly id: number; readonly figures: Figures }
  | { readonly kind: 'failed'; readonly sentence: string };

/** The format in which prom-client aggregates metrics. */
type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export interface RunningProcesses {
  /** Contains the actual port even if port 0 was configured. */
  readonly config: Config;
  readonly log: Logger;
  readonly setupToken: string | null;
  stop(): Promise<void>;
}

const firstPauseMs = 100;
const pauseMsMax = 30_000;
/** Milliseconds after which a process counts as stable. */
const settledAfterMs = 60_000;
/** Milliseconds to wait for a process's metrics. Metrics that arrive later are left out. */
const figuresWithinMs = 5_000;

export function startProcesses(asked: Config): Promise<RunningProcesses> {
  return startPrepared(asked, async ({ config, log, database, disposals }) => {
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
    return { config, log, setupToken, stop: () => dispose(disposals) };
  });
}

type Ending = { readonly code: number | null; readonly signal: string | null } | { readonly err: unknown };

interface Process {
  readonly pid: number | undefined;
  /** Resolves to the setup token, or null. Rejects if the process cannot serve. */
  readonly serving: Promise<string | null>;
  /** Never rejects, even if the process crashes. */
  readonly ended: Promise<Ending>;
  readonly send: (order: Order) => void;
  /** Resolves to an empty list if the process does not respond. */
  readonly readFigures: () => Promise<Figures>;
}

export class Processes {
  readonly #prepared: Prepared;
  readonly #running = new Set<Process>();
  readonly #stopping = new AbortController();
  #asked = 0;

  constructor(prepared: Prepared) {
    this.#prepared = prepared;
  }

  /** Starts the first process alone, so that an error is reported once. */
  async start(): Promise<string | null> {
    const of = this.#prepared.config.processes;
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
      [...this.#running].map(async ({ send, ended }) => {
        send({ kind: 'stop' });
        await ended;
      }),
    );
  }

  async readFigures(): Promise<string> {
    const { AggregatorRegistry } = await import('prom-client');
    const figures = await Promise.all([...this.#running].map(({ readFigures }) => readFigures()));
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
      const timer = setTimeout(gone, figuresWithinMs);
      worker.on('message', hear);
      worker.on('exit', gone);
      sendOrder(worker, { kind: 'figures', id });
    });
  }

  #launch(part: Part): Process {
    const launched = this.#fork(part);
    this.#running.add(launched);
    void launched.ended.then(() => this.#running.delete(launched));
    return launched;
  }

  #fork(part: Part): Process {
    const { config, database, log } = this.#prepared;
    let worker: Worker;
    try {
      worker = cluster.fork();
    } catch (err) {
      return {
        pid: undefined,
        serving: Promise.reject(err),
        ended: Promise.resolve({ err }),
        send: () => undefined,
        readFigures: async () => [],
      };
    }
    const { pid } = worker.process;
    const send = (order: Order): void => sendOrder(worker, order);
    const ended = new Promise<Ending>((resolve) => {
      worker.once('exit', (code, signal) => resolve({ code, signal }));
      // Registered for the worker's whole life, because an unhandled error event would end this process.
      worker.on('error', (err) => {
        if (pid === undefined) resolve({ err });
        else log.error({ err, process: pid }, 'a server process cannot be reached');
      });
    });
    const serving = new Promise<string | null>((resolve, reject) => {
      worker.on('message', (report: Report) => {
        switch (report.kind) {
          case 'waiting':
            send({ kind: 'serve', config, database, part });
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
      void ended.then((ending) => reject('err' in ending ? ending.err : endedAtStart(ending)));
    });
    return { pid, serving, ended, send, readFigures: () => this.#askFigures(worker) };
  }

  /** The pause doubles with each restart, and is reset after a process has run for `settledAfterMs`. */
  async #keepUp(begun: Process, part: Part): Promise<void> {
    const { log } = this.#prepared;
    const { signal: stopped } = this.#stopping;
    let [current, begunAt, pauseMs] = [begun, performance.now(), firstPauseMs];
    for (;;) {
      const ending = await current.ended;
      if (stopped.aborted) return;
      if (performance.now() - begunAt > settledAfterMs) pauseMs = firstPauseMs;
      log.error({ process: current.pid, ...ending }, `a server process ended; another starts in ${pauseMs} ms`);
      if (!(await pauseUnless(stopped, pauseMs))) return;
      pauseMs = Math.min(pauseMs * 2, pauseMsMax);
      begunAt = performance.now();
      const successor = this.#launch(part);
      successor.serving.then(
        () => log.info({ process: successor.pid }, 'the server process was replaced'),
        (error: unknown) => log.error({ err: error }, 'a replacement server process could not be started'),
      );
      current = successor;
    }
  }
}

const endedAtStart = ({ code, signal }: Exclude<Ending, { readonly err: unknown }>): Error =>
  new Error(`A server process ended while starting (${signal ?? code}).`);

/** Errors are ignored, because `ended` reports a worker that has ended. */
function sendOrder(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => undefined);
}

async function pauseUnless(signal: AbortSignal, ms: number): Promise<boolean> {
  try {
    return await pause(ms, true, { signal });
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
