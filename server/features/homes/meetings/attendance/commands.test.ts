import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import { inBoard, type MadeBoard, type MadeMeeting, type MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

let board: MadeBoard;
let member: MadeMember;
let meeting: MadeMeeting;
let uid: string;
let reader: TestClient;
let visitor: TestClient;
beforeEach(async () => {
  server.context.clock.set('2026-11-16T12:00:00Z');
  board = await server.make.board();
  member = await server.make.member({ board });
  meeting = await server.make.meeting({ board, type: 'hybrid' });
  ({ uid } = await server.make.invitee({ meeting, member }));
  reader = await server.signIn(member);
  visitor = server.stranger();
});

async function stored(of: MadeMeeting = meeting, by: MadeMember = member) {
  return server.inBoard(of.boardId, (tx) =>
    tx
      .selectFrom('invitees')
      .select(['acceptance', 'answered_at'])
      .where('meeting_id', '=', of.id)
      .where('member_id', '=', by.id)
      .executeTakeFirstOrThrow(),
  );
}

describe('POST /attendance/{meeting uid}/{letter}', () => {
  test('S7.10 S4.15 the letters of a hybrid meeting answer with the new acceptance', async () => {
    for (const [letter, acceptance] of [
      ['p', 'accepted-in-person'],
      ['r', 'accepted-remote'],
      ['n', 'declined'],
      ['m', 'none'],
    ] as const) {
      const answer = await visitor.post(`/attendance/${uid}/${letter}`);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ status: 'success', data: acceptance });
      expect((await stored()).acceptance).toBe(acceptance);
    }
  });

  test('S7.10 S4.14 the letters of other meetings', async () => {
    for (const type of ['remote', 'in-person'] as const) {
      const other = await server.make.meeting({ board, type });
      const link = await server.make.invitee({ meeting: other, member });
      expect((await visitor.post(`/attendance/${link.uid}/y`)).json).toEqual({ status: 'success', data: 'accepted' });
      expect((await visitor.post(`/attendance/${link.uid}/n`)).json).toEqual({ status: 'success', data: 'declined' });
    }
  });

  test('S7.10 a letter that does not fit the type is 422 and changes nothing', async () => {
    expect((await visitor.post(`/attendance/${uid}/y`)).status).toBe(422);
    const remote = await server.make.meeting({ board, type: 'remote' });
    const link = await server.make.invitee({ meeting: remote, member, acceptance: 'declined' });
    for (const letter of ['p', 'r']) expect((await visitor.post(`/attendance/${link.uid}/${letter}`)).status).toBe(422);
    expect((await stored(remote)).acceptance).toBe('declined');
    expect((await visitor.post(`/attendance/${link.uid}/x`)).status).toBe(404);
  });

  test("S7.10 a signed-in member's uid is the meeting's id, whatever board the page is for", async () => {
    const elsewhere = await server.make.member({ user: { ...member, id: member.userId ?? '' } });
    const client = await server.signIn(elsewhere);
    expect((await client.post(`/attendance/${meeting.id}/r`)).json.data).toBe('accepted-remote');
    expect(await stored()).toEqual({ acceptance: 'accepted-remote', answered_at: server.context.clock.now() });
  });

  test('S4.16 Change takes the answer and its time back', async () => {
    await reader.post(`/attendance/${meeting.id}/p`);
    await reader.post(`/attendance/${meeting.id}/m`);
    expect(await stored()).toEqual({ acceptance: 'none', answered_at: null });
  });

  test('an answer needs the forgery token, also from a magic link', async () => {
    const bare = { 'x-xsrf-token': '' };
    expect((await visitor.post(`/attendance/${uid}/p`, {}, bare)).status).toBe(419);
    expect((await visitor.post(`/attendance/${uid}/p`, {}, { origin: 'https://elsewhere.example' })).status).toBe(419);
    expect((await stored()).acceptance).toBe('none');
  });

  test('nothing but a valid link or one’s own meeting answers', async () => {
    const stray = `m-b${'a'.repeat(52)}`;
    expect((await visitor.post(`/attendance/${stray}/p`)).status).toBe(404);
    expect((await visitor.post(`/attendance/${meeting.id}/p`)).status).toBe(419);
    expect((await visitor.post('/attendance/not-a-meeting/p')).status).toBe(404);
    const foreign = await server.make.meeting();
    expect((await reader.post(`/attendance/${foreign.id}/p`)).status).toBe(404);
  });

  test('no answer is taken to a cancelled meeting, by who is not invited, and a draft is not there', async () => {
    const cancelled = await server.make.meeting({ board, state: 'cancelled' });
    const link = await server.make.invitee({ meeting: cancelled, member });
    expect((await visitor.post(`/attendance/${link.uid}/p`)).json).toEqual({
      status: 'error',
      msg: 'This meeting is cancelled.',
    });
    const draft = await server.make.meeting({ board, state: 'draft' });
    expect((await reader.post(`/attendance/${draft.id}/p`)).status).toBe(404);
    const others = await server.make.meeting({ board });
    expect((await reader.post(`/attendance/${others.id}/p`)).json.status).toBe('error');
  });

  test('answers close the set minutes after the end', async () => {
    server.context.clock.set('2026-11-30T13:59:00Z');
    expect((await visitor.post(`/attendance/${uid}/p`)).json.status).toBe('success');
    server.context.clock.set('2026-11-30T14:00:00Z');
    expect((await visitor.post(`/attendance/${uid}/n`)).json).toEqual({
      status: 'error',
      msg: 'This meeting is over and has become read-only.',
    });
    expect((await visitor.get(`/ajax/magic/meetings/${uid}`)).json.data.meeting.can).toMatchObject({ respond: false });
    expect((await stored()).acceptance).toBe('accepted-in-person');
  });

  test('a link of a member made inactive, or of a suspended board, opens nothing', async () => {
    await server.inBoard(board.id, (tx) =>
      tx.updateTable('members').set({ status: 'inactive' }).where('id', '=', member.id).execute(),
    );
    expect((await visitor.post(`/attendance/${uid}/p`)).status).toBe(404);
    await server.inBoard(board.id, async (tx) => {
      await tx.updateTable('members').set({ status: 'active' }).where('id', '=', member.id).execute();
      await tx.updateTable('boards').set({ suspended_at: server.context.clock.now() }).execute();
    });
    expect((await visitor.post(`/attendance/${uid}/p`)).status).toBe(404);
    expect((await reader.post(`/attendance/${meeting.id}/p`)).status).toBe(404);
  });

  test('ten answers at once all succeed, and the last one stands', async () => {
    const letters = ['p', 'r', 'n', 'm', 'p', 'r', 'n', 'm', 'p', 'r'];
    const answers = await Promise.all(letters.map((letter) => visitor.post(`/attendance/${uid}/${letter}`)));
    expect(answers.map(({ json }) => json.status)).toEqual(Array(10).fill('success'));
    const log = await server.inBoard(board.id, (tx) =>
      tx.selectFrom('audit_entries').select('detail').where('subject_id', '=', meeting.id).orderBy('id').execute(),
    );
    expect(log.map(({ detail }) => detail)).toContainEqual({ acceptance: (await stored()).acceptance, via: 'magic' });
  });

  test('opening a link answers nothing, however often', async () => {
    for (const letter of ['p', 'n']) {
      for (let nth = 0; nth < 25; nth += 1) await visitor.get(`/attendance/${uid}/${letter}`);
    }
    expect(await stored()).toEqual({ acceptance: 'none', answered_at: null });
  });
});

