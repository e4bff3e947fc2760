import { expect, test } from 'vitest';
import { asSuperuser } from './support/as-superuser.ts';
import { makeBoard, makeMember, makeUser } from './support/factories.ts';
import { testApp } from './support/test-app.ts';
import { textsOfRequests } from './support/texts-of-requests.ts';

const server = testApp();

const real = ['2026-11-16T12:00:00Z', '2026-11-16T12:00:00.123456Z'];
const unreal = [
  ...['0000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', '-2026-01-01T00:00:00Z', '+010000-01-01T00:00:00Z'],
  ...['10000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-99-99T99:99:99Z', '2026-11-16T12:00:00+99:99', 'infinity'],
];

const instants = textsOfRequests().filter(
  ([, schema]) => real.every((text) => schema.safeParse(text).success) && !schema.safeParse('x'.repeat(30)).success,
);

test('the tested time fields include query parameters, body fields and fields of lists in bodies', () => {
  expect(instants.map(([at]) => at)).toEqual(
    expect.arrayContaining([
      ...['mail.list query.before', 'announcements.list query.before', 'audit.list query.from', 'audit.list query.to'],
      ...[
        'meetings.create body.start',
        'meetings.create body.date_options[].start',
        'announcements.publish body.publish_on',
      ],
    ]),
  );
});

test.each(instants)('%s rejects times that the database cannot store', (_at, schema) => {
  expect(unreal.filter((text) => schema.safeParse(text).success)).toEqual([]);
});

test('a pagination cursor with a time that cannot be stored is rejected with 422', async () => {
  const board = await makeBoard(server.context);
  const user = await makeUser(server.context);
  await asSuperuser(server.context, (db) => db.query('update users set is_site_admin = true where id = $1', [user.id]));
  const client = await server.signIn(await makeMember(server.context, { board, user, isBoardAdmin: true }));
  for (const path of ['/ajax/site/mail', '/ajax/announcements']) {
    for (const before of unreal) {
      const query = new URLSearchParams({ before, before_id: board.id });
      expect((await client.get(`${path}?${query}`)).status, `${path} ${before}`).toBe(422);
    }
  }
});
