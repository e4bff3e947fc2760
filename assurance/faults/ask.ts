import type { Signed } from '#tests/support/installation.ts';
import { Interrupted } from './ledger.ts';

/**
 * Throws `Interrupted` if the server sends no response or a 503, and a plain error for any other status of 500 or more.
 */
export async function orInterrupted<T extends { readonly status: number }>(send: () => Promise<T>): Promise<T> {
  const sentAt = performance.now();
  let answer: T;
  try {
    answer = await send();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new Interrupted('No answer came.', { cause, sentAt });
  }
  if (answer.status < 500) return answer;
  // During an outage, the server must return 503 and no other error.
  if (answer.status !== 503) throw new Error(`The answer was ${answer.status}.`);
  throw new Interrupted('The answer was 503.', { sentAt });
}

export async function succeed(
  { signed }: { readonly signed: Signed },
  method: string,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: read loosely; the contract is checked elsewhere.
): Promise<any> {
  const { status, json } = await orInterrupted(() => signed.client.call(method, path, body));
  if (status === 200 && json?.status === 'success') return json.data;
  throw new Error(`${method} ${path} by ${signed.first_name}: ${status} ${JSON.stringify(json)}`);
}
