import { statfs } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import { isUnreachable } from '../../db/unreachable.ts';
import { isNoSpace } from '../../no-space.ts';

/** The smallest that a file system hands out at a time is no more than this, in bytes. */
const spaceBytesMin = 65_536;

/** How the protocol answers what is no mistake of the browser's; undefined where its own answer is right. */
export async function refusalOf(
  context: Context,
  error: unknown,
): Promise<{ readonly status_code: number; readonly body: string } | undefined> {
  const answer = (status_code: number) => ({ status_code, body: JSON.stringify({ status: 'error', msg: '' }) });
  if (isUnreachable(error)) return answer(503);
  if (!isNoSpace(error) && !(isServerFault(error) && (await isFull(context)))) return undefined;
  context.log.error({ err: error }, 'there is no room left for uploads');
  return answer(507);
}

/** The library's store keeps the reason why a file could not be written to itself. */
const isServerFault = (error: unknown): boolean =>
  (error as { readonly status_code?: unknown } | null)?.status_code === 500;

async function isFull({ config }: Context): Promise<boolean> {
  if (config.storage.kind !== 'folder') return false;
  const { bavail, bsize } = await statfs(config.storage.folder);
  return bavail * bsize < spaceBytesMin;
}
