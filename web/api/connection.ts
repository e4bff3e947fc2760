import { createStore, useStore } from '#web/store.ts';

/** Whether the server can be reached, as far as this page knows. */
export type Connection = 'there' | 'lost';

const connection = createStore<Connection>('there');

export function setConnection(next: Connection): void {
  connection.set(next);
}

/** For the offline notice. */
export function useConnection(): Connection {
  return useStore(connection);
}
