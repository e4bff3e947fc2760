import type { Logger } from 'pino';
import type { Database } from './database.ts';

export interface DeferredKind<Item> {
  readonly name: string;
  readonly keyOf: (item: Item) => string;
  readonly write: (db: Database, items: readonly Item[]) => Promise<void>;
}

/** Items may be lost if the process ends or the database is unreachable for a long time. */
export interface DeferredWrites {
  add<Item>(kind: DeferredKind<Item>, item: Item): void;
  /** Resolves when all items added so far are written or have failed. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const everyMs = 250;
const retryMsMax = 30_000;
/** Maximum number of items per kind that wait while the database is unreachable. */
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
  let writing: Promise<void> | null = null;
  let failures = 0;
  let isStopped = false;

  function schedule(): void {
    if (timer !== null || writing !== null || isStopped || batches.size === 0) return;
    const delay = Math.min(everyMs * 2 ** failures, retryMsMax);
    timer = setTimeout(() => void writeAll(), delay).unref();
  }

  async function writeAll(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const due = [...batches.values()];
    batches.clear();
    writing = (async () => {
      const written = await Promise.all(due.map(write));
      failures = written.every(Boolean) ? 0 : failures + 1;
      writing = null;
    })();
    await writing;
    schedule();
  }

  async function write({ kind, items }: Batch): Promise<boolean> {
    try {
      await kind.write(db, [...items.values()]);
      return true;
    } catch (error) {
      log.warn({ err: error, kind: kind.name, items: items.size }, 'deferred writes failed and will be retried');
      // Items that were added during the failed write are newer, so they replace the retried items.
      const newer = batches.get(kind.name)?.items ?? new Map<string, unknown>();
      batches.set(kind.name, { kind, items: new Map([...items, ...newer].slice(-itemsMax)) });
      return false;
    }
  }

  async function flush(): Promise<void> {
    await writing;
    if (writing === null && batches.size > 0) void writeAll();
    await writing;
  }

  return {
    add(kind, item) {
      if (isStopped) return;
      const batch = batches.get(kind.name) ?? { kind, items: new Map<string, unknown>() };
      batches.set(kind.name, batch);
      const key = kind.keyOf(item);
      if (batch.items.size < itemsMax || batch.items.has(key)) batch.items.set(key, item);
      schedule();
    },
    flush,
    async stop() {
      isStopped = true;
      await flush();
    },
  };
}
