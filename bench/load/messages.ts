/** One call as it goes over the wire. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Where it holds `revisionPlace`, the revision that the answer before gave stands there. */
  readonly body?: string;
  /** In place of `body`: so many bytes of nothing, streamed. */
  readonly bodyBytes?: number;
}

export const revisionPlace = '"base_revision":0';

/** What a connection sends, over and over, each call once the one before is answered. */
export type Lane = readonly Call[];

export interface LoadOrder {
  readonly url: string;
  readonly lanes: readonly Lane[];
  /** Until then; null: each lane once. */
  readonly seconds: number | null;
  /** Calls a second at even distances over all lanes, whether or not the ones before are answered; null: as fast as answers come. */
  readonly rate: number | null;
  /** A call that is refused counts in `refused` and ends nothing. */
  readonly goesOn?: true;
}

export interface Measured {
  readonly perSecond: number;
  /** Milliseconds; at a steady rate from when the call was due. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** The slowest. */
  readonly most: number;
  readonly calls: number;
  readonly megabytesPerSecond: number;
  /** What was said of each. */
  readonly refused: readonly string[];
}

/** One statement as the server sent it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Of a prepared one. */
  readonly name?: string;
}

/** All statements of one call, in their order. */
export type Captured = readonly Statement[];

export interface SqlOrder {
  readonly url: string;
  /** Of each connection: the calls whose statements it runs, over and over. */
  readonly lanes: readonly (readonly Captured[])[];
  readonly seconds: number;
}

/** As a superuser. `call`: method and path. */
export interface LeanOrder {
  readonly url: string;
  readonly calls: readonly { readonly call: string; readonly statement: Statement }[];
}

export interface FloorAnswer {
  readonly call: string;
  readonly contentType: string;
  readonly body: Buffer | { readonly file: string };
}

/** Of milliseconds. */
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
