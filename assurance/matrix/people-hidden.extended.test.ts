import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#server/app.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWorld, type World } from '#tests/support/world.ts';
import { type Actor, type ActorName, actorOf } from './actors.ts';
import { type Credentials, callEndpoint, credentialsOf } from './call.ts';
import { endpointOf, matrixEntries, ownCallOf } from './endpoints.ts';
import { type KeptState, keepState } from './kept-state.ts';

const server = testApp();
let base: string;
beforeAll(async () => {
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => server.context.pool.query('delete from rate_limits'));

/** These words occur only in the names and email addresses of people whom the actor must not see. */
const words = ['zzhiddenfirst', 'zzhiddenlast', 'zzhiddenmail'];

const reasons: Readonly<Record<string, string>> = {
  'invitations.get': 'the address belongs to the invited person, and it is their own name',
};

async function makeHidingWorld(reader: ActorName): Promise<World> {
  const world = await makeWorld(server.context);
  const { board, member, admin } = world.home;
  const seen = reader === 'own group’s admin' ? world.home.groupAdmin : member;
  await server.sql('update boards set people_hidden = true where id = $1', [board.id]);
  await server.sql(
    `update users set first_name = $3, last_name = $4, email = $5 || id::text || '@example.org'
     where id in (select user_id from members where board_id = $1 and user_id <> $2)`,
    [board.id, seen.userId, ...words],
  );
  for (const table of ['document_versions', 'announcements']) {
    await server.sql(`update ${table} set created_by = $2 where board_id = $1`, [board.id, admin.id]);
  }
  await server.sql(
    `update invitations set first_name = $2, last_name = $3, email = $4 || id::text || '@example.org' where board_id = $1`,
    [board.id, ...words],
  );
  return world;
}

const asked = routes.filter(({ endpoint }) => endpoint.access !== 'site-admin' && !(endpoint.name in reasons));

describe.each(['member', 'own group’s admin', 'magic visitor'] as const)(
  'on a board that hides its members from each other, the actor “%s”',
  (name: ActorName) => {
    const askedHere = asked.filter(({ endpoint }) => endpoint.access !== 'magic' || name !== 'own group’s admin');
    let actor: Actor;
    let credentials: Credentials;
    let state: KeptState;
    beforeAll(async () => {
      actor = actorOf(name, await makeHidingWorld(name));
      credentials = await credentialsOf(server.context, actor);
      state = await keepState(server.context);
    });
    afterAll(() => state?.end());
    test.each(askedHere.map(({ endpoint }) => [endpoint.name, endpoint] as const))(
      'finds nobody else’s name in the response of %s',
      async (endpointName, endpoint) => {
        const calls = Object.values(matrixEntries[endpointName]?.calls(actor) ?? {});
        try {
          for (const call of calls) {
            const answer = await callEndpoint(base, endpoint, { call, credentials });
            for (const word of words) expect(`${answer.text} ${answer.location}`).not.toContain(word);
          }
        } finally {
          await state.putBack();
        }
      },
    );
  },
);

test('on a board that hides its members from each other, only admins can open the directory and profiles', async () => {
  const world = await makeHidingWorld('member');
  const call = async (name: ActorName, endpointName: string) => {
    const actor = actorOf(name, world);
    const credentials = await credentialsOf(server.context, actor);
    return callEndpoint(base, endpointOf(endpointName), { call: ownCallOf(endpointName, actor), credentials });
  };
  for (const endpointName of ['announcements.list', 'announcements.get', 'search.find']) {
    expect((await call('board admin', endpointName)).text).toContain(words[1]);
  }
  for (const endpointName of ['people.list', 'people.get']) {
    expect((await call('member', endpointName)).status).toBe(404);
    expect((await call('board admin', endpointName)).text).toContain(words[1]);
  }
});

async function leaveTraces({ home }: World): Promise<void> {
  const { make } = server;
  const { board, admin, group } = home;
  const shelf = await make.category({ board, name: 'Committee shelf', groups: [group] });
  const folder = await make.folder({ category: shelf });
  const deletedAt = server.context.clock.now().toISOString();
  const places = [
    { meeting: home.groupMeeting },
    { item: home.groupItem },
    { announcement: home.groupAnnouncement },
    { category: shelf },
    { folder },
  ];
  for (const place of places) await make.document({ ...place, title: 'withdrawn.pdf', deletedAt });
  await make.meeting({ board, title: 'Withdrawn meeting', groups: [group] });
  await make.announcement({ board, title: 'Withdrawn news', groups: [group] });
  const deleted = 'update documents set deleted_by = $2 where board_id = $1 and deleted_at is not null';
  await server.sql(deleted, [board.id, admin.id]);
  for (const table of ['meetings', 'announcements']) {
    await server.sql(
      `update ${table} set deleted_at = $2, created_by = $3 where board_id = $1 and title like 'Withdrawn %'`,
      [board.id, deletedAt, admin.id],
    );
  }
}

test('on a board that hides its members from each other, only board admins see who deleted an item', async () => {
  const world = await makeHidingWorld('own group’s admin');
  const { groupMeeting, groupAnnouncement, admin, groupAdmin } = world.home;
  await leaveTraces(world);
  const [asAdmin, asGroupAdmin] = [await server.signIn(admin), await server.signIn(groupAdmin)];
  const papers = [
    [`/ajax/documents/deleted/meeting/${groupMeeting.id}`, 2],
    [`/ajax/documents/deleted/announcement/${groupAnnouncement.id}`, 1],
    ['/ajax/library/deleted', 2],
  ] as const;
  for (const [path, count] of papers) {
    const [hidden, reported] = [(await asGroupAdmin.get(path)).text, (await asAdmin.get(path)).text];
    expect(hidden.match(/withdrawn\.pdf/g), path).toHaveLength(count);
    for (const word of words) expect(hidden, path).not.toContain(word);
    expect(reported.match(new RegExp(words[1] ?? '', 'g'))?.length, path).toBe(count);
  }
  for (const path of ['/ajax/meetings', '/ajax/announcements']) {
    const hidden = (await asGroupAdmin.get(path)).text;
    expect(hidden, path).toContain('Withdrawn');
    for (const word of words) expect(hidden, path).not.toContain(word);
  }
});

test('on a board that hides its members from each other, a group admin cannot see who caused a conflict', async () => {
  const world = await makeHidingWorld('own group’s admin');
  const [asAdmin, asGroupAdmin] = [await server.signIn(world.home.admin), await server.signIn(world.home.groupAdmin)];
  const path = `/ajax/agenda-items/${world.home.groupItem.id}`;
  expect((await asAdmin.patch(path, { title: 'The budget', revision: 1 })).status).toBe(200);
  const answer = await asGroupAdmin.patch(path, { title: 'Budget', revision: 1 });
  expect(answer.json.data.conflicts).toMatchObject([{ field: 'title', by: '' }]);
});

test('every endpoint listed as exempt from hiding members exists', () => {
  const names = routes.map(({ endpoint }) => endpoint.name);
  for (const name of Object.keys(reasons)) expect(names).toContain(name);
});
