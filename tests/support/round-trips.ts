import type pg from 'pg';

export type RoundTrips = ReturnType<typeof countRoundTrips>;

/**
 * Statements that are sent before an earlier response has arrived count as one round trip. Call this function before
 * the first connection to be counted.
 */
export function countRoundTrips(pool: pg.Pool) {
  let trips = 0;
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { readonly connection: NodeJS.EventEmitter };
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    let unanswered = 0;
    // PostgreSQL sends this event after the response to each statement, even a failed statement.
    connection.on('readyForQuery', () => {
      unanswered = Math.max(0, unanswered - 1);
    });
    const counted = (...given: unknown[]): unknown => {
      if (unanswered === 0) trips += 1;
      unanswered += 1;
      return query(...given);
    };
    Object.assign(client, { query: counted });
  });
  return { count: () => trips };
}
