import { asSuperuser } from './as-superuser.ts';
import type { TestContext } from './context.ts';

/** `when` is an SQL condition on `old` and `new`. */
export async function withFailing(
  context: TestContext,
  given: { readonly table: string; readonly on: 'insert' | 'update' | 'delete'; readonly when: string },
  work: () => Promise<void>,
): Promise<void> {
  const { table, on, when } = given;
  await asSuperuser(context, (client) =>
    client.query(`
      create or replace function fail() returns trigger language plpgsql as $$ begin raise exception 'This fails.'; end $$;
      create trigger failing before ${on} on ${table} for each row when (${when}) execute function fail();
    `),
  );
  try {
    await work();
  } finally {
    await asSuperuser(context, (client) => client.query(`drop trigger failing on ${table}`));
  }
}
