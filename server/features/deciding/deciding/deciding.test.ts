import { beforeEach, describe, expect, test } from 'vitest';
import { decidingMessages } from '#domain/messages/deciding.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeBoard, MadeGroup, MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { switchVoter } from '#tests/support/voters.ts';

const server = testApp();

let board: MadeBoard;
let admin: MadeMember;
let member: MadeMember;
let led: MadeMember;
let group: MadeGroup;
let client: TestClient;

beforeEach(async () => {
  board = await server.make.board({ title: 'Anchor Club' });
  admin = await server.make.member({ board, isBoardAdmin: true, firstName: 'Ruth', lastName: 'Okafor' });
  member = await server.make.member({ board, firstName: 'Ada', lastName: 'Byron' });
  led = await server.make.member({ board, firstName: 'Carl', lastName: 'Gauss' });
  group = await server.make.group({ board, name: 'Audit', members: [member], admins: [led] });
  client = await server.signIn(admin);
});

const read = async () => (await client.get('/ajax/deciding')).json.data.deciding;
const save = async (changes: object) =>
  client.post('/ajax/deciding', { revision: (await read()).revision, ...changes });
const wholeBody = async () => inputOf((await read()).bodies[0]);

// biome-ignore lint/suspicious/noExplicitAny: the response's JSON is untyped
const inputOf = ({ id, seats, rule, at_least, chair_id, secretary_id }: any) => {
  return { id, seats, rule, at_least, chair_id, secretary_id };
};

const log = async () => (await client.get('/ajax/audit?kind=decisions')).json.data.lines;

describe('a board’s rules for decisions', () => {
  test('initially let all members vote, and treat the whole board and each group as bodies', async () => {
    const deciding = await read();
    expect(deciding).toMatchObject({ remote_counts: true, check_in: 'self', action_reminder_days: [7, 0] });
    expect(deciding).toMatchObject({ confirmed_at: null, can: { edit: true } });
    expect(deciding).toMatchObject({ majority: '1/2', majority_of: 'cast', casting_vote: false, seconder: false });
    expect(deciding).toMatchObject({ vote_way: 'named', secret_votes: true, ballots_shown_to: 'body' });
    expect(deciding.suggestions).toBe(true);
    expect(deciding.bodies).toMatchObject([
      { id: board.id, group_id: null, name: '', seats: null, rule: { kind: 'more-than-half' }, at_least: 2, voters: 3 },
      { id: group.id, group_id: group.id, name: 'Audit', chair_id: null, secretary_id: null, voters: 2 },
    ]);
    expect(deciding.bodies[0].member_ids.toSorted()).toEqual([admin.id, member.id, led.id].toSorted());
    expect(deciding.bodies[0].non_voter_ids).toEqual([]);
  });

  test('are visible to members for their own bodies, and can be changed only by board admins', async () => {
    const stranger = await server.make.member({ board });
    for (const [reader, bodies] of [
      [member, [board.id, group.id]],
      [led, [board.id, group.id]],
      [stranger, [board.id]],
    ] as const) {
      const reading = await server.signIn(reader);
      const { deciding } = (await reading.get('/ajax/deciding')).json.data;
      expect(deciding.bodies.map(({ id }: { id: string }) => id)).toEqual(bodies);
      expect(deciding).toMatchObject({ people: null, can: { edit: false } });
      expect(deciding.bodies[0]).toMatchObject({ member_ids: null, non_voter_ids: null });
      expect((await reading.post('/ajax/deciding', { revision: 0, remote_counts: false })).status).toBe(403);
    }
  });

  test('do not reveal the chair or the secretary to members who are hidden from each other', async () => {
    await save({ bodies: [{ ...(await wholeBody()), chair_id: admin.id, secretary_id: member.id }] });
    await server.inBoard(board.id, (tx) => tx.updateTable('boards').set({ people_hidden: true }).execute());
    const { deciding } = (await (await server.signIn(member)).get('/ajax/deciding')).json.data;
    expect(deciding.bodies[0]).toMatchObject({ chair_id: null, secretary_id: null });
    expect((await read()).bodies[0]).toMatchObject({ chair_id: admin.id, secretary_id: member.id });
  });

  test('are logged with old and new values when they change', async () => {
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
    const bodyFields = ['seats: none → 9', 'quorum: more-than-half → 2/3', 'at_least: 2 → 3', 'chair', 'secretary'];
    expect(await log()).toMatchObject([
      {
        action: 'deciding.updated',
        fields: ['remote_counts: yes → no', standing, 'action_reminder_days: 7, 0 → 14, 0'],
      },
      { action: 'body.updated', fields: bodyFields },
    ]);
  });

  test('are neither updated nor logged if they are saved unchanged', async () => {
    await save({ remote_counts: true, check_in: 'self', bodies: [await wholeBody()] });
    expect((await read()).revision).toBe(0);
    expect(await log()).toEqual([]);
  });

  test('are saved by only one of two simultaneous requests, and the other one gets an error', async () => {
    const whole = await wholeBody();
    const answers = await Promise.all(
      [5, 7].map((seats) => client.post('/ajax/deciding', { revision: 0, bodies: [{ ...whole, seats }] })),
    );
    const refused = answers.filter(({ json }) => json.status === 'error').map(({ json }) => json.msg);
    expect(refused).toEqual([expect.stringContaining('Somebody else has changed the setup')]);
    const kept = answers.find(({ json }) => json.status === 'success')?.json.data.deciding.bodies[0].seats;
    expect((await read()).bodies[0].seats).toBe(kept);
    expect(await log()).toHaveLength(1);
  });

  test('are rejected if there are fewer seats than voters or if an officer is not an active member', async () => {
    const elsewhere = await server.make.member({ board: await server.make.board() });
    const gone = await server.make.member({ board, status: 'inactive' });
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
    const other = await server.make.board();
    const whole = await wholeBody();
    expect((await save({ bodies: [{ ...whole, id: other.id, seats: 9 }] })).status).toBe(404);
    await client.post(`/ajax/groups/${group.id}/delete`, { audience_goes_to: 'members' });
    expect((await save({ bodies: [{ ...whole, id: group.id, seats: 9 }] })).status).toBe(404);
    expect((await read()).bodies).toHaveLength(1);
  });
});

