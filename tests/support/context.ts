import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOnce, Logger as WorkerLogger } from 'graphile-worker';
import pg from 'pg';
import { pino } from 'pino';
import { type Clock, clockOf } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { openDatabase } from '#server/db/database.ts';
import { createDeferredWrites } from '#server/db/deferred-writes.ts';
import { createSharedLocks } from '#server/db/shared-locks.ts';
import { createLiveHub } from '#server/features/core/events/live-hub.ts';
import { productJobs } from '#server/features/jobs.ts';
import type { MailMessage } from '#server/integrations/mail/message.ts';
import { createFileStorage } from '#server/integrations/storage/document-storage.ts';
import {
  createFileUploadArea,
  type FileUploadArea,
  type UploadArea,
} from '#server/integrations/storage/upload-area.ts';
import { taskList } from '#server/jobs/worker.ts';
import { ports } from '#server/ports.ts';
import { createSecrets } from '#server/secrets.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export const testSecretKey = 'a secret key that only the tests have';

export interface TestClock extends Clock {
  set(instant: string | Date): void;
  advance(by: { readonly minutes: number }): void;
}

export interface TestContext extends Context {
  readonly clock: TestClock;
  readonly uploads: FileUploadArea;
  readonly servingUrl: string;
  readonly ownerUrl: string;
  readonly sent: readonly MailMessage[];
  runJobs(only?: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** The clock starts at noon UTC on November 16, 2026. */
export async function createTestContext(
  env: Readonly<Record<string, string>> = {},
  programs: Partial<Pick<Context, 'office' | 'textReader' | 'readingCopier' | 'mail' | 'storage' | 'log'>> & {
    readonly uploads?: UploadArea;
    readonly database?: TestDatabase;
  } = {},
): Promise<TestContext> {
  const database = programs.database ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'dais-test-data-'));
  const log = pino({ level: 'silent' });
  const capacity = { connectionsMax: 20, processes: 1 };
  const { connectionsMax } = capacity;
  const { db, pool, close } = openDatabase({
    servingUrl: database.servingUrl,
    connectionsMax,
    onLost: () => undefined,
  });
  const live = createLiveHub({ servingUrl: database.servingUrl, log });
  await live.start();
  const locks = createSharedLocks({ servingUrl: database.servingUrl, log });
  const deferred = createDeferredWrites({ db, log });
  const sent: MailMessage[] = [];
  const context: TestContext = {
    config: readConfig({ DATA_DIR: dataDir, APP_URL: 'https://dais.example', ...env }, 'serve'),
    db,
    pool,
    capacity,
    ports,
    clock: createTestClock('2026-11-16T12:00:00Z'),
    log,
    secrets: createSecrets(testSecretKey),
    storage: await createFileStorage(join(dataDir, 'files')),
    uploads: await createFileUploadArea(join(dataDir, 'files/uploads')),
    mail: {
      async send(message) {
        sent.push(message);
        return '250 2.0.0 OK: kept by the test';
      },
      verify: async () => undefined,
      close: async () => undefined,
    },
    locks,
    live,
    deferred,
    office: null,
    textReader: null,
    readingCopier: null,
    ...(programs as Partial<TestContext>),
    checkAnswers: true,
    servingUrl: database.servingUrl,
    ownerUrl: database.ownerUrl,
    sent,
    runJobs: (only) => runJobs(context, { servingUrl: database.servingUrl, only }),
    async stop() {
      await deferred.stop();
      await locks.stop();
      await live.stop();
      await close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return context;
}

function createTestClock(begin: string): TestClock {
  let now = new Date(begin);
  return {
    ...clockOf(() => new Date(now)),
    set(instant) {
      now = new Date(instant);
    },
    advance({ minutes }) {
      now = new Date(now.getTime() + minutes * 60_000);
    },
  };
}

type Task = ReturnType<typeof taskList>[string];

async function runJobs(
  context: Context,
  { servingUrl, only }: { readonly servingUrl: string; readonly only: readonly string[] | undefined },
): Promise<void> {
  const handlers = productJobs(context).filter(({ name }) => only === undefined || only.includes(name));
  const pool = new pg.Pool({ connectionString: servingUrl, options: '-c role=dais_queue', max: 4 });
  const failures: unknown[] = [];
  const keepingFailures =
    (task: Task): Task =>
    async (payload, helpers) => {
      try {
        await task(payload, helpers);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    };
  const lost = (error: Error): void => {
    failures.push(error);
  };
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  try {
    await runOnce({
      pgPool: pool,
      noHandleSignals: true,
      logger: new WorkerLogger(() => () => undefined),
      taskList: Object.fromEntries(
        Object.entries(taskList(context, handlers)).map(([name, task]) => [name, keepingFailures(task)]),
      ),
    });
  } finally {
    await pool.end();
  }
  if (failures.length > 0) throw failures[0];
}
