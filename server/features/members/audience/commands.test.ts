import fc from 'fast-check';
import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestClient } from '#tests/support/client.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeMeeting,
  type MadeMember,
  makeAgendaItem,
  makeBoard,
  makeDocument,
  makeGroup,
  makeInvitee,
  makeMeeting,
  makeMember,
} from '#tests/support/factories.ts';
import { untilLockWaiter } from '#tests/support/lock-waiters.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

/** Finance: Ben and its admin Chloé; Audit: Chloé; Dana in neither. */
async function committeeBoard() {
  const { context } = server;
  const board = await makeBoard(context);
  const person = (firstName: string, more = {}) => makeMember(context, { board, firstName, ...more });
  const [admin, chair, ben, dana] = [
    await person('Ada', { isBoardAdmin: true }),
    await person('Chloé'),
    await person('Ben'),
    await person('Dana'),
  ];
  const finance = await makeGroup(context, { board, name: 'Finance', members: [ben], admins: [chair] });
  const audit = await makeGroup(context, { board, name: 'Audit', members: [chair] });
  return { board, admin, chair, ben, dana, finance, audit };
}

const titles = (list: readonly { readonly title: string }[]): readonly string[] => list.map((each) => each.title);
const fields = {
  ...{ title: 'Budget talk', type: 'remote', start: '2026-12-01T12:00:00Z', end: '2026-12-01T13:00:00Z' },
  ...{ location: '', join_url: '', description: '' },
};
const forGroups = (...groups: readonly { readonly id: string }[]) => ({
  whole_board: false,
  group_ids: groups.map((group) => group.id),
  member_ids: [] as string[],
});
const wholeBoard = { whole_board: true, group_ids: [], member_ids: [] };

async function seenBy(client: TestClient, meeting: MadeMeeting, documentId: string): Promise<readonly boolean[]> {
  const lists = (await client.get('/ajax/meetings')).json.data;
  const dashboard = (await client.get('/ajax/dashboard')).json.data;
  const calls = await Promise.all(
    [
      `/ajax/meetings/${meeting.id}`,
      `/ajax/documents/${documentId}`,
      `/document/${documentId}`,
      `/download/${documentId}`,
      `/meetings/addtocalendar/${meeting.id}/ical`,
    ].map(async (path) => (await client.get(path)).status === 200),
  );
  return [
    titles(lists.upcoming).includes(meeting.title),
    dashboard.next_meeting?.id === meeting.id,
    dashboard.timeline.some((item: { id: string }) => item.id === meeting.id),
    dashboard.recent_documents.some((document: { id: string }) => document.id === documentId),
    ...calls,
  ];
}

test('S1.13 a committee’s meeting shows itself to its audience and to board admins, and nowhere to anybody else', async () => {
  const { board, admin, chair, ben, dana, finance } = await committeeBoard();
  const meeting = await makeMeeting(server.context, { board, title: 'Budget talk', groups: [finance] });
  const item = await makeAgendaItem(server.context, { meeting });
  const document = await makeDocument(server.context, { item });
  for (const insider of [admin, chair, ben]) {
    expect(new Set(await seenBy(await server.signIn(insider), meeting, document.id)), insider.firstName).toEqual(
      new Set([true]),
    );
  }
  expect(new Set(await seenBy(await server.signIn(dana), meeting, document.id))).toEqual(new Set([false]));
});

test('what one has opened leaves the recent documents with the audience', async () => {
  const { board, admin, ben, finance } = await committeeBoard();
  const meeting = await makeMeeting(server.context, { board, groups: [finance] });
  const document = await makeDocument(server.context, { meeting });
  const [client, editor] = [await server.signIn(ben), await server.signIn(admin)];
  await client.get(`/ajax/documents/${document.id}`);
  const recent = async () => (await client.get('/ajax/start')).json.data.recent_documents.length;
  expect(await recent()).toBe(1);
  await editor.patch(`/ajax/groups/${finance.id}`, { members: [{ member_id: ben.id, role: 'none' }] });
  expect(await recent()).toBe(0);
});