describe('answering for others', () => {
  const answerFor = (client: TestClient, memberId: string, letter: string) =>
    client.post(`/ajax/meetings/${meeting.id}/invitees/${memberId}/acceptance`, { letter });

  test('S6.4 S4.18 a board admin answers for a pending invitee', async () => {
    const admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
    const pending = await server.make.member({ board, status: 'invited' });
    await server.make.invitee({ meeting, member: pending });
    expect((await answerFor(admin, pending.id, 'r')).json.data).toEqual({ acceptance: 'accepted-remote' });
    expect((await stored(meeting, pending)).acceptance).toBe('accepted-remote');
    expect((await answerFor(admin, pending.id, 'y')).status).toBe(422);
  });

  test("S4.19 a board admin resets anybody's answer to none, and gives no other in their name", async () => {
    const admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
    await reader.post(`/attendance/${meeting.id}/p`);
    expect((await answerFor(admin, member.id, 'n')).status).toBe(403);
    expect((await stored()).acceptance).toBe('accepted-in-person');
    expect((await answerFor(admin, member.id, 'm')).json.data).toEqual({ acceptance: 'none' });
    expect((await stored()).acceptance).toBe('none');
  });

  test('plain members answer for nobody, admins of another board find nobody', async () => {
    const pending = await server.make.member({ board, status: 'invited' });
    await server.make.invitee({ meeting, member: pending });
    expect((await answerFor(reader, pending.id, 'p')).status).toBe(403);
    const foreign = await server.signIn(await server.make.member({ isBoardAdmin: true }));
    expect((await answerFor(foreign, pending.id, 'p')).status).toBe(404);
    const admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
    const uninvited = await server.make.member({ board, status: 'invited' });
    expect((await answerFor(admin, uninvited.id, 'p')).status).toBe(404);
  });
});
