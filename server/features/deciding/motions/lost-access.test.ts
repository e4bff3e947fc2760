import { beforeEach, describe, expect, test } from 'vitest';
import { roomMessages } from '#domain/messages/room.ts';
import { type Actor, boardroom, idsOf, message } from '#tests/support/boardroom.ts';
import { signInSiteAdmin } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const stage = boardroom(server, { inSession: true });
const { ada, bea, cleo, dora, eve, vote, putToVote, cast, close } = stage;

test('a voter who is removed from the meeting’s group still counts as a voter in a vote that is already open', async () => {
  const group = await server.make.group({ board: stage.board, members: [bea, cleo, dora, eve] });
  await stage.query(
    `with audience as (
       update audiences set whole_board = false
       where id = (select audience_id from meetings where id = $1) returning board_id, id
     )
     insert into audience_groups (board_id, audience_id, group_id) select board_id, id, $2 from audience`,
    [stage.meeting.id, group.id],
  );
  const dismiss = (actor: Actor) =>
    ada.patch(`/ajax/groups/${group.id}`, { members: [{ member_id: actor.id, role: 'none' }] });
  await putToVote();
  for (const actor of [ada, bea, cleo]) await cast(actor, 'for');
  expect((await dismiss(dora)).status).toBe(200);
  expect((await cast(dora, 'against')).status).toBe(404);
  expect(await vote()).toMatchObject({ received: 3, eligible: 5 });
  expect(idsOf((await vote()).inactive)).toEqual([dora.id]);
  await close();
  expect(idsOf((await vote(bea)).inactive)).toEqual([dora.id]);
  expect((await dismiss(eve)).status).toBe(200);
  const { presences } = await stage.room();
  const there = presences?.filter(({ left_at: left }) => left === null).map(({ member_id: id }) => id);
  expect(there?.toSorted()).toEqual([ada.id, bea.id, cleo.id].toSorted());
});

const disable = async (actor: Actor) => {
  const { client: site } = await signInSiteAdmin(server);
  return site.post(`/ajax/site/users/${actor.userId}/disabled`, { is_disabled: true });
};

test('a member whose account is disabled is recorded as having left, at the latest when a vote is opened', async () => {
  expect((await disable(dora)).status).toBe(200);
  expect(await stage.presenceOf(dora)).toMatchObject({ left_at: expect.any(String) });
  await stage.query('update users set disabled_at = now() where id = $1', [eve.userId]);
  await putToVote();
  expect(await vote()).toMatchObject({ eligible: 3, inactive: [] });
  expect(await stage.presenceOf(eve)).toMatchObject({ left_at: expect.any(String) });
});

test('a voter who loses access during an open vote still counts as eligible, and the time of leaving is recorded', async () => {
  await putToVote();
  for (const actor of [ada, bea, cleo]) await cast(actor, 'for');
  const losing = [
    ['14:21:00', cleo, () => ada.post(`/ajax/people/${cleo.id}/status`, { status: 'inactive' })],
    ['14:22:00', dora, () => ada.delete(`/ajax/people/${dora.id}`)],
    ['14:23:00', eve, () => disable(eve)],
  ] as const;
  for (const [time, actor, act] of losing) {
    stage.at(time);
    expect((await act()).status).toBe(200);
    expect((await cast(actor, 'against')).status).toBeGreaterThanOrEqual(400);
    expect((await stage.enter(actor, 'for')).json.status).toBe('error');
    expect(message(await ada.post(stage.path('presences'), { member_id: actor.id, mode: 'remote' }))).toBe(
      roomMessages.noLongerActive,
    );
  }
  const gone = [cleo, dora, eve].map(({ id }) => id);
  expect(await vote()).toMatchObject({ received: 3, eligible: 5 });
  expect((await stage.room()).line).toMatchObject({ vote: { eligible: 5 }, quorum: { present: 2, met: false } });
  expect(idsOf((await vote()).missing)).toEqual([dora.id, eve.id]);
  expect(idsOf((await vote()).inactive)).toEqual(gone);
  expect((await vote(bea)).inactive).toEqual([]);
  stage.at('14:30:00');
  expect((await close()).json.status).toBe('success');
  expect(await vote(bea)).toMatchObject({ state: 'carried', eligible: 5, quorum: { present: 3 }, lost_quorum: false });
  expect(idsOf((await vote(bea)).inactive)).toEqual(gone);
  expect(idsOf((await vote(bea)).silent)).toEqual([dora.id, eve.id]);
  expect((await vote(bea)).absent).toEqual([]);
  for (const [time, actor] of losing)
    expect(await stage.presenceOf(actor)).toMatchObject({ left_at: `2026-11-19T${time.replace('00', '00.000Z')}` });
  const { minutes } = (await stage.desk.get(stage.path('minutes'))).json.data;
  expect(JSON.stringify(minutes)).toContain('"inactive":["Cleo Byron","Dora Byron","Eve Byron"]');
});

describe('a tie after the chair has lost access', () => {
  const act = async (by: Actor) => by.post(`/ajax/votes/${(await vote()).id}/casting`, { choice: 'for' });
  beforeEach(async () => {
    await stage.settings({ casting_vote: true });
    await ada.post(stage.path('room/desk'), { chair_id: bea.id });
    await putToVote();
    await cast(bea, 'for');
    await cast(cleo, 'against');
    expect((await ada.post(`/ajax/people/${bea.id}/status`, { status: 'inactive' })).status).toBe(200);
    expect((await close()).json.data.motions[0]).toMatchObject({ state: 'voting', votes: [{ state: 'tied' }] });
  });

  test('can be decided by the meeting’s new chair', async () => {
    expect(message(await act(cleo))).toBe('Only the chair decides a tie.');
    await ada.post(stage.path('room/desk'), { chair_id: cleo.id });
    expect((await vote(cleo)).can.decide_tie).toBe(true);
    expect((await act(cleo)).json.data.motions[0]).toMatchObject({ state: 'carried', votes: [{ casting: 'for' }] });
  });

  test('results in the motion being recorded as not carried once the meeting is adjourned', async () => {
    expect((await stage.phase('adjourned')).json.status).toBe('success');
    const lost = { state: 'not-carried', votes: [{ state: 'not-carried', casting: null }] };
    expect(await stage.motion()).toMatchObject(lost);
    const { entries } = (await ada.get('/ajax/resolutions')).json.data;
    expect(entries).toMatchObject([{ state: 'not-carried', by_casting_vote: false, counts: { for: 1, against: 1 } }]);
    const { minutes } = (await ada.get(stage.path('minutes'))).json.data;
    expect(JSON.stringify(minutes)).toContain('"result":"not-carried"');
  });
});
