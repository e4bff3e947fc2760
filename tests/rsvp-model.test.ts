import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Acceptance, acceptanceForLetter, meetingTypes, rsvpLetters } from '#domain/rsvp.ts';
import type { TestClient } from './support/client.ts';
import { inBoard, makeBoard, makeGroup, makeInvitee, makeMeeting, makeMember } from './support/factories.ts';
import { type Outcome, outcomeOf, playModel, type StepOf } from './support/model.ts';
import { makeDateSearch } from './support/polls.ts';
import { testApp } from './support/test-app.ts';

/**
 * Answers to an invitation by anybody, in any way, in every type and state of a meeting and until long after it: each is taken or refused as
 * the rules say, and the last acknowledged answer of each invitee is stored.
 */
const server = testApp();

const end = new Date('2026-11-20T12:00:00Z');
/** Minutes after the end of the meeting, when its answers close. */
const moments = { open: -60, 'last minute': 10_079, closed: 10_080 } as const;
const invited = ['member', 'other member', 'group admin', 'admin', 'pending'] as const;

const worlds = fc.record({
  type: fc.constantFrom(...meetingTypes),
  state: fc.constantFrom('published', 'published', 'published', 'cancelled', 'draft', 'finding-date'),
  moment: fc.constantFrom<keyof typeof moments>('open', 'open', 'open', 'last minute', 'closed'),
  isReopened: fc.boolean(),
  /** Only for the group that the group admin edits for; all but the uninvited belong to it. */
  isForGroup: fc.boolean(),
});
type World = StepOf<typeof worlds>;

/** The magic visitor has the member's own link. Admins answer for the others. */
const anyStep = fc.record({
  actor: fc.constantFrom('member', 'magic', 'other member', 'uninvited', 'group admin', 'admin', 'stranger'),
  target: fc.constantFrom('oneself', 'oneself', 'oneself', 'member', 'pending', 'uninvited'),
  letter: fc.constantFrom(...rsvpLetters),
});
type Step = StepOf<typeof anyStep>;

function outcomeFor(world: World, { actor, target, letter }: Step): Outcome {
  const isOwn = target === 'oneself';
  const edits = actor === 'admin' || (actor === 'group admin' && world.isForGroup);
  const isSeen = edits || (world.state !== 'draft' && !(world.isForGroup && actor === 'uninvited'));
  if (actor === 'stranger' || (actor === 'magic' && !isOwn)) return 419;
  if (!isSeen) return 404;
  if (!isOwn) {
    if (!edits) return 403;
    if (target === 'uninvited') return 404;
    // Board admins answer for pending members, and may take back the answers of others.
    if (actor !== 'admin' || (target === 'member' && letter !== 'm')) return 403;
  }
  if (acceptanceForLetter(letter, world.type) === null) return 422;
  const isOpen = world.state === 'published' && (world.moment !== 'closed' || world.isReopened);
  return isOpen && !(isOwn && actor === 'uninvited') ? 'success' : 'declined';
}

test(
  'any sequence of answers is taken or refused as the rules say, and the last of each invitee is stored',
  {
    timeout: 600_000,
  },
  () =>
    playModel({
      ...{ runs: Number(process.env.RSVP_RUNS ?? 40), given: worlds, step: anyStep, lengths: [1, 12] },
      open: makeInvitation,
      run: (invitation, each) => invitation.run(each),
      check: (invitation) => invitation.check(),
    }),
);

async function makeInvitation(world: World) {
  const { context } = server;
  context.clock.set('2026-11-16T12:00:00Z');
  const board = await makeBoard(context);
  const people = {
    member: await makeMember(context, { board }),
    'other member': await makeMember(context, { board }),
    uninvited: await makeMember(context, { board }),
    'group admin': await makeMember(context, { board }),
    admin: await makeMember(context, { board, isBoardAdmin: true }),
    pending: await makeMember(context, { board, status: 'invited' }),
  };
  const belonging = [people.member, people['other member'], people.admin, people.pending];
  const group = await makeGroup(context, { board, admins: [people['group admin']], members: belonging });
  const { type, state } = world;
  const given = { board, type, ...(world.isForGroup ? { groups: [group] } : {}) };
  const times = { startsAt: '2026-11-20T10:00:00Z', endsAt: end.toISOString() };
  const meeting =
    state === 'finding-date'
      ? await makeDateSearch(context, { ...given, days: [2, 3] })
      : await makeMeeting(context, { ...given, state, ...times });
  if (world.isReopened) {
    await inBoard(context, board.id, (tx) =>
      tx.updateTable('meetings').set({ reopened_at: end }).where('id', '=', meeting.id).execute(),
    );
  }
  const uids = new Map<string, string>();
  for (const name of invited) uids.set(name, (await makeInvitee(context, { meeting, member: people[name] })).uid);
  context.clock.set(new Date(end.getTime() + moments[world.moment] * 60_000));
  const clients: Readonly<Record<Step['actor'], TestClient>> = {
    member: await server.signIn(people.member),
    'other member': await server.signIn(people['other member']),
    uninvited: await server.signIn(people.uninvited),
    'group admin': await server.signIn(people['group admin']),
    admin: await server.signIn(people.admin),
    magic: server.stranger(),
    stranger: server.stranger(),
  };
  const answers = new Map<string, Acceptance>(invited.map((name) => [name, 'none']));
  const send = ({ actor, target, letter }: Step) =>
    target === 'oneself'
      ? clients[actor].post(`/attendance/${actor === 'magic' ? uids.get('member') : meeting.id}/${letter}`)
      : clients[actor].post(`/ajax/meetings/${meeting.id}/invitees/${people[target].id}/acceptance`, { letter });
  return {
    async run(given: Step): Promise<void> {
      const answer = await send(given);
      const outcome = outcomeFor(world, given);
      expect(outcomeOf(answer), `${JSON.stringify(given)}: ${answer.text}`).toBe(outcome);
      if (outcome !== 'success') return;
      const { actor, target, letter } = given;
      const acceptance = acceptanceForLetter(letter, type) ?? 'none';
      const own = actor === 'magic' ? 'member' : actor;
      answers.set(target === 'oneself' ? own : target, acceptance);
      expect(target === 'oneself' ? answer.json.data : answer.json.data.acceptance).toBe(acceptance);
    },
    async check(): Promise<void> {
      const rows = await inBoard(context, board.id, (tx) =>
        tx.selectFrom('invitees').select(['member_id', 'acceptance', 'answered_at']).execute(),
      );
      const names = new Map(Object.entries(people).map(([name, { id }]) => [id, name]));
      expect(new Map(rows.map((row) => [names.get(row.member_id), row.acceptance]))).toEqual(answers);
      for (const row of rows) expect(row.answered_at === null).toBe(row.acceptance === 'none');
    },
  };
}
