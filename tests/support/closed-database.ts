import { endResting, superuserUrlOf } from './as-superuser.ts';
import type { TestContext } from './context.ts';
import { withClient } from './with-client.ts';

export async function withClosedDatabase<T>(context: Pick<TestContext, 'pool'>, work: () => Promise<T>): Promise<T> {
  const url = await superuserUrlOf(context);
  await endResting(url);
  return withClient(url, async (client) => {
    const name = client.escapeIdentifier(new URL(url).pathname.slice(1));
    try {
      await client.query(`alter database ${name} connection limit 0`);
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      return await work();
    } finally {
      await client.query(`alter database ${name} connection limit -1`);
    }
  });
}
