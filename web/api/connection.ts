import { createStore, useStore } from '#web/store.ts';

export type Connection = 'there' | 'lost';

const connection = createStore<Connection>('there');

export const setConnection = connection.set;

export const isConnectionLost = (): boolean => connection.get() === 'lost';

export const useConnection = (): Connection => useStore(connection);
