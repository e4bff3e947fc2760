import { cookieNames } from '#server/http/cookies.ts';
import type { Visit } from '#server/http/implement.ts';

/** Where a try comes from: all that the counting of tries knows of a visit. */
export interface Caller {
  readonly ip: string;
  /** What the browser's cookie says of an account that it has signed in to before; see `known-device.ts`. */
  readonly device: string | undefined;
}

export const callerOf = (visit: Visit): Caller => ({ ip: visit.ip, device: visit.cookie(cookieNames.device) });
