export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The sender replaces `revisionPlace` in the body with the revision from the previous response. */
  readonly body?: string;
  /** Sends this many zero bytes as a stream instead of `body`. */
  readonly bodyBytes?: number;
}

export const revisionPlace = '"base_revision":0';

/** The calls that one connection repeats. Each call waits for the previous response. */
export type Lane = readonly Call[];

export interface LoadOrder {
  readonly url: string;
  readonly lanes: readonly Lane[];
  /** The duration in seconds. If null, each lane runs once. */
  readonly seconds: number | null;
  /** Calls per second over all lanes. If null, each lane sends its next call as soon as a response arrives. */
  readonly rate: number | null;
  /** Records a rejected call in `refused` instead of ending the run. */
  readonly goesOn?: true;
}

export interface Measured {
  readonly perSecond: number;
  /** Milliseconds. At a steady rate, a call's time starts when the call is due. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
  readonly calls: number;
  readonly megabytesPerSecond: number;
  readonly refused: readonly string[];
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
}

export type Captured = readonly Statement[];

export interface SqlOrder {
  readonly url: string;
  readonly lanes: readonly (readonly Captured[])[];
  readonly seconds: number;
}

/** `url` is a database URL with superuser rights. Each `call` is a method and a path. */
export interface LeanOrder {
  readonly url: string;
  readonly calls: readonly { readonly call: string; readonly statement: Statement }[];
}

export interface FloorAnswer {
  readonly call: string;
  readonly contentType: string;
  readonly body: Buffer | { readonly file: string };
}

export function measured(
  times: readonly number[],
  ran: { readonly seconds: number; readonly bytes: number; readonly refused?: readonly string[] },
): Measured {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return {
    perSecond: times.length / ran.seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    most: sorted.at(-1) ?? Number.NaN,
    calls: times.length,
    refused: ran.refused ?? [],
    megabytesPerSecond: ran.bytes / ran.seconds / 1_000_000,
  };
}
