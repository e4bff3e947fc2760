export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly sentAt: number;

  constructor(message: string, { sentAt, ...options }: ErrorOptions & { readonly sentAt: number }) {
    super(message, options);
    this.sentAt = sentAt;
  }
}

interface LogLine {
  readonly memberId: string;
  readonly action: string;
}

export interface Register {
  readonly name: string;
  readonly read: () => Promise<string>;
  acknowledged: string;
  doubted: { readonly value: string; readonly line: LogLine | null; readonly mail: readonly PromisedMail[] } | null;
}

export interface PromisedMail {
  readonly to: string;
  readonly about: string;
}

interface Write {
  readonly value: string;
  readonly line: LogLine | null;
  readonly mail?: readonly PromisedMail[];
  readonly send: () => Promise<unknown>;
}

export type Ledger = ReturnType<typeof openLedger>;

export function openLedger() {
  const losses: string[] = [];
  const promisedMail: PromisedMail[] = [];
  const log = new Map<string, number>();
  const waiting: { readonly sent: number; readonly resolve: () => void }[] = [];
  let sent = 0;
  let acknowledged = 0;

  const happened = ({ line, mail = [] }: Pick<Write, 'line' | 'mail'>): void => {
    promisedMail.push(...mail);
    if (line === null) return;
    const key = `${line.memberId} ${line.action}`;
    log.set(key, (log.get(key) ?? 0) + 1);
  };

  return {
    losses: losses as readonly string[],
    promisedMail,
    log: log as ReadonlyMap<string, number>,
    counts: () => ({ sent, acknowledged }),
    keep: ({ value, ...given }: Pick<Register, 'name' | 'read'> & { readonly value: string }): Register => ({
      ...given,
      acknowledged: value,
      doubted: null,
    }),
    /** Throws `Interrupted` if there is no response. The value is then unknown until `settle` has read it. */
    async write(register: Register, { value, line, mail = [], send }: Write): Promise<void> {
      if (register.doubted !== null) throw new Error(`${register.name} was written again before it was settled.`);
      register.doubted = { value, line, mail };
      sent += 1;
      for (const each of waiting) if (each.sent <= sent) each.resolve();
      await send();
      register.acknowledged = value;
      register.doubted = null;
      acknowledged += 1;
      happened({ line, mail });
    },
    async settle(register: Register): Promise<void> {
      const found = await register.read();
      const { acknowledged: known, doubted } = register;
      register.doubted = null;
      if (found === known) return;
      register.acknowledged = found;
      if (doubted !== null && found === doubted.value) return happened(doubted);
      const orElse = doubted === null ? '' : `, or ${doubted.value}, which was sent`;
      losses.push(`${register.name} is ${found}; acknowledged was ${known}${orElse}`);
    },
    lose: (what: string) => void losses.push(what),
    async reached(wanted: number): Promise<void> {
      if (sent >= wanted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ sent: wanted, resolve });
      await promise;
    },
  };
}