describe('the right to vote', () => {
  const set = ({ id }: MadeBoard | MadeGroup, votes: boolean, of = member) =>
    switchVoter(client, id, { member_id: of.id, votes });

  test('can be granted and removed for each member and body, and each change is logged', async () => {
    expect((await set(group, false)).json.data.deciding.bodies[1]).toMatchObject({
      voters: 1,
      non_voter_ids: [member.id],
    });
    expect((await read()).bodies[0].voters).toBe(3);
    await set(group, false);
    await set(board, false);
    await set(group, true);
    expect(await read()).toMatchObject({ revision: 3, bodies: [{ voters: 2 }, { voters: 2 }] });
    expect(await log()).toMatchObject([
      { action: 'body.voter-added', subject: 'Audit' },
      { action: 'body.voter-removed', subject: null },
      { action: 'body.voter-removed', subject: 'Audit' },
    ]);
  });

  test('can be changed for several members at once if there are enough seats', async () => {
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
    expect((await set(group, false, admin)).status).toBe(404);
    await set(board, false);
    await save({ bodies: [{ ...(await wholeBody()), seats: 2 }] });
    expect((await set(board, true)).json.msg).toBe(decidingMessages.votersBeyondSeats(2));
  });

  test('is never given to more members than there are seats, even if both change at the same time', async () => {
    await set(board, false);
    const bodies = [{ ...(await wholeBody()), seats: 2 }];
    const answers = await Promise.all([save({ bodies }), set(board, true)]);
    const [hasSeats, hasVote] = answers.map(({ json }) => json.status === 'success');
    expect(hasSeats).toBe(!hasVote);
    const { seats, voters } = (await read()).bodies[0];
    expect([seats, voters]).toEqual(hasSeats ? [2, 2] : [null, 3]);
  });

  test('can be confirmed for the whole board, and a second confirmation changes nothing', async () => {
    const { confirmed_at: at } = (await save({ confirmed: true })).json.data.deciding;
    expect(at).toEqual(expect.any(String));
    await save({ confirmed: true });
    expect(await read()).toMatchObject({ confirmed_at: at, revision: 1 });
    expect(await log()).toMatchObject([{ action: 'deciding.confirmed' }]);
  });

  test('is suspended while a member is inactive, but the member loses any office permanently', async () => {
    await save({ bodies: [{ ...(await wholeBody()), chair_id: member.id, secretary_id: member.id }] });
    await client.post(`/ajax/people/${member.id}/status`, { status: 'inactive' });
    expect((await read()).bodies).toMatchObject([{ chair_id: null, secretary_id: null, voters: 2 }, { voters: 1 }]);
    await client.post(`/ajax/people/${member.id}/status`, { status: 'active' });
    expect((await read()).bodies).toMatchObject([{ chair_id: null, secretary_id: null, voters: 3 }, { voters: 2 }]);
  });
});
