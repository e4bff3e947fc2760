import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { isDiskFull } from '#server/errors.ts';
import { version } from '#server/version.ts';
import { isShuttingDown } from './graceful-shutdown.ts';

export const healthPaths = { serving: '/health', live: '/health/live', ready: '/health/ready' } as const;

/**
 * Milliseconds between two checks. Checks are rare, because anyone can call /health and each check writes to the disk.
 */
const storageCheckedMs = 10_000;

type StorageState = 'ok' | 'full' | 'unavailable';

/** `ready` requires disk space for the largest upload; `serving` does not. */
export function addHealth(app: FastifyInstance, context: Context): void {
  const options = { schema: { hide: true }, logLevel: 'silent' } as const;
  const storageState = createStorageCheck(context);
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.startsWith(healthPaths.serving)) reply.header('cache-control', 'no-store');
  });

  app.get(healthPaths.live, options, async () => ({ status: 'ok', version }));

  app.get(healthPaths.serving, options, async (_request, reply) => {
    if (isShuttingDown(app)) return reply.code(503).send({ status: 'stopping', version });
    if (await doesDatabaseAnswer(context)) return { status: 'ok', version };
    return reply.code(503).send({ status: 'unavailable', version });
  });

  app.get(healthPaths.ready, options, async (_request, reply) => {
    const [isDatabaseThere, storage] = await Promise.all([doesDatabaseAnswer(context), storageState()]);
    const database = isDatabaseThere ? 'ok' : 'unavailable';
    if (isShuttingDown(app)) return reply.code(503).send({ status: 'stopping', version, database, storage });
    const isReady = database === 'ok' && storage === 'ok';
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', version, database, storage });
  });
}

async function doesDatabaseAnswer({ db, log }: Context): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch (error) {
    log.warn({ err: error }, 'database does not answer');
    return false;
  }
}

function createStorageCheck({ storage, config, log }: Context): () => Promise<StorageState> {
  let checked: { readonly at: number; readonly state: Promise<StorageState> } | null = null;
  const check = async (): Promise<StorageState> => {
    try {
      const room = await storage.room();
      return room !== null && room < config.uploadBytesMax ? 'full' : 'ok';
    } catch (error) {
      log.warn({ err: error }, 'storage cannot be written to');
      return isDiskFull(error) ? 'full' : 'unavailable';
    }
  };
  return () => {
    const now = performance.now();
    if (checked === null || now - checked.at > storageCheckedMs) checked = { at: now, state: check() };
    return checked.state;
  };
}
