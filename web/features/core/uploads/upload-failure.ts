import { generalErrorMessage, uploadMessages } from '#domain/messages.ts';
import { CallError, errorOfStatus } from '#web/api/call-error.ts';

/** A transfer that tus has given up. `status` null: no answer came. */
export interface TransferFailure {
  readonly status: number | null;
  /** The answer's text. */
  readonly body: string;
}

/** Conflicts of a resumed transfer, refusals to work now, and no answer at all pass by themselves. */
export function isPassingFailure(status: number | null): boolean {
  // There is no room: somebody has to make some.
  if (status === 507) return false;
  return status === null || status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;
}

/** The sentence under the file's name. */
export function transferMessage(
  failure: TransferFailure,
  at: { readonly sent: number; readonly byteSize: number },
): string {
  if (failure.status === null || failure.status === 0) {
    return `The connection broke off at ${uploadPercent(at.sent, at.byteSize)}%. Try again to go on from there.`;
  }
  return messageOf(errorOfStatus(failure.status, 'POST', parsed(failure.body)));
}

/** 0 to 100, whole; 100 only once everything has arrived. */
export function uploadPercent(sent: number, byteSize: number): number {
  return byteSize === 0 ? 0 : Math.min(100, Math.floor((sent / byteSize) * 100));
}

/** Of a call that failed: the sentence under a field if it has one, else its own. */
export function messageOf(error: unknown): string {
  if (!(error instanceof CallError)) return generalErrorMessage(500, 'POST');
  return Object.values(error.fields)[0] ?? error.message;
}

/** Whether the server has looked at the file itself and will not take it: the same bytes are refused again. */
export const isFinalRefusal = (message: string): boolean => finalRefusals.has(message);

const { typeNotAllowed, contentMismatch, empty, pictureTooLarge, unpackedTooLarge, incomplete } = uploadMessages;
const finalRefusals: ReadonlySet<string> = new Set([
  ...[typeNotAllowed, contentMismatch, empty, pictureTooLarge, unpackedTooLarge, incomplete],
]);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // A proxy's page: the status alone has to tell.
    return null;
  }
}
