import { statfs } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { ERRORS } from '@tus/server';
import type { Context } from '#server/context.ts';
import { isUnreachable } from '#server/db/unreachable.ts';
import { retrySeconds } from '#server/http/error-answer.ts';
import type { AskedRaw } from '#server/http/implement.ts';
import { isNoSpace } from '#server/no-space.ts';

/** The smallest that a file system hands out at a time is no more than this, in bytes. */
const spaceBytesMin = 65_536;

export interface FailedUpload {
  readonly error: unknown;
  readonly uploadId: string;
  readonly asked: AskedRaw;
  readonly response: Pick<ServerResponse, 'setHeader'>;
}

/**
 * The answer to a request that the protocol or its store could not carry out, and a line in the log for each. The words are always ours: those of a
 * store name hosts and folders.
 */
export async function refusalOf(
  context: Context,
  { error, uploadId, asked, response }: FailedUpload,
): Promise<{ readonly status_code: number; readonly body: string }> {
  const facts = { err: error, requestId: asked.id, uploadId };
  const answer = (status_code: number, more: Readonly<Record<string, string>> = {}) => ({
    status_code,
    body: JSON.stringify({ status: 'error', msg: '', ...more }),
  });
  // Who holds an upload is asked to let go, and cannot where a store keeps it waiting.
  if (isUnreachable(error) || error === ERRORS.ERR_LOCK_TIMEOUT) {
    response.setHeader('retry-after', retrySeconds);
    asked.log.warn(facts, 'what an upload needs could not be reached');
    return answer(503);
  }
  const status = statusOf(error);
  if (isNoSpace(error) || (status === 500 && (await isFull(context)))) {
    asked.log.error(facts, 'there is no room left for uploads');
    return answer(507);
  }
  if (status < 500) {
    asked.log.info(facts, 'upload refused');
    return answer(status);
  }
  asked.log.error(facts, 'upload failed');
  return answer(status, { request_id: asked.id });
}

/** What the protocol refuses itself says its status; whatever else was thrown is our own failure. */
function statusOf(error: unknown): number {
  const { status_code } = (error ?? {}) as { readonly status_code?: unknown };
  return typeof status_code === 'number' ? status_code : 500;
}

/** The library's store keeps the reason why a file could not be written to itself. */
async function isFull({ config }: Context): Promise<boolean> {
  if (config.storage.kind !== 'folder') return false;
  const { bavail, bsize } = await statfs(config.storage.folder);
  return bavail * bsize < spaceBytesMin;
}
