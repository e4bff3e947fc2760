import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { motionMessages } from '#domain/messages/motions.ts';
import { emptyRichText } from '#domain/rich-text.ts';
import type { TestAnswer, TestClient } from '#tests/support/client.ts';
import { callToOrder, type DecidingStage, stageMeeting } from '#tests/support/deciding-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';
import { type KeptState, keepState } from './kept-state.ts';

const server = testApp();

const roles = [
  'editor',
  'chair',
  'secretary',
  'audience',
  'voter',
  'recused',
  'withheld voter',
  'withheld editor',
] as const;
type Role = (typeof roles)[number];

let stage: DecidingStage;
let state: KeptState;
let ids: { readonly motion: string; readonly vote: string; readonly item: string };

const motionText = 'That the land be bought.';

const memberOf = (role: Role) => {
  const member = stage.voters[roles.indexOf(role)];
  if (member === undefined) throw new Error(`Nobody is ${role}.`);
  return member;
};
const clientOf = (role: Role): TestClient => stage.clientOf(memberOf(role));

beforeAll(async () => {
  stage = await stageMeeting(server, { voters: roles.length, items: 2 });
  const { board, items } = stage;
  const [{ id: item }] = items;
  const officers = [board.id, memberOf('chair').id, memberOf('secretary').id];
  await server.sql('update bodies set chair_id = $2, secretary_id = $3 where id = $1', officers);
  const nonVoter = [board.id, memberOf('audience').id];
  await server.sql('insert into non_voters (board_id, body_id, member_id) values ($1, $1, $2)', nonVoter);
  await server.sql('update members set is_board_admin = true where id = $1', [memberOf('withheld editor').id]);
  await callToOrder(stage);
  const ownDeclaration = `/ajax/agenda-items/${item}/declarations/${memberOf('recused').id}`;
  await done(clientOf('recused').put(ownDeclaration, { effect: 'recused', nature }));
  for (const role of ['withheld voter', 'withheld editor'] as const)
    await makeWithheld(server.context, { item: stage.items[0], from: memberOf(role), by: memberOf('chair') });
  const proposal = { text: motionText, mover_id: memberOf('chair').id, seconder_id: memberOf('voter').id };
  const { motions } = await done(stage.desk.post(`/ajax/agenda-items/${item}/motions`, proposal));
  const motion: string = motions[0].id;
  const opened = await done(stage.desk.post(`/ajax/motions/${motion}/votes`, { way: 'named' }));
  ids = { motion, vote: opened.motions[0].votes[0].id, item };
  state = await keepState(server.context);
});
afterAll(() => state?.end());
beforeEach(() => server.context.pool.query('delete from rate_limits'));

async function done(answer: Promise<TestAnswer>) {
  const { json } = await answer;
  expect(json.status).toBe('success');
  return json.data;
}

const declare = (of: Role, by: TestClient, body: object) =>
  by.put(`/ajax/agenda-items/${ids.item}/declarations/${memberOf(of).id}`, body);
const nature = 'Owns the land';
const reason = 'It is about their house.';

type Outcome = 'done' | 403 | 404 | { readonly refused: string };
type Outcomes = Readonly<Record<Role, Outcome>>;

const desk = (
  outcome: Outcome,
  { others = 403, withheld = 404 }: { others?: Outcome; withheld?: Outcome } = {},
): Outcomes => ({
  editor: outcome,
  chair: outcome,
  secretary: outcome,
  audience: others,
  voter: others,
  recused: others,
  'withheld voter': withheld,
  'withheld editor': withheld,
});
const all = (outcome: Outcome): Outcomes => desk(outcome, { others: outcome, withheld: outcome });
const anotherVote = { refused: motionMessages.anotherVote } as const;

interface Act {
  readonly by: (client: TestClient, role: Role) => Promise<TestAnswer>;
  readonly outcomes: Outcomes;
}

