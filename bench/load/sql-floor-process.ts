// Runs only the recorded statements, with the same driver and number of connections as the server.
import pg from 'pg';
import { type Captured, type Measured, measured, type SqlOrder } from './messages.ts';

process.on('message', (order: SqlOrder) => {
  run(order).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ failure: error.message }),
  );
});

async function run({ url, lanes, seconds }: SqlOrder): Promise<Measured> {
  // Must match the connection options in server/db/database.ts.
  const options = '-c plan_cache_mode=force_generic_plan';
  const clients = lanes.map(() => new pg.Client({ connectionString: url, options }));
  await Promise.all(clients.map((client) => client.connect()));
  const times: number[] = [];
  const begun = performance.now();
  const runLane = async (client: pg.Client, lane: readonly Captured[]): Promise<void> => {
    while (performance.now() - begun < seconds * 1000) {
      for (const call of lane) {
        const started = performance.now();
        for (const { text, values, name } of call) {
          await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
        }
        times.push(performance.now() - started);
      }
    }
  };
  await Promise.all(clients.map((client, at) => runLane(client, lanes[at] ?? [])));
  const ran = (performance.now() - begun) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return measured(times, { seconds: ran, bytes: 0 });
}
