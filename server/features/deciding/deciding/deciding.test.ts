import { describe, expect, test } from 'vitest';
import { decidingMessages } from '#domain/messages/deciding.ts';
import { inBoard, type MadeMember, makeBoard, makeGroup, makeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { switchVoter } from '#tests/support/voters.ts';

const server = testApp();

async function world() {
  const board = await makeBoard(server.context, { title: 'Anchor Club' });
  const admin = await makeMember(server.context, { board, isBoardAdmin: true, firstName: 'Ruth', lastName: 'Okafor' });
  const member = await makeMember(server.context, { board, firstName: 'Ada', lastName: 'Byron' });
  const led = await makeMember(server.context, { board, firstName: 'Carl', lastName: 'Gauss' });
  const group = await makeGroup(server.context, { board, name: 'Audit', members: [member], admins: [led] });
  const client = await server.signIn(admin);
  const read = async () => (await client.get('/ajax/deciding')).json.data.deciding;
  const save = async (changes: object) =>
    client.post('/ajax/deciding', { revision: (await read()).revision, ...changes });
  const wholeBody = async () => inputOf((await read()).bodies[0]);
  return { board, admin, member, led, group, client, read, save, wholeBody };
}

// biome-ignore lint/suspicious/noExplicitAny: the response's JSON is untyped
const inputOf = ({ id, seats, rule, at_least, chair_id, secretary_id }: any) => {
  return { id, seats, rule, at_least, chair_id, secretary_id };
};

const log = async (who: MadeMember) =>
  (await (await server.signIn(who)).get('/ajax/audit?kind=decisions')).json.data.lines;

describe('a board’s rules for decisions', () => {
  test('initially let all members vote, and treat the whole board and each group as bodies', async () => {
    const { board, group, admin, member, led, read } = await world();
    const deciding = await read();
    expect(deciding).toMatchObject({ remote_counts: true, check_in: 'self', action_reminder_days: [7, 0] });
    expect(deciding).toMatchObject({ confirmed_at: null, can: { edit: true } });
    expect(deciding).toMatchObject({
      ...{ majority: '1/2', majority_of: 'cast', vote_way: 'named', secret_votes: true, casting_vote: false },
      ...{ seconder: false, suggestions: true, ballots_shown_to: 'body' },
    });
    expect(deciding.bodies).toMatchObject([
      { id: board.id, group_id: null, name: '', seats: null, rule: { kind: 'more-than-half' }, at_least: 2, voters: 3 },
      { id: group.id, group_id: group.id, name: 'Audit', chair_id: null, secretary_id: null, voters: 2 },
    ]);
    expect(deciding.bodies[0].member_ids.toSorted()).toEqual([admin.id, member.id, led.id].toSorted());
    expect(deciding.bodies[0].non_voter_ids).toEqual([]);
  });

  test('are visible to members for their own bodies, and can be changed only by board admins', async () => {
    const { board, group, member, led } = await world();
    const stranger = await makeMember(server.context, { board });
    for (const [reader, bodies] of [
      [member, [board.id, group.id]],
      [led, [board.id, group.id]],
      [stranger, [board.id]],
    ] as const) {
      const client = await server.signIn(reader);
      const { deciding } = (await client.get('/ajax/deciding')).json.data;
      expect(deciding.bodies.map(({ id }: { id: string }) => id)).toEqual(bodies);
      expect(deciding).toMatchObject({ people: null, can: { edit: false } });
      expect(deciding.bodies[0]).toMatchObject({ member_ids: null, non_voter_ids: null });
      expect((await client.post('/ajax/deciding', { revision: 0, remote_counts: false })).status).toBe(403);
    }
  });

  test('do not reveal the chair or the secretary to members who are hidden from each other', async () => {
    const { board, admin, member, save, read, wholeBody } = await world();
    await save({ bodies: [{ ...(await wholeBody()), chair_id: admin.id, secretary_id: member.id }] });
    await inBoard(server.context, board.id, (tx) => tx.updateTable('boards').set({ people_hidden: true }).execute());
    const { deciding } = (await (await server.signIn(member)).get('/ajax/deciding')).json.data;
    expect(deciding.bodies[0]).toMatchObject({ chair_id: null, secretary_id: null });
    expect((await read()).bodies[0]).toMatchObject({ chair_id: admin.id, secretary_id: member.id });
  });

  test('are logged with old and new values when they change', async () => {
    const { admin, member, save, wholeBody } = await world();
    const rule = { kind: 'fraction', numerator: 2, denominator: 3 };
    const answer = await save({
      remote_counts: false,
      action_reminder_days: [0, 14],
      standing_items: ['declarations'],
      bodies: [{ ...(await wholeBody()), seats: 9, rule, at_least: 3, chair_id: admin.id, secretary_id: member.id }],
    });
    const { deciding } = answer.json.data;
    expect(deciding).toMatchObject({
      remote_counts: false,
      check_in: 'self',
      action_reminder_days: [14, 0],
      revision: 1,
    });
    expect(deciding.bodies[0]).toMatchObject({ seats: 9, rule, chair_id: admin.id, secretary_id: member.id });
    const standing = 'standing_items: declarations, action-items, written-resolutions → declarations';
    const lines = await log(admin);
    expect(lines.map(({ action, fields }: { action: string; fields: string[] }) => [action, fields])).toEqual([
      ['deciding.updated', ['remote_counts: yes → no', standing, 'action_reminder_days: 7, 0 → 14, 0']],
      ['body.updated', ['seats: none → 9', 'quorum: more-than-half → 2/3', 'at_least: 2 → 3', 'chair', 'secretary']],
    ]);
  });

  test('are neither updated nor logged if they are saved unchanged', async () => {
    const { admin, save, read, wholeBody } = await world();
    await save({ remote_counts: true, check_in: 'self', bodies: [await wholeBody()] });
    expect((await read()).revision).toBe(0);
    expect(await log(admin)).toEqual([]);
  });

  test('are saved by only one of two simultaneous requests, and the other one gets an error', async () => {
    const { client, read, wholeBody, admin } = await world();
    const whole = await wholeBody();
    const answers = await Promise.all(
      [5, 7].map((seats) => client.post('/ajax/deciding', { revision: 0, bodies: [{ ...whole, seats }] })),
    );
    const refused = answers.filter(({ json }) => json.status === 'error').map(({ json }) => json.msg);
    expect(refused).toEqual([expect.stringContaining('Somebody else has changed the setup')]);
    const kept = answers.find(({ json }) => json.status === 'success')?.json.data.deciding.bodies[0].seats;
    expect((await read()).bodies[0].seats).toBe(kept);
    expect(await log(admin)).toHaveLength(1);
  });

  test('are rejected if there are fewer seats than voters or if an officer is not an active member', async () => {
    const { save, wholeBody, read, board } = await world();
    const elsewhere = await makeMember(server.context, { board: await makeBoard(server.context) });
    const gone = await makeMember(server.context, { board, status: 'inactive' });
    const whole = await wholeBody();
    const seats = await save({ bodies: [{ ...whole, seats: 2 }] });
    expect([seats.status, Object.keys(seats.json.errors)]).toEqual([422, ['bodies.0.seats']]);
    for (const { id } of [elsewhere, gone]) {
      const chair = await save({ bodies: [{ ...whole, chair_id: id }] });
      expect([chair.status, Object.keys(chair.json.errors)]).toEqual([422, ['bodies.0.chair_id']]);
    }
    const parts = { kind: 'fraction', numerator: 4, denominator: 3 };
    expect((await save({ bodies: [{ ...whole, rule: parts }] })).status).toBe(422);
    expect((await save({ action_reminder_days: [3, 3] })).status).toBe(422);
    expect((await read()).revision).toBe(0);
  });

  test('cannot be saved for another board or a deleted group', async () => {
    const { client, group, save, wholeBody, read } = await world();
    const other = await world();
    const whole = await wholeBody();
    expect((await save({ bodies: [{ ...whole, id: other.board.id, seats: 9 }] })).status).toBe(404);
    await client.post(`/ajax/groups/${group.id}/delete`, { audience_goes_to: 'members' });
    expect((await save({ bodies: [{ ...whole, id: group.id, seats: 9 }] })).status).toBe(404);
    expect((await read()).bodies).toHaveLength(1);
  });
});

describe('the right to vote', () => {
  test('can be granted and removed for each member and body, and each change is logged', async () => {
    const { admin, member, client, board, group, read } = await world();
    const set = (id: string, votes: boolean) => switchVoter(client, id, { member_id: member.id, votes });
    expect((await set(group.id, false)).json.data.deciding.bodies[1]).toMatchObject({
      ...{ voters: 1, non_voter_ids: [member.id] },
    });
    expect((await read()).bodies[0].voters).toBe(3);
    await set(group.id, false);
    await set(board.id, false);
    await set(group.id, true);
    expect(await read()).toMatchObject({ revision: 3, bodies: [{ voters: 2 }, { voters: 2 }] });
    const lines = await log(admin);
    expect(lines.map(({ action, subject }: { action: string; subject: string | null }) => [action, subject])).toEqual([
      ['body.voter-added', 'Audit'],
      ['body.voter-removed', null],
      ['body.voter-removed', 'Audit'],
    ]);
  });

  test('can be changed for several members at once if there are enough seats', async () => {
    const { admin, member, board, save, wholeBody, read } = await world();
    const whole = await wholeBody();
    const off = [admin.id, member.id].map((member_id) => ({ member_id, votes: false }));
    expect((await save({ bodies: [{ ...whole, seats: 1, switched: off }] })).json.data.deciding).toMatchObject({
      revision: 1,
      bodies: [{ seats: 1, voters: 1 }, {}],
    });
    const on = off.map((each) => ({ ...each, votes: true }));
    const tooFew = await save({ bodies: [{ ...whole, seats: 2, switched: on }] });
    expect([tooFew.status, tooFew.json.errors]).toEqual([
      422,
      { 'bodies.0.seats': expect.stringMatching(/^3 members vote in this body/) },
    ]);
    expect((await read()).bodies[0]).toMatchObject({ id: board.id, voters: 1 });
    await save({ bodies: [{ ...whole, seats: 3, switched: on }] });
    expect((await read()).bodies[0]).toMatchObject({ seats: 3, voters: 3 });
  });

  test('cannot be given to members outside the body, or to more members than there are seats', async () => {
    const { admin, client, board, group, save, wholeBody, member } = await world();
    const set = (id: string, memberId: string, votes: boolean) =>
      switchVoter(client, id, { member_id: memberId, votes });
    expect((await set(group.id, admin.id, false)).status).toBe(404);
    await set(board.id, member.id, false);
    await save({ bodies: [{ ...(await wholeBody()), seats: 2 }] });
    expect((await set(board.id, member.id, true)).json.msg).toBe(decidingMessages.votersBeyondSeats(2));
  });

  test('is never given to more members than there are seats, even if both change at the same time', async () => {
    const { client, board, save, wholeBody, member, read } = await world();
    const set = (votes: boolean) => switchVoter(client, board.id, { member_id: member.id, votes });
    await set(false);
    const bodies = [{ ...(await wholeBody()), seats: 2 }];
    const answers = await Promise.all([save({ bodies }), set(true)]);
    const [hasSeats, hasVote] = answers.map(({ json }) => json.status === 'success');
    expect(hasSeats).toBe(!hasVote);
    const { seats, voters } = (await read()).bodies[0];
    expect([seats, voters]).toEqual(hasSeats ? [2, 2] : [null, 3]);
  });

  test('can be confirmed for the whole board, and a second confirmation changes nothing', async () => {
    const { admin, save, read } = await world();
    const { confirmed_at: at } = (await save({ confirmed: true })).json.data.deciding;
    expect(at).toEqual(expect.any(String));
    await save({ confirmed: true });
    expect(await read()).toMatchObject({ confirmed_at: at, revision: 1 });
    expect((await log(admin)).map(({ action }: { action: string }) => action)).toEqual(['deciding.confirmed']);
  });

  test('is suspended while a member is inactive, but the member loses any office permanently', async () => {
    const { client, member, save, wholeBody, read } = await world();
    await save({ bodies: [{ ...(await wholeBody()), chair_id: member.id, secretary_id: member.id }] });
    await client.post(`/ajax/people/${member.id}/status`, { status: 'inactive' });
    expect((await read()).bodies).toMatchObject([{ chair_id: null, secretary_id: null, voters: 2 }, { voters: 1 }]);
    await client.post(`/ajax/people/${member.id}/status`, { status: 'active' });
    expect((await read()).bodies).toMatchObject([{ chair_id: null, secretary_id: null, voters: 3 }, { voters: 2 }]);
  });
});
