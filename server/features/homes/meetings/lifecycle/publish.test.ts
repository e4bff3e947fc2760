import type pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { auditEntries } from '#tests/support/audit-entries.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import { signIn } from '#tests/support/client.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { untilLockWaiter } from '#tests/support/lock-waiters.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, adminMember, member, admin, mailTo } = boardStage(server);
let pending: MadeMember;
beforeEach(async () => {
  pending = await server.make.member({ board, status: 'invited' });
  await server.make.member({ board, status: 'inactive' });
});

const queuedMails = async (meetingId: string): Promise<number> =>
  (await server.sql('select from mail_messages where subject_id = $1', [meetingId])).length;

test('ten simultaneous publish requests invite each member once and queue one message for each active member', async () => {
  const draft = await server.make.meeting({ board, state: 'draft' });
  const path = `/ajax/meetings/${draft.id}/publish`;
  const before = (await admin.get(path)).json.data;
  expect(before.recipients).toMatchObject([{ name: 'Zoë Adler' }, { name: 'Ben Moser' }]);
  expect(before.pending).toMatchObject([{ member_id: pending.id }]);
  const answers = await Promise.all(Array.from({ length: 10 }, () => admin.post(path)));
  const messages = answers.map(({ json }) => json.msg ?? json.status);
  expect(messages.toSorted()).toEqual([...Array(9).fill('This meeting has already been published.'), 'success']);
  expect(await queuedMails(draft.id)).toBe(2);
  expect(await auditEntries(server, board.id, { action: 'meeting.published' })).toHaveLength(1);
  const { meeting } = (await admin.get(`/ajax/meetings/${draft.id}`)).json.data;
  const acceptances = meeting.invitees.map((each: { member_id: string; meeting_status: { acceptance: string } }) => [
    each.member_id,
    each.meeting_status.acceptance,
  ]);
  expect(new Map(acceptances)).toEqual(new Map([adminMember, member, pending].map(({ id }) => [id, 'none'])));
  expect(meeting.state).toBe('published');
  expect(meeting.can).toMatchObject({ edit: true, publish: false, delete: false, respond: true });
});

test('a failed publication leaves the meeting a draft and sends no message', async () => {
  const draft = await server.make.meeting({ board, state: 'draft' });
  const derive: typeof server.context.secrets.derive = (purpose, value) => {
    if (purpose === 'magic') throw new Error('no key');
    return server.context.secrets.derive(purpose, value);
  };
  const failing = await createApp({ ...server.context, secrets: { ...server.context.secrets, derive } });
  const client = await signIn(failing, server.context, adminMember);
  expect((await client.post(`/ajax/meetings/${draft.id}/publish`)).status).toBe(500);
  await failing.close();
  const { meeting } = (await admin.get(`/ajax/meetings/${draft.id}`)).json.data;
  expect(meeting).toMatchObject({ state: 'draft', invitees: [] });
  expect(await queuedMails(draft.id)).toBe(0);
});

