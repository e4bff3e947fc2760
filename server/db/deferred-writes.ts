import type { Logger } from 'pino';
import type { Database } from './database.ts';

/** What reads want to remember; the noun says how. */
export interface DeferredKind<Item> {
  readonly name: string;
  /** A later item of the same key takes the place of the earlier. */
  readonly keyOf: (item: Item) => string;
  /** In one statement, whatever boards they are of. */
  readonly write: (db: Database, items: readonly Item[]) => Promise<void>;
}

/** Writes after the answer, in batches. Lost with the process at most. */
export interface DeferredWrites {
  add<Item>(kind: DeferredKind<Item>, item: Item): void;
  /** Resolves when all that was added before is written or has failed. */
  flush(): Promise<void>;
}

const everyMs = 250;
/** Of one kind; more is dropped while the database is away. */
const itemsMax = 10_000;

interface Batch {
  // biome-ignore lint/suspicious/noExplicitAny: `add` pairs kind and items.
  readonly kind: DeferredKind<any>;
  readonly items: Map<string, unknown>;
}

export function createDeferredWrites({
  db,
  log,
}: {
  readonly db: Database;
  readonly log: Pick<Logger, 'warn'>;
}): DeferredWrites {
  const batches = new Map<string, Batch>();
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();
  const start = (): void => {
    timer ??= setTimeout(() => void flush(), everyMs).unref();
  };
  const write = async ({ kind, items }: Batch): Promise<void> => {
    try {
      await kind.write(db, [...items.values()]);
    } catch (error) {
      log.warn({ err: error, kind: kind.name, items: items.size }, 'what reads remember was not written; tried again');
      const later = batches.get(kind.name)?.items ?? new Map();
      batches.set(kind.name, { kind, items: new Map([...items, ...later].slice(-itemsMax)) });
      start();
    }
  };
  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    const due = [...batches.values()];
    batches.clear();
    writing = writing.then(async () => {
      for (const batch of due) await write(batch);
    });
    return writing;
  };
  return {
    add(kind, item) {
      const batch = batches.get(kind.name) ?? { kind, items: new Map<string, unknown>() };
      batches.set(kind.name, batch);
      if (batch.items.size < itemsMax) batch.items.set(kind.keyOf(item), item);
      start();
    },
    flush,
  };
}