test('S6.8 a group admin makes, sees, publishes and deletes meetings of the own groups, and of no others', async () => {
  const { board, chair, ben, dana, finance, audit } = await committeeBoard();
  const [client, member] = [await server.signIn(chair), await server.signIn(ben)];
  const make = async (audience: unknown) => client.post('/ajax/meetings', { ...fields, audience });
  const made = (await make(forGroups(finance))).json.data.meeting;
  expect(made).toMatchObject({ audience: 'Finance', can: { edit: true, publish: true, delete: true } });
  for (const wider of [
    wholeBoard,
    forGroups(audit),
    forGroups(finance, audit),
    { ...forGroups(finance), member_ids: [dana.id] },
    { whole_board: false, group_ids: [], member_ids: [ben.id] },
  ]) {
    expect((await make(wider)).json.errors).toEqual({ audience: 'Choose your own groups, and members of them.' });
  }
  expect((await member.post('/ajax/meetings', { ...fields, audience: forGroups(finance) })).status).toBe(403);
  expect(titles((await client.get('/ajax/meetings')).json.data.drafts)).toEqual(['Budget talk']);
  expect((await member.get(`/ajax/meetings/${made.id}`)).status).toBe(404);
  const widened = await client.put(`/ajax/meetings/${made.id}/audience`, { audience: wholeBoard });
  expect(widened.status).toBe(422);
  expect((await client.get(`/ajax/meetings/${made.id}`)).json.data.meeting.audience).toBe('Finance');
  const published = await client.post(`/ajax/meetings/${made.id}/publish`, {});
  expect(published.json.data.meeting.invitees.map((each: { member_id: string }) => each.member_id).toSorted()).toEqual(
    [chair.id, ben.id].toSorted(),
  );

  const others = await makeMeeting(server.context, { board, state: 'draft', groups: [finance, audit] });
  expect((await client.get(`/ajax/meetings/${others.id}`)).status).toBe(404);
  const everybodys = await makeMeeting(server.context, { board });
  expect((await client.patch(`/ajax/meetings/${everybodys.id}`, { title: 'Mine' })).status).toBe(403);
});

test('the preview of an audience refuses what saving it refuses, and names nobody of it', async () => {
  const { board, admin, chair, ben, dana, finance, audit } = await committeeBoard();
  const draft = await makeMeeting(server.context, { board, state: 'draft', groups: [finance] });
  const [asChair, asAdmin] = [await server.signIn(chair), await server.signIn(admin)];
  const named = (...members: readonly MadeMember[]) => ({ member_ids: members.map((member) => member.id) });
  const beyond = [
    wholeBoard,
    forGroups(audit),
    forGroups(finance, audit),
    { ...forGroups(finance), ...named(dana) },
    { ...forGroups(), ...named(ben) },
  ];
  for (const audience of beyond) {
    const [previewed, set] = [
      await asChair.post(`/ajax/meetings/${draft.id}/audience/preview`, { audience }),
      await asChair.put(`/ajax/meetings/${draft.id}/audience`, { audience }),
    ];
    expect([previewed.status, previewed.text]).toEqual([422, set.text]);
    expect((await asAdmin.post(`/ajax/meetings/${draft.id}/audience/preview`, { audience })).status).toBe(200);
  }
  const audience = { ...forGroups(finance), ...named(ben) };
  expect((await asChair.post(`/ajax/meetings/${draft.id}/audience/preview`, { audience })).status).toBe(200);
  const kept = (await asChair.get(`/ajax/meetings/${draft.id}/audience`)).json.data.audience;
  expect(kept).toEqual(forGroups(finance));
});

test('an answer that is being given while its giver leaves the audience is kept', async () => {
  const { board, admin, ben, finance, audit } = await committeeBoard();
  const meeting = await makeMeeting(server.context, { board, groups: [finance] });
  await makeInvitee(server.context, { meeting, member: ben });
  const client = await server.signIn(admin);
  const kept = await asSuperuser(server.context, async (db) => {
    await db.query('begin');
    await db.query(`update invitees set acceptance = 'accepted-remote' where member_id = $1`, [ben.id]);
    const leaving = client.put(`/ajax/meetings/${meeting.id}/audience`, { audience: forGroups(audit) });
    await untilLockWaiter(server.context);
    await db.query('commit');
    expect((await leaving).status).toBe(200);
    return (await db.query('select acceptance from former_invitees where member_id = $1', [ben.id])).rows;
  });
  expect(kept).toEqual([{ acceptance: 'accepted-remote' }]);
});