test('the invitation contains personal links for the reply and the meeting, and a calendar file', async () => {
  const draft = await server.make.meeting({
    board,
    state: 'draft',
    title: 'Winter meeting',
    type: 'hybrid',
    startsAt: '2026-12-10T13:30:00Z',
    endsAt: '2026-12-10T16:00:00Z',
    location: 'Old Customs House',
    joinUrl: 'https://meet.example.com/winter',
  });
  await server.make.agendaItem({ meeting: draft, title: 'Budget 2027', minutes: 20, presenter: 'Ben Moser' });
  await admin.post(`/ajax/meetings/${draft.id}/publish`);
  await server.context.runJobs();
  const [mail, ...more] = mailTo(member);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Winter meeting, Thursday, December 10, 2026');
  expect(mail?.from.name).toBe('Harbour Trust');
  const details = ['9:30 AM – 12:00 PM AST', 'Old Customs House', 'https://meet.example.com/winter'];
  for (const words of [...details, 'Budget 2027', 'Ben Moser', 'View Meeting']) expect(mail?.text).toContain(words);
  for (const [label, letter] of Object.entries({ 'Going in-person': 'p', 'Going remote': 'r', 'Not Going': 'n' })) {
    const address = `https://dais\\.example/attendance/m-b[a-z2-7]{52}/${letter}\\n`;
    expect(mail?.text).toMatch(new RegExp(`${label}:\\s+${address}`));
  }
  const uid = /\/meeting\/(m-b[a-z2-7]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const opened = await server.stranger().get(`/ajax/magic/meetings/${uid}`);
  expect(opened.json.data).toMatchObject({ first_name: 'Ben', meeting: { title: 'Winter meeting' } });
  const [other] = mailTo(adminMember);
  expect(other?.text).not.toContain(uid);
  expect(other?.messageId).not.toBe(mail?.messageId);
  for (const each of [mail, other]) expect(each?.thread).toBe(`<meeting-${draft.id}@dais.example>`);
  expect(mailTo(pending)).toEqual([]);

  const [file] = mail?.attachments ?? [];
  expect(file?.contentType).toBe('text/calendar; charset=utf-8; method=PUBLISH');
  expect(String(file?.content)).toContain(`UID:${draft.id}@dais.example`);
  expect(String(file?.content)).not.toContain('m-b');
});

test('a queued invitation is dropped if the meeting is cancelled', async () => {
  const draft = await server.make.meeting({ board, state: 'draft' });
  await admin.post(`/ajax/meetings/${draft.id}/publish`);
  const before = server.context.sent.length;
  await server.sql(`update meetings set state = 'cancelled' where id = $1`, [draft.id]);
  await server.context.runJobs();
  expect(server.context.sent).toHaveLength(before);
});

test('a member who joins while a meeting is being published is invited by email and has one personal link', async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = `joins-${round}-${board.shortname}@example.org`;
    await admin.post('/ajax/people', { first_name: 'Jo', last_name: 'Ines', email });
    await server.context.runJobs();
    const invitationId = /\/inv\/([\w-]+)/.exec(mailTo({ ...member, email })[0]?.text ?? '')?.[1];
    const draft = await server.make.meeting({ board, state: 'draft', title: `Meeting ${round}` });
    const [published, joined] = await Promise.all([
      admin.post(`/ajax/meetings/${draft.id}/publish`),
      server.stranger().post('/ajax/confirmAccount', {
        invitation_id: invitationId,
        email,
        mode: 'createAccount',
        password: 'correct horse battery',
        password_confirmation: 'correct horse battery',
      }),
    ]);
    expect([published.json.status, joined.json.status]).toEqual(['success', 'success']);
    const links = await server.sql(
      'select from magic_links l join members m on m.id = l.member_id where l.meeting_id = $1 and m.slug = $2',
      [draft.id, joined.json.data.slug],
    );
    expect(links).toHaveLength(1);
    await server.context.runJobs();
    const reported = mailTo({ ...member, email }).filter((mail) => mail.text.includes(`Meeting ${round}`));
    expect(reported.length).toBeGreaterThanOrEqual(1);
  }
});

