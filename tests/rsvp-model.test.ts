import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Acceptance, acceptanceForLetter, meetingTypes, type RsvpLetter, rsvpLetters } from '#domain/rsvp.ts';
import type { TestAnswer, TestClient } from './support/client.ts';
import { inBoard, makeBoard, makeGroup, makeInvitee, makeMeeting, makeMember } from './support/factories.ts';
import { makeDateSearch } from './support/polls.ts';
import { testApp } from './support/test-app.ts';

/**
 * RSVP against a model: any sequence of answers, by anybody, in any way, over every type of
 * meeting, state and window, leaves the invitees exactly as the specification's section 4 says.
 */
const server = testApp();

const states = ['published', 'cancelled', 'draft', 'finding-date'] as const;
/** Minutes after the meeting's end: before it closes, at the closing, long after. */
const moments = { open: -60, 'last minute': 10_079, closed: 10_080 } as const;
type Moment = keyof typeof moments;
/** Who acts, in which way. A magic visitor holds the member's own link. */
const actors = ['member', 'magic', 'other member', 'uninvited', 'group admin', 'admin', 'stranger'] as const;
type Actor = (typeof actors)[number];
/** About whom: oneself by the specification's call, or somebody by the admin's. */
const targets = ['oneself', 'member', 'pending', 'uninvited'] as const;
type Target = (typeof targets)[number];

interface Step {
  readonly actor: Actor;
  readonly target: Target;
  readonly letter: RsvpLetter;
}

type Expected = 'success' | 'declined' | 403 | 404 | 419 | 422;

interface World {
  readonly type: (typeof meetingTypes)[number];
  readonly state: (typeof states)[number];
  readonly moment: Moment;
  /** A board admin has reopened it. */
  readonly isReopened: boolean;
  /** For the group admin's group alone: it is theirs to edit. All but the uninvited belong to it. */
  readonly isForGroup: boolean;
}

/** What the specification says of one step; the model's answers change on success alone. */
function expectedOf(world: World, step: Step): Expected {
  const edits = step.actor === 'admin' || (step.actor === 'group admin' && world.isForGroup);
  // What is not out is visible to its editors alone; what is for a group, to its people.
  const isSeen = edits || (world.state !== 'draft' && !(world.isForGroup && step.actor === 'uninvited'));
  if (step.target === 'oneself') {
    if (step.actor === 'stranger') return 419;
    if (!isSeen) return 404;
  } else {
    if (step.actor === 'stranger' || step.actor === 'magic') return 419;
    if (!isSeen) return 404;
    if (!edits) return 403;
    if (step.target === 'uninvited') return 404;
    // Who edits as the admin of a group alone answers for nobody.
    if (step.actor !== 'admin') return 403;
    if (step.target === 'member' && step.letter !== 'm') return 403;
  }
  if (acceptanceForLetter(step.letter, world.type) === null) return 422;
  if (world.state !== 'published' || (world.moment === 'closed' && !world.isReopened)) return 'declined';
  const isInvited = step.target !== 'oneself' || step.actor !== 'uninvited';
  return isInvited ? 'success' : 'declined';
}

/** Whose answer a step is about. */
function subjectOf(step: Step): string {
  if (step.target !== 'oneself') return step.target;
  return step.actor === 'magic' ? 'member' : step.actor;
}

const outcomeOf = ({ status, json }: TestAnswer): Expected => {
  if (status !== 200) return status as Expected;
  return json.status === 'success' ? 'success' : 'declined';
};

const worlds = fc.record({
  type: fc.constantFrom(...meetingTypes),
  state: fc.constantFrom(...states, 'published', 'published'),
  moment: fc.constantFrom(...(Object.keys(moments) as Moment[]), 'open', 'open'),
  isReopened: fc.boolean(),
  isForGroup: fc.boolean(),
});
const steps = fc.array(
  fc.record({
    actor: fc.constantFrom(...actors),
    target: fc.constantFrom(...targets, 'oneself', 'oneself'),
    letter: fc.constantFrom(...rsvpLetters),
  }),
  { minLength: 1, maxLength: 12 },
);

/** `RSVP_RUNS` runs more of it; the seed is printed by a failure. */
const numRuns = Number(process.env.RSVP_RUNS ?? 40);

test('S4.13 S4.14 S4.15 S4.16 S7.10 any sequence of answers leaves what the specification says', {
  timeout: 600_000,
}, async () => {
  const { context } = server;
  await fc.assert(
    fc.asyncProperty(worlds, steps, async (world, sequence) => {
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
      const end = new Date('2026-11-20T12:00:00Z');
      const { type, state } = world;
      const audience = world.isForGroup ? { groups: [group] } : {};
      const times = { startsAt: '2026-11-20T10:00:00Z', endsAt: end.toISOString() };
      const meeting =
        state === 'finding-date'
          ? await makeDateSearch(context, { board, type, ...audience, days: [2, 3] })
          : await makeMeeting(context, { ...{ board, type, state, ...audience }, ...times });
      if (world.isReopened) {
        await inBoard(context, board.id, (tx) =>
          tx.updateTable('meetings').set({ reopened_at: end }).where('id', '=', meeting.id).execute(),
        );
      }
      const { uid } = await makeInvitee(context, { meeting, member: people.member });
      for (const name of ['other member', 'group admin', 'admin', 'pending'] as const) {
        await makeInvitee(context, { meeting, member: people[name] });
      }
      context.clock.set(new Date(end.getTime() + moments[world.moment] * 60_000));
      const clients = {
        member: await server.signIn(people.member),
        'other member': await server.signIn(people['other member']),
        uninvited: await server.signIn(people.uninvited),
        'group admin': await server.signIn(people['group admin']),
        admin: await server.signIn(people.admin),
        magic: server.stranger(),
        stranger: server.stranger(),
      } satisfies Record<Actor, TestClient>;
      const model = new Map<string, Acceptance>(
        ['member', 'other member', 'group admin', 'admin', 'pending'].map((name) => [name, 'none']),
      );
      for (const step of sequence) {
        const client = clients[step.actor];
        const own = step.actor === 'magic' ? uid : meeting.id;
        const answer =
          step.target === 'oneself'
            ? await client.post(`/attendance/${own}/${step.letter}`)
            : await client.post(`/ajax/meetings/${meeting.id}/invitees/${people[step.target].id}/acceptance`, {
                letter: step.letter,
              });
        const expected = expectedOf(world, step);
        expect(outcomeOf(answer), `${JSON.stringify(step)}: ${answer.text}`).toBe(expected);
        if (expected === 'success') {
          const acceptance = acceptanceForLetter(step.letter, world.type) ?? 'none';
          model.set(subjectOf(step), acceptance);
          expect(step.target === 'oneself' ? answer.json.data : answer.json.data.acceptance).toBe(acceptance);
        }
      }
      const rows = await inBoard(context, board.id, (tx) =>
        tx.selectFrom('invitees').select(['member_id', 'acceptance', 'answered_at']).execute(),
      );
      const names = new Map(Object.entries(people).map(([name, { id }]) => [id, name]));
      expect(new Map(rows.map((row) => [names.get(row.member_id), row.acceptance]))).toEqual(model);
      // An answer has its time, and none has none.
      for (const row of rows) expect(row.answered_at === null).toBe(row.acceptance === 'none');
    }),
    { numRuns },
  );
});