test('where people are hidden a group offers its admin the people of their groups, and takes no others', async () => {
  const { board, chair, ben, dana, finance } = await committeeBoard();
  await asSuperuser(server.context, (db) =>
    db.query('update boards set people_hidden = true where id = $1', [board.id]),
  );
  const client = await server.signIn(chair);
  const { people } = (await client.get(`/ajax/groups/${finance.id}`)).json.data;
  const ids = people.map((person: { member_id: string }) => person.member_id).toSorted();
  expect(ids).toEqual([chair.id, ben.id].toSorted());
  const taking = { members: [{ member_id: dana.id, role: 'member' }] };
  expect((await client.patch(`/ajax/groups/${finance.id}`, taking)).status).toBe(422);
});

test('previous and next are the neighbours that the reader sees', async () => {
  const { board, ben, dana, finance } = await committeeBoard();
  const at = (day: string) => `2026-12-${day}T12:00:00Z`;
  const one = await makeMeeting(server.context, { board, startsAt: at('01') });
  const committee = await makeMeeting(server.context, { board, startsAt: at('02'), groups: [finance] });
  const three = await makeMeeting(server.context, { board, startsAt: at('03') });
  const nextOf = async (who: MadeMember) =>
    (await (await server.signIn(who)).get(`/ajax/meetings/${one.id}`)).json.data.meeting.next_id;
  expect([await nextOf(ben), await nextOf(dana)]).toEqual([committee.id, three.id]);
});

test('whoever makes a meeting chooses from what is theirs to choose', async () => {
  const { admin, chair, ben, dana, finance, audit } = await committeeBoard();
  const choicesOf = async (who: MadeMember) => (await server.signIn(who)).get('/ajax/audience/choices');
  const all = (await choicesOf(admin)).json.data;
  expect([all.whole_board, all.groups.length, all.people.length]).toEqual([true, 2, 4]);
  const own = (await choicesOf(chair)).json.data;
  expect(own).toMatchObject({ whole_board: false, groups: [{ id: finance.id }] });
  expect(own.people.map((each: { member_id: string }) => each.member_id).toSorted()).toEqual(
    [chair.id, ben.id].toSorted(),
  );
  expect((await choicesOf(dana)).status).toBe(403);
  expect(audit.id).not.toBe(finance.id);
});

test('an audience names somebody, and nobody of another board', async () => {
  const { admin } = await committeeBoard();
  const client = await server.signIn(admin);
  const stranger = await makeMember(server.context);
  const make = async (audience: unknown) => (await client.post('/ajax/meetings', { ...fields, audience })).json.errors;
  expect(await make({ ...wholeBoard, whole_board: false })).toEqual({ audience: 'This field is required.' });
  expect(await make({ whole_board: false, group_ids: [], member_ids: [stranger.id] })).toEqual({
    audience: 'Somebody or a group in this audience is no longer on the board.',
  });
});

