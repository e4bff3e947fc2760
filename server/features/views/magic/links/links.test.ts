import { beforeEach, describe, expect, test } from 'vitest';
import { announcementUid, meetingUid } from '#server/features/core/secret-addresses/present.ts';
import { auditEntries } from '#tests/support/audit-entries.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeGroup, MadeMeeting, MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const {
  board,
  member: ben,
  admin,
  at,
  setBoard,
  mailTo,
} = boardStage(server, { board: { timeZone: 'Europe/Lisbon' } });
let dana: MadeMember;
let finance: MadeGroup;
let meeting: MadeMeeting;
beforeEach(async () => {
  dana = await server.make.member({ board, firstName: 'Dana', lastName: 'Reed' });
  finance = await server.make.group({ board, name: 'Finance', members: [ben, dana] });
  meeting = await server.make.meeting({ board, title: 'Winter meeting', groups: [finance] });
  for (const member of [ben, dana]) await server.make.invitee({ meeting, member });
});

const uidOf = (member: MadeMember, generation = 1) =>
  meetingUid(server.context.secrets, { memberId: member.id, meetingId: meeting.id, generation });
const letterUid = (announcementId: string, member: MadeMember, generation = 1) =>
  announcementUid(server.context.secrets, { memberId: member.id, announcementId, generation });
const opens = async (uid: string) =>
  (await server.stranger().get(`/ajax/magic/${uid.startsWith('a') ? 'announcements' : 'meetings'}/${uid}`)).status;
const path = (act: string, member = ben) => `/ajax/meetings/${meeting.id}/links/${member.id}/${act}`;
const statesIn = (answer: Awaited<ReturnType<TestClient['get']>>) =>
  answer.json.data.links.map((link: { member: { name: string }; state: string }) => [link.member.name, link.state]);
const setLinks = (magic_links: string) => setBoard({ magic_links });

async function letter(): Promise<string> {
  const made = await server.make.announcement({ board, groups: [finance], state: 'draft' });
  await admin.post(`/ajax/announcements/${made.id}/publish`, { publish_on: null });
  return made.id;
}

describe('a link to a meeting', () => {
  test('is listed for editors with its member and state, but without its address', async () => {
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
  });

  test('is invalid once it is revoked, and later messages link to the meeting page, which requires signing in', async () => {
    expect(await opens(uidOf(ben))).toBe(200);
    await admin.post(path('revoke'));
    expect([await opens(uidOf(ben)), await opens(uidOf(dana))]).toEqual([404, 200]);
    expect((await server.stranger().post(`/attendance/${uidOf(ben)}/y`)).status).toBe(404);
    await admin.post(`/ajax/meetings/${meeting.id}/cancel`);
    await server.context.runJobs();
    const [address = ''] = mailTo(ben)[0]?.text.match(/\/meetings\/\S+/) ?? [];
    const page = `/meetings/${meeting.id}`;
    expect(address).toBe(`${page}?board=${board.shortname}`);
    const loginOf = async (url: string) =>
      (await server.app.inject({ url, headers: { accept: 'text/html' } })).headers.location;
    expect(await loginOf(address)).toBe(`/login?next=${encodeURIComponent(address)}&board=${board.shortname}`);
    expect(await loginOf(page)).toBe(`/login?next=${encodeURIComponent(page)}`);
    expect(mailTo(ben)[0]?.text).not.toContain('/meeting/m-b');
    expect(mailTo(dana)[0]?.text).toContain(`/meeting/${uidOf(dana)}`);
  });

  test('is replaced when it is renewed, and the new link is mailed only to its member', async () => {
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

  test('works only at its newest address after ten concurrent renewals', async () => {
    await Promise.all(Array.from({ length: 10 }, () => admin.post(path('renew'))));
    const tried = await Promise.all(Array.from({ length: 11 }, (_, nth) => opens(uidOf(ben, nth + 1))));
    expect(tried).toEqual([...Array(10).fill(404), 200]);
  });

  test('is logged as revoked only once if it is revoked twice', async () => {
    for (const act of ['revoke', 'revoke', 'renew']) await admin.post(path(act));
    const log = await auditEntries(server, board.id, { subject: meeting.id });
    const detail = { member_id: ben.id };
    expect(log).toMatchObject(['magic-link.revoked', 'magic-link.renewed'].map((action) => ({ action, detail })));
  });

  test('cannot be renewed if the new link would be invalid', async () => {
    const pending = await server.make.member({ board, status: 'invited' });
    await server.make.invitee({ meeting, member: pending });
    const renew = async (member = ben) => (await admin.post(path('renew', member))).json.msg;
    expect(await renew(pending)).toBe('Only people who have joined the board get a link.');
    await setLinks('off');
    expect(await renew()).toBe('Links in messages are switched off on this board.');
    await setLinks('full');
    await at('2026-12-24T12:00:00Z');
    expect(await renew()).toBe('New links can no longer be sent for this item.');
    expect((await admin.get(`/ajax/meetings/${meeting.id}/links`)).json.data.can.renew).toBe(false);
  });

  test('is mailed without the description if it only allows a reply, and not at all if links are off', async () => {
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

describe('a link to an announcement', () => {
  test('can be listed, revoked and renewed by editors', async () => {
    const id = await letter();
    const change = (act: string) => admin.post(`/ajax/announcements/${id}/links/${ben.id}/${act}`);
    expect(statesIn(await admin.get(`/ajax/announcements/${id}/links`))).toEqual([
      ['Ben Moser', 'open'],
      ['Dana Reed', 'open'],
    ]);
    await change('revoke');
    expect([await opens(letterUid(id, ben)), await opens(letterUid(id, dana))]).toEqual([404, 200]);
    await change('renew');
    expect([await opens(letterUid(id, ben)), await opens(letterUid(id, ben, 2))]).toEqual([404, 200]);
    await server.context.runJobs();
    expect(mailTo(ben).map((message) => message.subject)).toContain('New link: Site visit');
  });

  test.each([
    ['group', () => [[], [finance.id]].map((group_ids) => ['groups', { group_ids }])],
    ['board', () => ['inactive', 'active'].map((status) => ['status', { status }])],
  ])('remains invalid for a member who returns to the %s, until an editor renews it', async (_, changes) => {
    const id = await letter();
    for (const [what, body] of changes())
      expect((await admin.post(`/ajax/people/${ben.id}/${what}`, body)).json.status).toBe('success');
    expect(await opens(letterUid(id, ben))).toBe(404);
    expect(statesIn(await admin.get(`/ajax/announcements/${id}/links`))[0]).toEqual(['Ben Moser', 'none']);
    await admin.post(`/ajax/announcements/${id}/links/${ben.id}/renew`);
    expect(await opens(letterUid(id, ben, 3))).toBe(200);
  });
});