const acts: Readonly<Record<string, Act>> = {
  'see the room': { by: (client) => client.get(stage.path('room')), outcomes: all('done') },
  'see the motions': { by: (client) => client.get(stage.path('motions')), outcomes: all('done') },
  'cast a ballot': {
    by: (client) => client.put(`/ajax/votes/${ids.vote}/ballot`, { choice: 'for', key: randomUUID() }),
    outcomes: {
      ...desk('done', { others: 'done' }),
      audience: { refused: motionMessages.noVote },
      recused: { refused: motionMessages.recused },
    },
  },
  'enter another member’s ballot': {
    by: (client) => client.put(`/ajax/votes/${ids.vote}/ballots/${memberOf('voter').id}`, { choice: 'for' }),
    outcomes: desk('done'),
  },
  'close the vote': { by: (client) => client.post(`/ajax/votes/${ids.vote}/close`, {}), outcomes: desk('done') },
  'void the vote': {
    by: (client) => client.post(`/ajax/votes/${ids.vote}/void`, { reason: 'The wording was wrong' }),
    outcomes: desk('done'),
  },
  'propose or suggest a motion': {
    by: (client) => client.post(`/ajax/agenda-items/${ids.item}/motions`, { text: 'That it be let.' }),
    outcomes: { ...desk('done', { others: 'done' }), audience: 403, recused: { refused: motionMessages.recused } },
  },
  'change the motion being voted on': {
    by: (client) => client.patch(`/ajax/motions/${ids.motion}`, { revision: 1, text: 'That it be let.' }),
    outcomes: desk({ refused: motionMessages.votedOn }),
  },
  'move to another agenda item': {
    by: (client) => client.post(stage.path('room/pointer'), { agenda_item_id: stage.items[1]?.id }),
    outcomes: { ...desk(anotherVote, { withheld: 403 }), 'withheld editor': anotherVote },
  },
  'take a recess': {
    by: (client) => client.post(stage.path('room/phase'), { to: 'recess' }),
    outcomes: { ...desk(anotherVote, { withheld: 403 }), 'withheld editor': anotherVote },
  },
  'check out': { by: (client) => client.post(stage.path('presence'), { mode: null }), outcomes: all('done') },
  'change how a member is present': {
    by: (client) => client.post(stage.path('presences'), { member_id: memberOf('voter').id, mode: 'remote' }),
    outcomes: { ...desk(anotherVote, { withheld: 403 }), 'withheld editor': anotherVote },
  },
  'check in a member who is already present': {
    by: (client) => client.post(stage.path('presences'), { member_id: memberOf('voter').id, mode: 'in-person' }),
    outcomes: { ...desk('done', { withheld: 403 }), 'withheld editor': 'done' },
  },
  'declare their own interest': {
    by: (client, role) => declare(role, client, { effect: 'declared', nature }),
    outcomes: {
      ...desk('done', { others: 'done', withheld: { refused: motionMessages.liftedByOthers } }),
      recused: { refused: motionMessages.liftedByDesk },
    },
  },
  'declare an interest for somebody else': {
    by: (client, role) => declare(role === 'voter' ? 'chair' : 'voter', client, { effect: 'recused', nature }),
    outcomes: all(403),
  },
  'withhold the item from somebody': {
    by: (client, role) => declare(role === 'voter' ? 'chair' : 'voter', client, { effect: 'withheld', reason }),
    outcomes: { ...desk(anotherVote), 'withheld voter': 403 },
  },
  'see the draft minutes': {
    by: (client) => client.get(stage.path('minutes')),
    outcomes: all('done'),
  },
  'write the item’s minutes': {
    by: (client) => client.patch(`/ajax/minutes-sections/${ids.item}`, { revision: 0, notes: emptyRichText }),
    outcomes: { ...desk('done', { others: 404 }), chair: 403 },
  },
  'create an action item': {
    by: (client) =>
      client.post('/ajax/action-items', {
        title: 'Ask three firms',
        notes: '',
        due_on: '2026-12-20',
        owner_id: memberOf('voter').id,
        meeting_id: stage.meeting.id,
        agenda_item_id: ids.item,
      }),
    outcomes: { ...desk('done'), 'withheld voter': 403 },
  },
};

const outcomeOf = ({ status, json }: TestAnswer): Outcome => {
  if (status === 403 || status === 404) return status;
  return json.status === 'success' ? 'done' : { refused: json.msg };
};

describe.each(Object.entries(acts))('permission to %s while a vote is open', (name, { by, outcomes }) => {
  test.each(roles)('is as expected for the role “%s”', async (role) => {
    try {
      const answer = await by(clientOf(role), role);
      expect(outcomeOf(answer)).toEqual(outcomes[role]);
      if (role.startsWith('withheld')) expect(answer.text).not.toContain(motionText);
      else if (name === 'see the motions') expect(answer.text).toContain(motionText);
    } finally {
      await state.putBack();
    }
  });
});

test.each(roles)('only the chair, the secretary and editors see draft minutes: role “%s”', async (role) => {
  const { minutes } = (await clientOf(role).get(stage.path('minutes'))).json.data;
  expect(minutes !== null).toBe(['editor', 'chair', 'secretary', 'withheld editor'].includes(role));
});