/** Random boards against the rules written once more in plain code. */
interface Model {
  readonly groups: readonly (readonly ('none' | 'member' | 'admin')[])[];
  readonly audience: {
    readonly whole: boolean;
    readonly groups: readonly number[];
    readonly members: readonly number[];
  };
  readonly isDraft: boolean;
}
const members = [0, 1, 2, 3] as const;
const groupRole = fc.constantFrom('none' as const, 'member' as const, 'admin' as const);
const model: fc.Arbitrary<Model> = fc.record({
  groups: fc.array(fc.array(groupRole, { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 2 }),
  audience: fc.record({
    whole: fc.boolean(),
    groups: fc.subarray([0, 1]),
    members: fc.subarray([...members]),
  }),
  isDraft: fc.boolean(),
});

function sees({ groups, audience, isDraft }: Model, who: number): { readonly see: boolean; readonly edit: boolean } {
  const administered = [0, 1].filter((group) => groups[group]?.[who] === 'admin');
  const edit =
    !audience.whole &&
    audience.groups.length > 0 &&
    audience.groups.every((group) => administered.includes(group)) &&
    audience.members.every((member) => administered.some((group) => groups[group]?.[member] !== 'none'));
  const belongs =
    audience.whole ||
    audience.members.includes(who) ||
    audience.groups.some((group) => groups[group]?.[who] !== 'none');
  return { edit, see: edit || (belongs && !isDraft) };
}

test('whoever is drawn into whatever groups and audience sees and edits just what the rules say', async () => {
  const { context } = server;
  await fc.assert(
    fc.asyncProperty(model, async (drawn) => {
      const board: MadeBoard = await makeBoard(context);
      const people = await Promise.all(members.map(() => makeMember(context, { board })));
      const of = (indexes: readonly number[]) => indexes.flatMap((index) => people[index] ?? []);
      const groups = await Promise.all(
        drawn.groups.map((standings) =>
          makeGroup(context, {
            board,
            members: of(members.filter((each) => standings[each] === 'member')),
            admins: of(members.filter((each) => standings[each] === 'admin')),
          }),
        ),
      );
      const named = drawn.audience.groups.flatMap((index) => groups[index] ?? []);
      const meeting = await makeMeeting(context, {
        board,
        state: drawn.isDraft ? 'draft' : 'published',
        ...(drawn.audience.whole ? {} : { groups: named, members: of(drawn.audience.members) }),
      });
      for (const who of members) {
        const client = await server.signIn(people[who] as MadeMember);
        const { json } = await client.get(`/ajax/meetings/${meeting.id}`);
        const lists = (await client.get('/ajax/meetings')).json.data;
        const expected = sees(drawn, who);
        expect({ see: json.status === 'success', edit: json.data?.meeting.can.edit ?? false }).toEqual(expected);
        expect(lists.upcoming.length + lists.drafts.length).toBe(expected.see ? 1 : 0);
      }
    }),
    { numRuns: 25 },
  );
}, 60_000);

test('an audience’s row names whom its tables name, whoever wrote them and however', async () => {
  const { context } = server;
  const { board, ben, dana, finance, audit } = await committeeBoard();
  const meeting = await makeMeeting(context, { board, groups: [finance, audit] });
  const named = async () => {
    const { rows } = await asSuperuser(context, (client) =>
      client.query(
        `select a.group_ids, a.member_ids,
           array(select g.group_id from audience_groups g where g.audience_id = a.id order by g.group_id) as groups,
           array(select m.member_id from audience_members m where m.audience_id = a.id order by m.member_id) as members
         from audiences a join meetings t on t.audience_id = a.id where t.id = $1`,
        [meeting.id],
      ),
    );
    const [row] = rows;
    expect([row.group_ids, row.member_ids]).toEqual([row.groups, row.members]);
    return [...row.groups, ...row.members];
  };
  const write = async (text: string, ...values: unknown[]) => {
    await inBoard(context, board.id, async (tx) => {
      const { audience_id } = await tx
        .selectFrom('meetings')
        .select('audience_id')
        .where('id', '=', meeting.id)
        .executeTakeFirstOrThrow();
      await tx.executeQuery(CompiledQuery.raw(text, [audience_id, ...values]));
    });
    return named();
  };
  expect(await named()).toEqual([finance.id, audit.id].toSorted());
  const insert =
    'insert into audience_members (board_id, audience_id, member_id) select current_board_id(), $1, unnest($2::uuid[])';
  expect(await write(insert, [ben.id, dana.id])).toEqual(
    expect.arrayContaining([finance.id, audit.id, ben.id, dana.id]),
  );
  expect(await write('delete from audience_groups where audience_id = $1 and group_id = $2', finance.id)).not.toContain(
    finance.id,
  );
  const change = 'update audience_groups set group_id = $2 where audience_id = $1';
  expect(await write(change, finance.id)).toEqual(expect.arrayContaining([finance.id, ben.id, dana.id]));
  // Not by the board's own role: the foreign key removes what names a member.
  await asSuperuser(context, async (client) => {
    await client.query('delete from invitees where member_id = $1', [dana.id]);
    await client.query('delete from members where id = $1', [dana.id]);
  });
  expect(await named()).toEqual([finance.id, ben.id]);
});
