import { beforeEach, describe, expect, test } from 'vitest';
import { announcementUid, meetingUid } from '#server/features/core/secret-addresses/present.ts';
import type { TestClient } from '#tests/support/client.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeGroup,
  type MadeMeeting,
  type MadeMember,
  makeBoard,
  makeGroup,
  makeInvitee,
  makeMeeting,
  makeMember,
} from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

let board: MadeBoard;
let admin: TestClient;
let ben: MadeMember;
let dana: MadeMember;
let finance: MadeGroup;
let meeting: MadeMeeting;
beforeEach(async () => {
  const { context } = server;
  context.clock.set('2026-11-16T12:00:00Z');
  board = await makeBoard(context, { title: 'Harbour Trust', timeZone: 'Europe/Lisbon' });
  admin = await server.signIn(await makeMember(context, { board, isBoardAdmin: true, lastName: 'Adler' }));
  ben = await makeMember(context, { board, firstName: 'Ben', lastName: 'Moser' });
  dana = await makeMember(context, { board, firstName: 'Dana', lastName: 'Reed' });
  finance = await makeGroup(context, { board, name: 'Finance', members: [ben, dana] });
  meeting = await makeMeeting(context, { board, title: 'Winter meeting', groups: [finance] });
  await makeInvitee(context, { meeting, member: ben });
  await makeInvitee(context, { meeting, member: dana });
});

const uidOf = (member: MadeMember, generation = 1) =>
  meetingUid(server.context.secrets, { memberId: member.id, meetingId: meeting.id, generation });
const letterUid = (announcementId: string, member: MadeMember, generation = 1) =>
  announcementUid(server.context.secrets, { memberId: member.id, announcementId, generation });
const opens = async (uid: string) =>
  (await server.stranger().get(`/ajax/magic/${uid.startsWith('a') ? 'announcements' : 'meetings'}/${uid}`)).status;
const path = (act: string, member = ben) => `/ajax/meetings/${meeting.id}/links/${member.id}/${act}`;
const mailTo = (member: MadeMember) => server.context.sent.filter((message) => message.to.address === member.email);
const statesIn = (answer: Awaited<ReturnType<TestClient['get']>>) =>
  answer.json.data.links.map((link: { member: { name: string }; state: string }) => [link.member.name, link.state]);
const setLinks = (magic_links: string) =>
  server.inBoard(board.id, (tx) => tx.updateTable('boards').set({ magic_links }).execute());

async function letter(): Promise<string> {
  const made = await server.make.announcement({ board, groups: [finance], state: 'draft' });
  await admin.post(`/ajax/announcements/${made.id}/publish`, { publish_on: null });
  return made.id;
}

