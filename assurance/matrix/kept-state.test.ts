import { expect, test } from 'vitest';
import { makeBoard, makeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { keepState } from './kept-state.ts';

const server = testApp();
const sql = (text: string) => server.asSuperuser((client) => client.query(text));

test('the check for unexpected writes finds and undoes every committed write, and ignores rolled-back ones', async () => {
  const { context } = server;
  const board = await makeBoard(context);
  const member = await makeMember(context, { board });
  const state = await keepState(context);
  const names = async () => (await state.differences()).map((line) => line.slice(0, line.indexOf(':')));
  try {
    const unwatched = await sql(
      `select table_schema, table_name from information_schema.tables
       where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE' and not exists (
         select from pg_trigger where tgrelid = format('%I.%I', table_schema, table_name)::regclass and tgname = 'noted' and tgenabled = 'A'
       )`,
    );
    expect(unwatched.rows.map(({ table_name }) => table_name)).toEqual(['rate_limits']);
    await sql(`begin; update boards set title = 'Another'; rollback`);
    await sql(`update boards set title = title`);
    expect(await names()).toEqual([]);
    await state.check();
    const writes = {
      "update boards set title = 'Another'": ['public.boards'],
      "set session_replication_role = replica; update boards set title = 'Another'": ['public.boards'],
      "insert into boards (shortname, title, time_zone) values ('zq-another', 'Another', 'UTC')": ['public.boards'],
      "select graphile_worker.add_job('zq-another')": ['graphile_worker._private_jobs'],
      'truncate members cascade': ['public.members', 'public.calendar_feeds'],
      [`delete from members where id = '${member.id}'`]: ['public.members', 'public.calendar_feeds'],
    };
    for (const [write, tables] of Object.entries(writes)) {
      await sql(write);
      expect(await names(), write).toEqual(expect.arrayContaining(tables));
      await expect(state.check(), write).rejects.toThrow(tables[0]);
      await state.putBack();
      expect(await names(), write).toEqual([]);
      await state.check();
    }
  } finally {
    await state.end();
  }
});
