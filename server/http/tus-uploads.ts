import { statfs } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERRORS, type Locker, Server, type ServerOptions } from '@tus/server';
import type { Context } from '#server/context.ts';
import { isUnreachable } from '#server/db/availability.ts';
import type { SharedLocks } from '#server/db/shared-locks.ts';
import { isDiskFull } from '#server/errors.ts';
import { retrySeconds } from './error-handler.ts';
import type { RawRequest } from './implement.ts';

/** Bytes. A folder with less free space than this is treated as full. */
const spaceBytesMin = 65_536;

/** Replaces the error messages of tus, which could reveal hosts and folders. */
async function refusalOf(
  context: Context,
  { error, uploadId, asked, response }: Pick<Admitted, 'uploadId' | 'asked' | 'response'> & { readonly error: unknown },
): Promise<{ readonly status_code: number; readonly body: string }> {
  const facts = { err: error, requestId: asked.id, uploadId };
  const answer = (status_code: number, more: Readonly<Record<string, string>> = {}) => ({
    status_code,
    body: JSON.stringify({ status: 'error', msg: '', ...more }),
  });
  // A lock timeout is temporary, because a request that holds the lock this long is waiting for unreachable storage.
  if (isUnreachable(error) || error === ERRORS.ERR_LOCK_TIMEOUT) {
    response.setHeader('retry-after', retrySeconds);
    asked.log.warn(facts, 'a service that the upload needs could not be reached');
    return answer(503);
  }
  const status = statusOf(error);
  if (isDiskFull(error) || (status === 500 && (await isFull(context)))) {
    asked.log.error(facts, 'no storage space is left for uploads');
    return answer(507);
  }
  if (status < 500) {
    asked.log.info(facts, 'upload refused');
    return answer(status);
  }
  asked.log.error(facts, 'upload failed');
  return answer(status, { request_id: asked.id });
}

function statusOf(error: unknown): number {
  const { status_code } = (error ?? {}) as { readonly status_code?: unknown };
  return typeof status_code === 'number' ? status_code : 500;
}

/** The upload store does not reveal why a write failed, so the free space is checked. */
async function isFull({ config }: Context): Promise<boolean> {
  if (config.storage.kind !== 'folder') return false;
  const { bavail, bsize } = await statfs(config.storage.folder);
  return bavail * bsize < spaceBytesMin;
}

interface Admitted {
  readonly path: string;
  readonly uploadId: string;
  readonly asked: RawRequest;
  readonly response: ServerResponse;
}

const admitted = new WeakMap<IncomingMessage, Admitted>();
const servers = new WeakMap<Context, Server>();

export function admitUpload(request: IncomingMessage, given: Admitted): void {
  admitted.set(request, given);
}

/** The caller must have authorised the request. */
export function tusServer(context: Context): Server {
  const known = servers.get(context);
  if (known) return known;
  const server = new Server({
    path: '/ajax/uploads',
    datastore: context.uploads.store,
    locker: uploadLocker(context.locks),
    // Milliseconds allowed for a request to stop after it has lost its lock.
    lockDrainTimeout: 1_000,
    generateUrl: (request, { id }) => `${admittedOf(request).path}/${id}`,
    allowedOrigins: [],
    maxSize: context.config.uploadBytesMax,
    namingFunction: (request) => admittedOf(request).uploadId,
    getFileIdFromRequest: (request) => admittedOf(request).uploadId,
    onResponseError: (request, error) => refusalOf(context, { error, ...admittedOf(request) }),
  });
  servers.set(context, server);
  return server;
}

type TusRequest = Parameters<NonNullable<ServerOptions['namingFunction']>>[0];

function admittedOf(request: TusRequest): Admitted {
  const raw = request.runtime?.node?.req as IncomingMessage | undefined;
  const found = raw && admitted.get(raw);
  if (!found) throw new Error('An upload was not admitted.');
  return found;
}

/** Milliseconds to wait for the lock, as in tus's own locker. */
const waitMs = 30_000;

/**
 * Allows one request per upload. A later request stops the earlier one, because browsers resume while the old request
 * hangs.
 */
export const uploadLocker = (locks: SharedLocks): Locker => ({
  newLock(uploadId) {
    let release: (() => Promise<void>) | null = null;
    return {
      async lock(signal, letGo) {
        const patience = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
        release = await locks.take(`upload:${uploadId}`, { signal: patience, letGo: () => void letGo() });
        if (release === null) throw ERRORS.ERR_LOCK_TIMEOUT;
      },
      async unlock() {
        await release?.();
      },
    };
  },
});