describe('of a meeting', () => {
  test('editors see whose link opens it, and no address', async () => {
    const pending = await server.make.member({ board, status: 'invited', firstName: 'Pia', lastName: 'Vogt' });
    await server.make.invitee({ meeting, member: pending });
    await admin.post(path('revoke', dana));
    const answer = await admin.get(`/ajax/meetings/${meeting.id}/links`);
    expect(statesIn(answer)).toEqual([
      ['Ben Moser', 'open'],
      ['Dana Reed', 'revoked'],
      ['Pia Vogt', 'none'],
    ]);
    expect(answer.json.data).toMatchObject({ board_links: 'full', can: { renew: true } });
    expect(answer.text).not.toContain('m-b');
    expect((await (await server.signIn(ben)).get(`/ajax/meetings/${meeting.id}/links`)).status).toBe(403);
  });

  test('a revoked one opens nothing, also no document and no answer; later mail leads through the login', async () => {
    expect(await opens(uidOf(ben))).toBe(200);
    await admin.post(path('revoke'));
    expect(await opens(uidOf(ben))).toBe(404);
    expect(await opens(uidOf(dana))).toBe(200);
    expect((await server.stranger().post(`/attendance/${uidOf(ben)}/y`)).status).toBe(404);
    await admin.post(`/ajax/meetings/${meeting.id}/cancel`);
    await server.context.runJobs();
    const [address = ''] = mailTo(ben)[0]?.text.match(/\/meetings\/\S+/) ?? [];
    expect(address).toBe(`/meetings/${meeting.id}?board=${board.shortname}`);
    // Who is signed out comes to the login of that board, and back; a link that names none tells nobody whose it is.
    const loginOf = async (path: string) =>
      (await server.app.inject({ url: path, headers: { accept: 'text/html' } })).headers.location;
    expect(await loginOf(address)).toBe(`/login?next=${encodeURIComponent(address)}&board=${board.shortname}`);
    expect(await loginOf(`/meetings/${meeting.id}`)).toBe(
      `/login?next=${encodeURIComponent(`/meetings/${meeting.id}`)}`,
    );
    expect(mailTo(ben)[0]?.text).not.toContain('/meeting/m-b');
    expect(mailTo(dana)[0]?.text).toContain(`/meeting/${uidOf(dana)}`);
  });

  test('a renewed one is another, goes to its member alone, and the old one stays dead', async () => {
    await admin.post(path('revoke'));
    const answer = await admin.post(path('renew'));
    expect(statesIn(answer)[0]).toEqual(['Ben Moser', 'open']);
    expect([await opens(uidOf(ben)), await opens(uidOf(ben, 2))]).toEqual([404, 200]);
    await server.context.runJobs();
    expect(mailTo(ben)[0]?.subject).toBe('New link: Winter meeting');
    expect(mailTo(ben)[0]?.text).toContain(`/attendance/${uidOf(ben, 2)}/p`);
    expect(mailTo(dana)).toEqual([]);
    expect(answer.text).not.toContain(uidOf(ben, 2));
  });

  test('ten renewals at once make ten links, of which the last opens', async () => {
    await Promise.all(Array.from({ length: 10 }, () => admin.post(path('renew'))));
    const tried = await Promise.all(Array.from({ length: 11 }, (_, nth) => opens(uidOf(ben, nth + 1))));
    expect(tried).toEqual([...Array(10).fill(404), 200]);
  });

  test('who and what has changed it is written down', async () => {
    await admin.post(path('revoke'));
    await admin.post(path('revoke'));
    await admin.post(path('renew'));
    const rows = await server.inBoard(board.id, (tx) =>
      tx.selectFrom('audit_entries').select(['action', 'subject_id', 'detail']).orderBy('id').execute(),
    );
    expect(rows).toEqual([
      { action: 'magic-link.revoked', subject_id: meeting.id, detail: { member_id: ben.id } },
      { action: 'magic-link.renewed', subject_id: meeting.id, detail: { member_id: ben.id } },
    ]);
  });

  test('nothing is renewed that would open nothing', async () => {
    const pending = await server.make.member({ board, status: 'invited' });
    await server.make.invitee({ meeting, member: pending });
    expect((await admin.post(path('renew', pending))).json.msg).toBe('Only who has joined the board gets a link.');
    await setLinks('off');
    expect((await admin.post(path('renew'))).json.msg).toBe('The links of this board are switched off.');
    await setLinks('full');
    server.context.clock.set('2026-12-24T12:00:00Z');
    admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
    expect((await admin.post(path('renew'))).json.msg).toBe('A link to it would open nothing any more.');
    expect((await admin.get(`/ajax/meetings/${meeting.id}/links`)).json.data.can.renew).toBe(false);
  });

  test('a board whose links show no papers, or that has none, says no more by mail or calendar file', async () => {
    const draft = await server.make.meeting({ board, state: 'draft', description: 'Strictly confidential' });
    await setLinks('answer');
    await admin.post(`/ajax/meetings/${draft.id}/publish`);
    await server.context.runJobs();
    const [invited] = mailTo(ben);
    expect(invited?.text).toContain('/attendance/m-b');
    const uid = /m-b[a-z2-7]+/.exec(invited?.text ?? '')?.[0];
    const file = await server.stranger().get(`/addtocalendar/${uid}/ical`);
    expect(file.text).toContain('BEGIN:VEVENT');
    const attached = invited?.attachments?.map(({ content }) => String(content)).join('');
    expect(`${invited?.text}${invited?.html}${file.text}${attached}`).not.toContain('confidential');
    await setLinks('off');
    await admin.post(`/ajax/meetings/${draft.id}/cancel`);
    await server.context.runJobs();
    expect(mailTo(ben).at(-1)?.text).toContain(`/meetings/${draft.id}`);
    expect(mailTo(ben).at(-1)?.text).not.toContain('m-b');
  });
});

describe('of an announcement', () => {
  test('editors list, revoke and renew them', async () => {
    const id = await letter();
    expect(statesIn(await admin.get(`/ajax/announcements/${id}/links`))).toEqual([
      ['Ben Moser', 'open'],
      ['Dana Reed', 'open'],
    ]);
    await admin.post(`/ajax/announcements/${id}/links/${ben.id}/revoke`);
    expect([await opens(letterUid(id, ben)), await opens(letterUid(id, dana))]).toEqual([404, 200]);
    await admin.post(`/ajax/announcements/${id}/links/${ben.id}/renew`);
    expect([await opens(letterUid(id, ben)), await opens(letterUid(id, ben, 2))]).toEqual([404, 200]);
    await server.context.runJobs();
    expect(mailTo(ben).map((message) => message.subject)).toContain('New link: Site visit');
  });

  test('who has left a group and comes back finds the old link dead, and gets another from an editor', async () => {
    const id = await letter();
    const join = (wanted: readonly string[]) => admin.post(`/ajax/people/${ben.id}/groups`, { group_ids: wanted });
    expect((await join([])).json.status).toBe('success');
    expect((await join([finance.id])).json.status).toBe('success');
    expect(await opens(letterUid(id, ben))).toBe(404);
    expect(statesIn(await admin.get(`/ajax/announcements/${id}/links`))[0]).toEqual(['Ben Moser', 'none']);
    await admin.post(`/ajax/announcements/${id}/links/${ben.id}/renew`);
    expect(await opens(letterUid(id, ben, 3))).toBe(200);
  });

  test('who was made inactive and comes back finds every old address dead: meeting, announcement, feed', async () => {
    const id = await letter();
    const feed = (await (await server.signIn(ben)).get('/ajax/feeds')).json.data.feeds[0].address as string;
    const file = new URL(feed).pathname;
    const all = async () => [await opens(uidOf(ben)), await opens(letterUid(id, ben)), await statusOf(file)];
    expect(await all()).toEqual([200, 200, 200]);
    await setStatus('inactive');
    expect(await all()).toEqual([404, 404, 404]);
    await setStatus('active');
    expect(await all()).toEqual([404, 404, 404]);
  });
});

const statusOf = async (address: string) => (await server.stranger().get(address)).status;

const setStatus = async (status: 'active' | 'inactive') => {
  expect((await admin.post(`/ajax/people/${ben.id}/status`, { status })).json.status).toBe('success');
};
