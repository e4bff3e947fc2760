interface Request {
  result: unknown;
  onsuccess?: () => void;
  onupgradeneeded?: () => void;
}

/** Replaces IndexedDB with a single store, whose records have a `key` and whose transactions are sequential. */
export function stubMemoryDatabase(): Map<string, { readonly key: string }> {
  const records = new Map<string, { readonly key: string }>();
  const ask = (work: () => unknown, later: (() => void)[]): Request => {
    const request: Request = { result: undefined };
    later.push(() => {
      request.result = work();
      request.onsuccess?.();
    });
    return request;
  };
  const transaction = () => {
    const asked: (() => void)[] = [];
    const begun = {
      oncomplete: () => undefined,
      objectStore: () => ({
        get: (key: string) => ask(() => records.get(key), asked),
        getAll: () => ask(() => [...records.values()], asked),
        getAllKeys: () => ask(() => [...records.keys()], asked),
        put: (record: { readonly key: string }) => ask(() => records.set(record.key, record), asked),
        delete: (key: string) => ask(() => records.delete(key), asked),
      }),
    };
    queueMicrotask(() => {
      for (let next = asked.shift(); next; next = asked.shift()) next();
      begun.oncomplete();
    });
    return begun;
  };
  const open = (): Request => {
    const request: Request = { result: { transaction, close: () => undefined } };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  Object.assign(globalThis, { indexedDB: { open } });
  return records;
}
