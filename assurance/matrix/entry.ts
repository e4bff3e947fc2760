import type { Actor } from './actors.ts';
import type { ObjectKind, Policy } from './outcomes.ts';

export interface MatrixCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MatrixEntry {
  readonly policy: Policy;
  readonly calls: (actor: Actor) => Partial<Record<ObjectKind, MatrixCall>>;
  readonly reveals?: (actor: Actor) => readonly string[];
}
