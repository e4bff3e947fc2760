import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#tests/support/audit-entries.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeMeeting, MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, member, admin, reader } = boardStage(server);
let meeting: MadeMeeting;
let uid: string;
let visitor: TestClient;
beforeEach(async () => {
  meeting = await server.make.meeting({ board, type: 'hybrid' });
  ({ uid } = await server.make.invitee({ meeting, member }));
  visitor = server.stranger();
});

async function stored(of: MadeMeeting = meeting, by: MadeMember = member) {
  const select = 'select acceptance, answered_at from invitees where meeting_id = $1 and member_id = $2';
  return (await server.sql(select, [of.id, by.id]))[0] ?? {};
}

describe('replying with a one-letter code', () => {
  test.each([
    ['hybrid', { p: 'accepted-in-person', r: 'accepted-remote', n: 'declined', m: 'none' }],
    ['remote', { y: 'accepted', n: 'declined' }],
    ['in-person', { y: 'accepted', n: 'declined' }],
  ] as const)('each code for a %s meeting stores and returns its reply', async (type, letters) => {
    const of = await server.make.meeting({ board, type });
    const link = await server.make.invitee({ meeting: of, member });
    for (const [letter, acceptance] of Object.entries(letters)) {
      const answer = await visitor.post(`/attendance/${link.uid}/${letter}`);
      expect([answer.status, answer.json]).toEqual([200, { status: 'success', data: acceptance }]);
      expect((await stored(of)).acceptance).toBe(acceptance);
    }
  });

  test('a signed-in member can reply at a URL with the meeting’s id, even while another board is open', async () => {
    const elsewhere = await server.make.member({ user: { ...member, id: member.userId ?? '' } });
    const client = await server.signIn(elsewhere);
    expect((await client.post(`/attendance/${meeting.id}/r`)).json.data).toBe('accepted-remote');
    expect(await stored()).toEqual({ acceptance: 'accepted-remote', answered_at: server.context.clock.now() });
  });

  test('the code “m” resets the reply and its time', async () => {
    for (const letter of ['p', 'm']) await reader.post(`/attendance/${meeting.id}/${letter}`);
    expect(await stored()).toEqual({ acceptance: 'none', answered_at: null });
  });

  test('only invitees can reply, and only while the meeting is published and not read-only', async () => {
    const uninvited = await server.signIn(await server.make.member({ board }));
    expect((await uninvited.post(`/attendance/${meeting.id}/p`)).json.status).toBe('error');
    const draft = await server.make.meeting({ board, state: 'draft' });
    const link = await server.make.invitee({ meeting: draft, member });
    for (const sent of [visitor.post(`/attendance/${link.uid}/y`), reader.post(`/attendance/${draft.id}/y`)]) {
      expect((await sent).status).toBe(404);
    }
    expect((await stored(draft)).acceptance).toBe('none');
    expect((await reader.post('/attendance/not-an-address/y')).status).not.toBe(500);
    server.context.clock.set('2026-12-23T12:00:00Z');
    expect((await visitor.post(`/attendance/${uid}/p`)).json.status).toBe('error');
    await server.inBoard(board.id, (tx) =>
      tx.updateTable('meetings').set({ reopened_at: new Date() }).where('id', '=', meeting.id).execute(),
    );
    expect((await visitor.post(`/attendance/${uid}/p`)).json.status).toBe('success');
    const invitees = await server.inBoard(board.id, (tx) =>
      tx.selectFrom('invitees').select('acceptance').where('meeting_id', '=', meeting.id).execute(),
    );
    expect(invitees).toEqual([{ acceptance: 'accepted-in-person' }]);
  });

  test('ten simultaneous replies by one invitee all succeed, and one of them is stored', async () => {
    const letters = ['p', 'r', 'n', 'm', 'p', 'r', 'n', 'm', 'p', 'r'];
    const answers = await Promise.all(letters.map((letter) => visitor.post(`/attendance/${uid}/${letter}`)));
    expect(answers.map(({ json }) => json.status)).toEqual(Array(10).fill('success'));
    const log = await auditEntries(server, board.id, { subject: meeting.id });
    expect(log.map(({ detail }) => detail)).toContainEqual({ acceptance: (await stored()).acceptance, via: 'magic' });
  });
});

test('a board admin can reply for pending invitees, but can only reset the replies of active members', async () => {
  const [pending, uninvited] = [
    await server.make.member({ board, status: 'invited' }),
    await server.make.member({ board, status: 'invited' }),
  ];
  await server.make.invitee({ meeting, member: pending });
  const answerFor = ({ id }: MadeMember, letter: string) =>
    admin.post(`/ajax/meetings/${meeting.id}/invitees/${id}/acceptance`, { letter });
  expect((await answerFor(pending, 'r')).json.data).toEqual({ acceptance: 'accepted-remote' });
  expect((await stored(meeting, pending)).acceptance).toBe('accepted-remote');
  expect((await answerFor(pending, 'y')).status).toBe(422);
  expect((await answerFor(uninvited, 'p')).status).toBe(404);

  await reader.post(`/attendance/${meeting.id}/p`);
  expect((await answerFor(member, 'n')).status).toBe(403);
  expect((await stored()).acceptance).toBe('accepted-in-person');
  expect((await answerFor(member, 'm')).json.data).toEqual({ acceptance: 'none' });
  expect((await stored()).acceptance).toBe('none');
});