test('an editor can preview the invitation, send the preview to themselves, and add a note', async () => {
  const named = { title: 'Winter meeting', startsAt: '2026-12-10T13:30:00Z' };
  const draft = await server.make.meeting({ board, state: 'draft', ...named });
  const item = await server.make.agendaItem({ meeting: draft, title: 'Budget 2027' });
  await server.make.document({ item, title: 'Budget.pdf' });
  await server.make.document({ meeting: draft, title: 'Agenda.pdf' });
  const note = 'Please read the budget first.';
  const at = `/ajax/meetings/${draft.id}/publish`;
  const preview = (await admin.post(`${at}/preview`, { note })).json.data;
  expect(preview.subject).toBe('Winter meeting, Thursday, December 10, 2026');
  expect(preview.blocks[0]).toEqual({ kind: 'paragraph', text: note });
  expect(preview.blocks[1].rows).toContainEqual({ label: 'Papers', value: '2 papers to read' });
  expect(preview.blocks.some((block: { kind: string }) => block.kind === 'buttons')).toBe(true);
  expect(await queuedMails(draft.id)).toBe(0);

  expect((await admin.post(`${at}/preview/send`, { note })).json.status).toBe('success');
  await server.context.runJobs();
  const [own] = mailTo(adminMember);
  expect(own?.subject).toBe(`Preview: ${preview.subject}`);
  expect(own?.text).toContain(note);
  expect(own?.text).toContain('Nobody has been invited yet');
  expect(own?.text).not.toContain('/attendance/');
  expect(mailTo(member)).toEqual([]);

  await admin.post(at, { note });
  await server.context.runJobs();
  const [sent] = mailTo(member);
  expect(sent?.text).toContain(note);
  expect(sent?.text).toContain('2 papers to read');
  expect((await admin.post(`${at}/preview`, { note })).json.msg).toBe('This meeting has already been published.');
});

async function draftOfGroup() {
  const group = await server.make.group({ board, admins: [member] });
  const draft = await server.make.meeting({ board, state: 'draft', groups: [group] });
  const leave = (client: pg.ClientBase) =>
    client.query('delete from group_members where group_id = $1 and member_id = $2', [group.id, member.id]);
  return { draft, leave, leader: await server.signIn(member), at: `/ajax/meetings/${draft.id}/publish` };
}

test('a queued preview is not sent to a former editor, and the number of previews is limited', async () => {
  const { leave, leader, at } = await draftOfGroup();
  expect((await leader.post(`${at}/preview/send`, { note: '' })).json.status).toBe('success');
  await server.asSuperuser(leave);
  await server.context.runJobs();
  expect(mailTo(member)).toEqual([]);

  const own = await draftOfGroup();
  const sent = [];
  for (let nth = 0; nth < 11; nth += 1)
    sent.push((await own.leader.post(`${own.at}/preview/send`, { note: '' })).status);
  expect(sent.filter((status) => status === 200).length).toBeLessThan(11);
  expect(sent.at(-1)).toBe(429);
});

test('an editor who loses their rights while the publication waits for a lock cannot publish the meeting', async () => {
  const { draft, leave, leader, at } = await draftOfGroup();
  const published = await server.asSuperuser(async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`lock:audiences:${board.id}`]);
    await leave(client);
    const waiting = leader.post(at, { note: '' });
    await untilLockWaiter(server.context);
    await client.query('commit');
    return waiting;
  });
  expect(published.status).toBe(404);
  expect((await admin.get(`/ajax/meetings/${draft.id}`)).json.data.meeting.state).toBe('draft');
});

test('an invitation to a date search contains the note, and does not mention papers if there are none', async () => {
  const { id } = await server.make.dateSearch({ board, state: 'draft' });
  const { data } = (await admin.post(`/ajax/meetings/${id}/publish/preview`, {})).json;
  expect(JSON.stringify(data.blocks)).not.toContain('to read');
  await admin.post(`/ajax/meetings/${id}/publish`, { note: 'Mornings suit the auditors best.' });
  await server.context.runJobs();
  expect(mailTo(member)[0]?.text).toContain('Mornings suit the auditors best.');
});

test('the description of an audience that consists of a group and two people includes the total number of people', async () => {
  const group = await server.make.group({ board, name: 'Finance', members: [member, adminMember] });
  const [one, two] = [await server.make.member({ board }), pending];
  const draft = await server.make.meeting({ board, state: 'draft' });
  const audience = { whole_board: false, group_ids: [group.id], member_ids: [one.id, two.id] };
  const { meeting } = (await admin.put(`/ajax/meetings/${draft.id}/audience`, { audience })).json.data;
  expect(meeting.audience).toBe('Finance and 2 people, 4 in all');
  expect((await admin.get(`/ajax/meetings/${draft.id}/publish`)).json.data.audience).toBe(meeting.audience);
});
