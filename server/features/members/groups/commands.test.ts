import { describe, expect, test } from 'vitest';
import { lockBoard } from '#server/db/board-lock.ts';
import { withBoardScope } from '#server/db/board-scope.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestClient } from '#tests/support/client.ts';
import { makeBoard, makeGroup, makeInvitee, makeMeeting, makeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { setGroupsOfMember } from './membership/commands.ts';

const server = testApp();

test('S3.4 the start names the reader’s own groups and what they are there; a board admin sees every group', async () => {
  const board = await makeBoard(server.context);
  const [admin, chair, member] = await Promise.all([
    makeMember(server.context, { board, isBoardAdmin: true }),
    makeMember(server.context, { board }),
    makeMember(server.context, { board }),
  ]);
  const audit = await makeGroup(server.context, { board, name: 'Audit', members: [member], admins: [chair] });
  const works = await makeGroup(server.context, { board, name: 'works', members: [chair] });
  const startOf = async (who: typeof member) => (await (await server.signIn(who)).get('/ajax/start')).json.data;
  const [ofMember, ofChair, ofAdmin] = [await startOf(member), await startOf(chair), await startOf(admin)];
  const named = ({ id, name }: typeof audit) => ({ id, name });
  expect(ofMember.boards[0].groups).toEqual([named(audit)]);
  expect(ofMember.user.groupMemberships).toEqual([{ id: audit.id, group_info: { is_group_admin: false } }]);
  expect(ofChair.boards[0].groups).toEqual([named(audit), named(works)]);
  expect(ofChair.user.groupMemberships).toContainEqual({ id: audit.id, group_info: { is_group_admin: true } });
  expect(ofAdmin.boards[0].groups).toEqual([named(audit), named(works)]);
  expect(ofAdmin.user.groupMemberships).toEqual([]);
});

const invitesOf = async (admin: TestClient, meetingId: string): Promise<readonly string[]> => {
  const { invitees } = (await admin.get(`/ajax/meetings/${meetingId}`)).json.data.meeting;
  return invitees.map((each: { member_id: string }) => each.member_id).toSorted();
};
const mailTo = (who: { readonly email: string }) =>
  server.context.sent.filter((message) => message.to.address === who.email);
const uidIn = (text: string | undefined): string => /\/meeting\/(m-b[a-z2-7]+)/.exec(text ?? '')?.[1] ?? '';
const isOpen = async (uid: string): Promise<boolean> =>
  (await server.stranger().get(`/ajax/magic/meetings/${uid}`)).status === 200;

test('who is put into a group that is not there is put into none', async () => {
  const board = await makeBoard(server.context);
  const [admin, ben] = [
    await makeMember(server.context, { board, isBoardAdmin: true }),
    await makeMember(server.context, { board }),
  ];
  const [own, foreign] = [await makeGroup(server.context, { board }), await makeGroup(server.context)];
  const put = (...groups: { readonly id: string }[]) =>
    withBoardScope(server.context, { boardId: board.id, userId: admin.userId ?? '' }, async (scope) =>
      setGroupsOfMember(scope, { lock: await lockBoard(scope, 'audiences'), memberId: ben.id, groups }),
    );
  await expect(put(own, foreign)).rejects.toMatchObject({ code: 'not-found' });
  await expect(put(own)).resolves.toEqual({ joined: [own.id], left: [] });
});

async function committee() {
  const { context } = server;
  const board = await makeBoard(context);
  const [adminMember, chair, ben, dana] = await Promise.all([
    makeMember(context, { board, isBoardAdmin: true }),
    makeMember(context, { board, firstName: 'Chloé' }),
    makeMember(context, { board, firstName: 'Ben' }),
    makeMember(context, { board, firstName: 'Dana' }),
  ]);
  const finance = await makeGroup(context, { board, name: 'Finance', members: [ben], admins: [chair] });
  const meeting = await makeMeeting(context, { board, state: 'draft', groups: [finance] });
  const admin = await server.signIn(adminMember);
  await admin.post(`/ajax/meetings/${meeting.id}/publish`, {});
  await context.runJobs();
  return { board, admin, adminMember, chair, ben, dana, finance, meeting };
}
const change = (client: TestClient, groupId: string, member: { readonly id: string }, role: string) =>
  client.patch(`/ajax/groups/${groupId}`, { members: [{ member_id: member.id, role }] });

test('S3.4 a group has a name, a description, members and group admins; its name is one on the board, ignoring case', async () => {
  const { board, admin, ben, dana } = await committee();
  const body = { name: ' Works ', description: 'Buildings', members: [{ member_id: dana.id, is_group_admin: true }] };
  const made = (await admin.post('/ajax/groups', body)).json.data.group;
  expect(made).toMatchObject({ name: 'Works', description: 'Buildings', members: [{ name: 'Dana Okafor' }] });
  const again = await admin.post('/ajax/groups', { ...body, name: 'WORKS' });
  expect(again.json.errors).toEqual({ name: 'This field cannot be a duplicate' });
  const renamed = await admin.patch(`/ajax/groups/${made.id}`, { name: 'finance' });
  expect(renamed.json.errors).toEqual({ name: 'This field cannot be a duplicate' });
  const member = await server.signIn(ben);
  expect((await member.post('/ajax/groups', body)).status).toBe(403);
  expect((await member.get(`/ajax/groups/${made.id}`)).status).toBe(404);
  const stranger = await makeMember(server.context);
  expect((await change(admin, made.id, stranger, 'member')).status).toBe(422);
  expect(board.id).not.toBe(stranger.boardId);
});

test('a group admin changes description and members of the own group, not its name and not its group admins', async () => {
  const { admin, chair, ben, dana, finance } = await committee();
  const client = await server.signIn(chair);
  expect((await client.patch(`/ajax/groups/${finance.id}`, { description: 'Money' })).json.data.group).toMatchObject({
    description: 'Money',
    can: { edit: true, manage: false, delete: false },
  });
  expect((await client.patch(`/ajax/groups/${finance.id}`, { name: 'Mine' })).status).toBe(403);
  expect((await change(client, finance.id, dana, 'member')).json.status).toBe('success');
  for (const [who, role] of [
    [dana, 'group-admin'],
    [chair, 'none'],
    [chair, 'member'],
  ] as const) {
    expect((await change(client, finance.id, who, role)).json.msg).toBe(
      'Only a board admin makes or removes group admins.',
    );
  }
  expect((await client.get(`/ajax/groups/${finance.id}/use`)).status).toBe(403);
  expect((await client.post(`/ajax/groups/${finance.id}/delete`, { audience_goes_to: 'members' })).status).toBe(403);
  const plain = await server.signIn(ben);
  expect((await change(plain, finance.id, dana, 'none')).status).toBe(403);
  const own = (await plain.get('/ajax/groups')).json.data;
  expect([own.groups.length, own.can.create]).toEqual([1, false]);
  expect((await admin.get('/ajax/groups')).json.data.can.create).toBe(true);
});

test('who joins a group gets the invitation to its coming meeting at once; who leaves loses link and sight, and the answer waits', async () => {
  const { admin, dana, finance, meeting } = await committee();
  await change(admin, finance.id, dana, 'member');
  await change(admin, finance.id, dana, 'member');
  await server.context.runJobs();
  expect(mailTo(dana)).toHaveLength(1);
  const uid = uidIn(mailTo(dana)[0]?.text);
  await server.stranger().post(`/attendance/${uid}/n`, {});
  expect(await invitesOf(admin, meeting.id)).toContain(dana.id);

  await change(admin, finance.id, dana, 'none');
  expect(await isOpen(uid)).toBe(false);
  expect(await invitesOf(admin, meeting.id)).not.toContain(dana.id);
  expect((await (await server.signIn(dana)).get(`/ajax/meetings/${meeting.id}`)).status).toBe(404);

  await change(admin, finance.id, dana, 'member');
  await server.context.runJobs();
  const [, back] = mailTo(dana);
  expect(uidIn(back?.text)).not.toBe(uid);
  expect(await isOpen(uid)).toBe(false);
  const reopened = await server.stranger().get(`/ajax/magic/meetings/${uidIn(back?.text)}`);
  expect(reopened.json.data.meeting.meeting_status.acceptance).toBe('declined');
});

test('who leaves a group stays on the record of its meetings that are over, and reads them no more', async () => {
  const { board, admin, ben, finance } = await committee();
  const past = await makeMeeting(server.context, { board, startsAt: '2026-10-01T12:00:00Z', groups: [finance] });
  await makeInvitee(server.context, { meeting: past, member: ben, acceptance: 'accepted-remote' });
  await change(admin, finance.id, ben, 'none');
  expect(await invitesOf(admin, past.id)).toEqual([ben.id]);
  expect((await (await server.signIn(ben)).get(`/ajax/meetings/${past.id}`)).status).toBe(404);
});

test('an audience that changes says who comes and goes, invites the ones and ends the links of the others', async () => {
  const { admin, chair, ben, dana, finance, meeting } = await committee();
  const uid = uidIn(mailTo(ben)[0]?.text);
  const audience = { whole_board: false, group_ids: [], member_ids: [chair.id, dana.id] };
  const preview = await admin.post(`/ajax/meetings/${meeting.id}/audience/preview`, { audience });
  expect(preview.json.data).toMatchObject({
    invites: true,
    gaining: [{ member_id: dana.id }],
    losing: [{ member_id: ben.id }],
  });
  expect(await invitesOf(admin, meeting.id)).toEqual([chair.id, ben.id].toSorted());
  const set = await admin.put(`/ajax/meetings/${meeting.id}/audience`, { audience });
  expect(set.json.data.meeting.audience).toBe('2 people');
  await server.context.runJobs();
  expect(await invitesOf(admin, meeting.id)).toEqual([chair.id, dana.id].toSorted());
  expect([mailTo(dana).length, mailTo(chair).length, mailTo(ben).length]).toEqual([1, 1, 1]);
  expect(await isOpen(uid)).toBe(false);
  expect((await admin.get(`/ajax/meetings/${meeting.id}/audience`)).json.data.audience).toEqual({
    ...audience,
    member_ids: [chair.id, dana.id].toSorted(),
  });
  expect(finance.name).toBe('Finance');
});

describe('a group that is deleted leaves its meetings', () => {
  test('to its members one by one', async () => {
    const { admin, chair, ben, finance, meeting } = await committee();
    expect((await admin.get(`/ajax/groups/${finance.id}/use`)).json.data).toMatchObject({ meetings: 1, members: 2 });
    await admin.post(`/ajax/groups/${finance.id}/delete`, { audience_goes_to: 'members' });
    expect((await admin.get(`/ajax/groups/${finance.id}`)).status).toBe(404);
    expect((await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.audience).toBe('2 people');
    expect(await invitesOf(admin, meeting.id)).toEqual([chair.id, ben.id].toSorted());
    await server.context.runJobs();
    expect(mailTo(ben)).toHaveLength(1);
  });

  test('to another group, whose members are invited, or to the whole board', async () => {
    const { board, admin, ben, dana, finance, meeting } = await committee();
    const works = await makeGroup(server.context, { board, name: 'Works', members: [dana] });
    const missing = await admin.post(`/ajax/groups/${finance.id}/delete`, { audience_goes_to: 'group' });
    expect(missing.json.errors).toEqual({ group_id: 'This field is required.' });
    await admin.post(`/ajax/groups/${finance.id}/delete`, { audience_goes_to: 'group', group_id: works.id });
    expect(await invitesOf(admin, meeting.id)).toEqual([dana.id]);
    await admin.post(`/ajax/groups/${works.id}/delete`, { audience_goes_to: 'whole-board' });
    expect((await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.audience).toBe('Whole board');
    expect(await invitesOf(admin, meeting.id)).toHaveLength(4);
    await server.context.runJobs();
    expect([mailTo(ben).length, mailTo(dana).length]).toEqual([2, 1]);
  });
});

describe('at once', () => {
  test('ten who put somebody into a group while its meeting is published: one invitation', async () => {
    const { board, admin, dana, finance } = await committee();
    const draft = await makeMeeting(server.context, { board, state: 'draft', groups: [finance] });
    const mails = mailTo(dana).length;
    await Promise.all([
      admin.post(`/ajax/meetings/${draft.id}/publish`, {}),
      ...Array.from({ length: 10 }, () => change(admin, finance.id, dana, 'member')),
    ]);
    await server.context.runJobs();
    // One for the meeting published before.
    expect(mailTo(dana).length - mails).toBe(2);
    expect(await invitesOf(admin, draft.id)).toHaveLength(3);
  });

  test('ten who delete a group: one does, the others find none', async () => {
    const { admin, finance } = await committee();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        admin.post(`/ajax/groups/${finance.id}/delete`, { audience_goes_to: 'members' }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
  });

  test('ten who make a group of one name: one does', async () => {
    const { admin } = await committee();
    const body = { name: 'Works', description: '', members: [] };
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.post('/ajax/groups', body)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array(9).fill(422)]);
  });

  test('two who take somebody out of one group each: the meeting of both groups lets go of them', async () => {
    const { board, admin, ben, finance } = await committee();
    const works = await makeGroup(server.context, { board, name: 'Works', members: [ben] });
    const draft = await makeMeeting(server.context, { board, state: 'draft', groups: [finance, works] });
    await admin.post(`/ajax/meetings/${draft.id}/publish`, {});
    await Promise.all([finance, works].map((group) => change(admin, group.id, ben, 'none')));
    expect(await invitesOf(admin, draft.id)).not.toContain(ben.id);
  });
});

test('ten who bring a meeting back or move it, while others change its audience, all get an answer', async () => {
  const { context } = server;
  const board = await makeBoard(context);
  const admin = await server.signIn(await makeMember(context, { board, isBoardAdmin: true }));
  const group = await makeGroup(context, { board, members: [await makeMember(context, { board })] });
  const meeting = await makeMeeting(context, { board, state: 'draft' });
  await admin.post(`/ajax/meetings/${meeting.id}/publish`);
  const at = (day: number) => ({ start: `2026-12-0${day}T12:00:00Z`, end: `2026-12-0${day}T13:00:00Z` });
  const audiences = [
    { whole_board: true, group_ids: [], member_ids: [] },
    { whole_board: false, group_ids: [group.id], member_ids: [] },
  ];
  for (let nth = 0; nth < 5; nth += 1) {
    await admin.post(`/ajax/meetings/${meeting.id}/cancel`);
    const answers = await Promise.all([
      ...audiences.flatMap((audience) => [
        admin.put(`/ajax/meetings/${meeting.id}/audience`, { audience }),
        admin.post(`/ajax/meetings/${meeting.id}/restore`),
        admin.patch(`/ajax/groups/${group.id}`, { description: `Round ${nth}` }),
        admin.post(`/ajax/meetings/${meeting.id}/reschedule`, { type: 'hybrid', ...at(nth + 1) }),
        admin.post(`/ajax/meetings/${meeting.id}/restore`),
      ]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  }
}, 60_000);

test('a group that goes to the whole board invites everybody to every coming meeting, however many they are', async () => {
  const { context } = server;
  const board = await makeBoard(context);
  const admin = await server.signIn(await makeMember(context, { board, isBoardAdmin: true }));
  const group = await makeGroup(context, { board });
  await asSuperuser(context, async (client) => {
    await client.query(
      `with people as (
         insert into users (email, first_name, last_name, password_hash)
         select 'many-' || n || '@example.org', 'Mem', 'Ber ' || n, 'no password' from generate_series(1, 200) n returning id
       )
       insert into members (board_id, user_id, status, slug) select $1, id, 'active', 'many-' || id from people`,
      [board.id],
    );
    await client.query(
      `with named as (
         insert into audiences (board_id, whole_board) select $1, false from generate_series(1, 50) returning id
       ), grouped as (
         insert into audience_groups (board_id, audience_id, group_id) select $1, id, $2 from named
       )
       insert into meetings (board_id, audience_id, title, type, state, starts_at, ends_at, published_at, asked_at)
       select $1, id, 'One of many', 'remote', 'published', '2026-12-01T12:00Z', '2026-12-01T13:00Z', $3::timestamptz, $3::timestamptz
       from named`,
      [board.id, group.id, context.clock.now()],
    );
  });
  const invitations = async () =>
    (
      await asSuperuser(context, (client) =>
        client.query(
          `select (select count(*)::int from invitees where board_id = $1) as invitees,
                  (select count(*)::int from magic_links where board_id = $1) as links,
                  (select count(*)::int from former_invitees where board_id = $1) as former`,
          [board.id],
        ),
      )
    ).rows[0];
  const answer = await admin.post(`/ajax/groups/${group.id}/delete`, { audience_goes_to: 'whole-board' });
  expect(answer.status).toBe(200);
  expect(await invitations()).toEqual({ invitees: 50 * 201, links: 50 * 201, former: 0 });
}, 120_000);
