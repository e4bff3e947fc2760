import type pg from 'pg';

/**
 * To be called before the pool's first connection. What it answers ends the pool, and returns once its connections are closed: the pool itself has
 * done with them when it has asked for that, and a database which stops right then would say that it had to cut them.
 */
export function poolEnding(pool: pg.Pool): (end: () => Promise<void>) => Promise<void> {
  const open = new Set<Promise<unknown>>();
  pool.on('connect', (client) => {
    const ended = new Promise((resolve) => client.once('end', resolve)).finally(() => open.delete(ended));
    open.add(ended);
  });
  return async (end) => {
    await end();
    await Promise.all(open);
  };
}
