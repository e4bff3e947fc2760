import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import { audienceOf, committeeStage, setRole, wholeBoard } from '#tests/support/committees.ts';
import type { MadeMeeting } from '#tests/support/factories.ts';
import { signInStage, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { rows, mailsTo } = signInStage(server);
const { board, admin, chair, ben, dana, finance, audit, asAdmin, asChair } = committeeStage(server);
let meeting: MadeMeeting;

beforeEach(async () => {
  meeting = await server.make.meeting({ board, state: 'draft', groups: [finance] });
  await publish(meeting);
  await server.context.runJobs();
});

const publish = ({ id }: MadeMeeting) => asAdmin.post(`/ajax/meetings/${id}/publish`, {});
const meetingFor = async ({ id }: MadeMeeting, by = asAdmin) =>
  (await by.get(`/ajax/meetings/${id}`)).json.data.meeting;
const inviteesOf = async (of: MadeMeeting): Promise<readonly string[]> =>
  (await meetingFor(of)).invitees.map((each: { member_id: string }) => each.member_id).toSorted();
const ids = (...of: readonly { readonly id: string }[]) => of.map(({ id }) => id).toSorted();
const deleteGroup = (group: { readonly id: string }, to: object, by = asAdmin) =>
  by.post(`/ajax/groups/${group.id}/delete`, to);
const mailCount = async ({ email }: { readonly email: string }) => (await mailsTo(email)).length;
const lastLinkTo = async ({ email }: { readonly email: string }): Promise<string> =>
  /\/meeting\/(m-b[a-z2-7]+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '';
const openLink = (uid: string) => server.stranger().get(`/ajax/magic/meetings/${uid}`);

test('/ajax/start returns the reader’s groups and roles, and all groups to a board admin', async () => {
  const startOf = async (who: typeof ben) => {
    const { boards, user } = (await (await server.signIn(who)).get('/ajax/start')).json.data;
    return [boards[0].groups, user.groupMemberships];
  };
  const named = ({ id, name }: typeof audit) => ({ id, name });
  const belongs = ({ id }: typeof audit, is_group_admin: boolean) => ({ id, group_info: { is_group_admin } });
  expect(await startOf(ben)).toEqual([[named(finance)], [belongs(finance, false)]]);
  const [groups, memberships] = await startOf(chair);
  expect(groups).toEqual([named(audit), named(finance)]);
  expect(memberships).toEqual(expect.arrayContaining([belongs(audit, false), belongs(finance, true)]));
  expect(await startOf(admin)).toEqual([[named(audit), named(finance)], []]);
});

test('a group has a description and members, and its name must be unique regardless of case', async () => {
  const body = { name: ' Works ', description: 'Buildings', members: [{ member_id: dana.id, is_group_admin: true }] };
  const made = (await asAdmin.post('/ajax/groups', body)).json.data.group;
  expect(made).toMatchObject({ name: 'Works', description: 'Buildings', members: [{ name: 'Dana Okafor' }] });
  const errors = { name: 'This field cannot be a duplicate' };
  expect((await asAdmin.post('/ajax/groups', { ...body, name: 'WORKS' })).json.errors).toEqual(errors);
  expect((await asAdmin.patch(`/ajax/groups/${made.id}`, { name: 'finance' })).json.errors).toEqual(errors);
  expect((await setRole(asAdmin, made, await server.make.member(), 'member')).status).toBe(422);
});

test('a group admin can change the description and members of the group, but not its name or its group admins', async () => {
  const change = (to: object) => asChair.patch(`/ajax/groups/${finance.id}`, to);
  expect((await change({ description: 'Money' })).json.data.group).toMatchObject({
    description: 'Money',
    can: { edit: true, manage: false, delete: false },
  });
  expect((await change({ name: 'Mine' })).status).toBe(403);
  expect((await setRole(asChair, finance, dana, 'member')).json.status).toBe('success');
  for (const [who, role] of [
    [dana, 'group-admin'],
    [chair, 'none'],
    [chair, 'member'],
  ] as const) {
    const refused = await setRole(asChair, finance, who, role);
    expect(refused.json.msg).toBe('Only a board admin can add or remove group admins.');
  }
  const plain = await server.signIn(ben);
  expect((await setRole(plain, finance, dana, 'none')).status).toBe(403);
  const listOf = async (by: TestClient) => (await by.get('/ajax/groups')).json.data;
  expect(await listOf(plain)).toMatchObject({ groups: [{ id: finance.id }], can: { create: false } });
  expect((await listOf(asAdmin)).can.create).toBe(true);
});

test('joining a group invites the person to its upcoming meeting, and leaving it ends access but keeps the reply', async () => {
  const put = (role: string) => setRole(asAdmin, finance, dana, role);
  await put('member');
  await put('member');
  expect(await mailCount(dana)).toBe(1);
  const uid = await lastLinkTo(dana);
  await server.stranger().post(`/attendance/${uid}/n`, {});
  expect(await inviteesOf(meeting)).toContain(dana.id);

  await put('none');
  expect((await openLink(uid)).status).toBe(404);
  expect(await inviteesOf(meeting)).not.toContain(dana.id);
  expect((await (await server.signIn(dana)).get(`/ajax/meetings/${meeting.id}`)).status).toBe(404);

  await put('member');
  const renewed = await lastLinkTo(dana);
  expect(renewed).not.toBe(uid);
  expect((await openLink(uid)).status).toBe(404);
  expect((await openLink(renewed)).json.data.meeting.meeting_status.acceptance).toBe('declined');
});

test('a person who leaves a group is still recorded in its past meetings but can no longer read them', async () => {
  const past = await server.make.meeting({ board, startsAt: '2026-10-01T12:00:00Z', groups: [finance] });
  await server.make.invitee({ meeting: past, member: ben, acceptance: 'accepted-remote' });
  await setRole(asAdmin, finance, ben, 'none');
  expect(await inviteesOf(past)).toEqual([ben.id]);
  expect((await (await server.signIn(ben)).get(`/ajax/meetings/${past.id}`)).status).toBe(404);
});

test('changing an audience invites the added people and disables the links of the removed people', async () => {
  const uid = await lastLinkTo(ben);
  const path = `/ajax/meetings/${meeting.id}/audience`;
  const audience = audienceOf([], [chair, dana]);
  const preview = { invites: true, gaining: [{ member_id: dana.id }], losing: [{ member_id: ben.id }] };
  expect((await asAdmin.post(`${path}/preview`, { audience })).json.data).toMatchObject(preview);
  expect(await inviteesOf(meeting)).toEqual(ids(chair, ben));
  expect((await asAdmin.put(path, { audience })).json.data.meeting.audience).toBe('2 people');
  expect(await inviteesOf(meeting)).toEqual(ids(chair, dana));
  expect([await mailCount(dana), await mailCount(chair), await mailCount(ben)]).toEqual([1, 1, 1]);
  expect((await openLink(uid)).status).toBe(404);
  const saved = { ...audience, member_ids: ids(chair, dana) };
  expect((await asAdmin.get(path)).json.data.audience).toEqual(saved);
});

describe('deleting a group with meetings', () => {
  test('can transfer the meetings to its members as individuals', async () => {
    expect((await asAdmin.get(`/ajax/groups/${finance.id}/use`)).json.data).toMatchObject({ meetings: 1, members: 2 });
    await deleteGroup(finance, { audience_goes_to: 'members' });
    expect((await asAdmin.get(`/ajax/groups/${finance.id}`)).status).toBe(404);
    expect((await meetingFor(meeting)).audience).toBe('2 people');
    expect(await inviteesOf(meeting)).toEqual(ids(chair, ben));
    expect(await mailCount(ben)).toBe(1);
  });

  test('can transfer the meetings to another group or to the whole board', async () => {
    const works = await server.make.group({ board, name: 'Works', members: [dana] });
    const missing = await deleteGroup(finance, { audience_goes_to: 'group' });
    expect(missing.json.errors).toEqual({ group_id: 'This field is required.' });
    await deleteGroup(finance, { audience_goes_to: 'group', group_id: works.id });
    expect(await inviteesOf(meeting)).toEqual([dana.id]);
    await deleteGroup(works, { audience_goes_to: 'whole-board' });
    expect((await meetingFor(meeting)).audience).toBe('Whole board');
    expect(await inviteesOf(meeting)).toHaveLength(4);
    expect([await mailCount(ben), await mailCount(dana)]).toEqual([2, 1]);
  });
});

describe('concurrent requests', () => {
  test('ten simultaneous additions of a person to a group while a meeting is being published send one invitation per meeting', async () => {
    const draft = await server.make.meeting({ board, state: 'draft', groups: [finance] });
    await Promise.all([publish(draft), tenAtOnce(() => setRole(asAdmin, finance, dana, 'member'))]);
    expect(await mailCount(dana)).toBe(2);
    expect(await inviteesOf(draft)).toHaveLength(3);
  });

  test('only one of ten simultaneous deletions of a group succeeds, and the others get 404', async () => {
    const answers = await tenAtOnce(() => deleteGroup(finance, { audience_goes_to: 'members' }));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
  });

  test('only one of ten simultaneous creations of a group with the same name succeeds', async () => {
    const body = { name: 'Works', description: '', members: [] };
    const answers = await tenAtOnce(() => asAdmin.post('/ajax/groups', body));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(422)]);
  });

  test('removing a person from both groups of a meeting at the same time removes the person from the meeting', async () => {
    const works = await server.make.group({ board, name: 'Works', members: [ben] });
    const draft = await server.make.meeting({ board, state: 'draft', groups: [finance, works] });
    await publish(draft);
    await Promise.all([finance, works].map((group) => setRole(asAdmin, group, ben, 'none')));
    expect(await inviteesOf(draft)).not.toContain(ben.id);
  });

  test('simultaneous changes to a meeting’s state, times and audience all succeed', async () => {
    const path = `/ajax/meetings/${meeting.id}`;
    for (let nth = 0; nth < 5; nth += 1) {
      await asAdmin.post(`${path}/cancel`);
      const day = `2026-12-0${nth + 1}`;
      const times = { start: `${day}T12:00:00Z`, end: `${day}T13:00:00Z` };
      const answers = await Promise.all(
        [wholeBoard, audienceOf([finance])].flatMap((audience) => [
          asAdmin.put(`${path}/audience`, { audience }),
          asAdmin.post(`${path}/restore`),
          asAdmin.patch(`/ajax/groups/${finance.id}`, { description: `Round ${nth}` }),
          asAdmin.post(`${path}/reschedule`, { type: 'hybrid', ...times }),
          asAdmin.post(`${path}/restore`),
        ]),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    }
  }, 60_000);
});

test('transferring a deleted group’s upcoming meetings to the whole board invites everybody', async () => {
  const other = await server.make.board();
  const client = await server.signIn(await server.make.member({ board: other, isBoardAdmin: true }));
  const group = await server.make.group({ board: other });
  await rows(
    `with people as (
       insert into users (email, first_name, last_name, password_hash)
       select 'many-' || n || '@example.org', 'Mem', 'Ber ' || n, 'no password' from generate_series(1, 200) n returning id
     )
     insert into members (board_id, user_id, status, slug) select $1, id, 'active', 'many-' || id from people`,
    [other.id],
  );
  await rows(
    `with named as (
       insert into audiences (board_id, whole_board) select $1, false from generate_series(1, 50) returning id
     ), grouped as (
       insert into audience_groups (board_id, audience_id, group_id) select $1, id, $2 from named
     )
     insert into meetings (board_id, audience_id, title, type, state, starts_at, ends_at, published_at, asked_at)
     select $1, id, 'One of many', 'remote', 'published', '2026-12-01T12:00Z', '2026-12-01T13:00Z', $3::timestamptz, $3::timestamptz
     from named`,
    [other.id, group.id, server.context.clock.now()],
  );
  expect((await deleteGroup(group, { audience_goes_to: 'whole-board' }, client)).status).toBe(200);
  const counts = await rows(
    `select (select count(*)::int from invitees where board_id = $1) as invitees,
       (select count(*)::int from magic_links where board_id = $1) as links,
       (select count(*)::int from former_invitees where board_id = $1) as former`,
    [other.id],
  );
  expect(counts).toEqual([{ invitees: 50 * 201, links: 50 * 201, former: 0 }]);
}, 120_000);
