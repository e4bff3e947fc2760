import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ActionState, actionStates } from '#domain/action-items.ts';
import { actionItemUid } from '#server/features/core/secret-addresses/present.ts';
import type { TestAnswer, TestClient } from './support/client.ts';
import { inBoard, makeBoard, makeMeeting, makeMember } from './support/factories.ts';
import { testApp } from './support/test-app.ts';

/**
 * Action items against a model: any sequence of acts, by anybody, signed in or by the link, leaves the item as the specification's
 * table of states says, with each change kept once.
 */
const server = testApp();

/** `link` is that of whoever was the first owner; `others` own it after it was given away. */
const actors = ['owner', 'chair', 'admin', 'other', 'link', 'stranger'] as const;
type Actor = (typeof actors)[number];
type Act =
  | { readonly kind: 'state'; readonly to: ActionState }
  | { readonly kind: 'give'; readonly to: 'owner' | 'other' }
  | { readonly kind: 'notes'; readonly text: string };
type Outcome = 'success' | 'declined' | 403 | 404 | 419 | 422;

interface Model {
  readonly state: ActionState;
  readonly owner: 'owner' | 'other';
  readonly notes: string;
  /** The first link still works. */
  readonly isLinked: boolean;
  /** Of every change that was made, its field and what it became. */
  readonly kept: readonly (readonly [string, string])[];
}

const ownersMoves: Readonly<Record<ActionState, readonly ActionState[]>> = {
  open: ['in-progress', 'done'],
  'in-progress': ['open', 'done'],
  done: ['open', 'in-progress'],
  dropped: [],
};
const desksMoves: Readonly<Record<ActionState, readonly ActionState[]>> = {
  open: [...ownersMoves.open, 'dropped'],
  'in-progress': [...ownersMoves['in-progress'], 'dropped'],
  done: ownersMoves.done,
  dropped: ['open'],
};

const changed = (model: Model, field: 'state' | 'owner' | 'notes', to: string): Model => ({
  ...model,
  [field]: to,
  kept: [[field, to], ...model.kept],
});

/** What the specification says of one act, and what is there afterwards. */
function after(model: Model, actor: Actor, act: Act): { readonly outcome: Outcome; readonly model: Model } {
  const says = (outcome: Outcome) => ({ outcome, model });
  if (actor === 'stranger') return says(419);
  if (actor === 'link') return afterLink(model, act);
  const isDesk = actor === 'chair' || actor === 'admin';
  const isOwner = actor === model.owner;
  if (!isDesk && !isOwner) return says(403);
  if (act.kind === 'notes') {
    return { outcome: 'success', model: act.text === model.notes ? model : changed(model, 'notes', act.text) };
  }
  if (act.kind === 'give') {
    if (act.to === model.owner) return says('success');
    if (!isDesk) return says(403);
    if (model.state === 'done' || model.state === 'dropped') return says('declined');
    return { outcome: 'success', model: { ...changed(model, 'owner', act.to), isLinked: false } };
  }
  if (act.to === model.state) return says('success');
  const moves = isDesk ? desksMoves[model.state] : ownersMoves[model.state];
  if (moves.includes(act.to)) return { outcome: 'success', model: changed(model, 'state', act.to) };
  // What the desk might do is refused to the owner; what does not follow, to both.
  return says(!isDesk && desksMoves[model.state].includes(act.to) ? 403 : 'declined');
}

function afterLink(model: Model, act: Act): { readonly outcome: Outcome; readonly model: Model } {
  if (act.kind !== 'state' || act.to === 'open' || act.to === 'dropped') return { outcome: 422, model };
  if (!model.isLinked || model.state === 'dropped') return { outcome: 404, model };
  return { outcome: 'success', model: act.to === model.state ? model : changed(model, 'state', act.to) };
}

const outcomeOf = ({ status, json }: TestAnswer): Outcome => {
  if (status !== 200) return status as Outcome;
  return json.status === 'success' ? 'success' : 'declined';
};

const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('state' as const), to: fc.constantFrom(...actionStates) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('give' as const), to: fc.constantFrom('owner', 'other') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('notes' as const), text: fc.constantFrom('', 'One', 'Two') }) },
);
const sequences = fc.array(fc.record({ actor: fc.constantFrom(...actors, 'owner', 'chair'), act: acts }), {
  minLength: 1,
  maxLength: 25,
});

/** `ACTIONS_RUNS` runs more of it; the seed is printed by a failure. */
const numRuns = Number(process.env.ACTIONS_RUNS ?? 20);

test('any sequence of acts leaves the action item that the specification says, and each change once', {
  timeout: 600_000,
}, async () => {
  const { context } = server;
  context.clock.set('2026-11-16T12:00:00Z');
  const board = await makeBoard(context);
  const people = {
    owner: await makeMember(context, { board }),
    chair: await makeMember(context, { board }),
    admin: await makeMember(context, { board, isBoardAdmin: true }),
    other: await makeMember(context, { board }),
  };
  await inBoard(context, board.id, (tx) =>
    tx.updateTable('bodies').set({ chair_id: people.chair.id }).where('id', '=', board.id).execute(),
  );
  const meeting = await makeMeeting(context, { board });
  const clients = {
    owner: await server.signIn(people.owner),
    chair: await server.signIn(people.chair),
    admin: await server.signIn(people.admin),
    other: await server.signIn(people.other),
    link: server.stranger(),
    stranger: server.stranger(),
  } satisfies Record<Actor, TestClient>;
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const input = { title: 'Ask three firms', notes: '', owner_id: people.owner.id, due_on: '2026-12-08' };
      const made = await clients.admin.post('/ajax/action-items', { ...input, meeting_id: meeting.id });
      const { id } = made.json.data.item;
      const uid = actionItemUid(context.secrets, { memberId: people.owner.id, actionItemId: id, generation: 1 });
      const read = async () => (await clients.admin.get(`/ajax/action-items/${id}`)).json.data;
      const send = async (actor: Actor, act: Act): Promise<TestAnswer> => {
        if (actor === 'link') {
          const body = act.kind === 'state' ? { to: act.to, note: '' } : { to: act.kind, note: '' };
          return clients.link.post(`/ajax/magic/action-items/${uid}`, body);
        }
        const { revision } = (await read()).item;
        const change =
          act.kind === 'state'
            ? { state: act.to }
            : act.kind === 'give'
              ? { owner_id: people[act.to].id }
              : { notes: act.text };
        return clients[actor].patch(`/ajax/action-items/${id}`, { revision, ...change });
      };
      let model: Model = { state: 'open', owner: 'owner', notes: '', isLinked: true, kept: [] };
      for (const { actor, act } of sequence) {
        const expected = after(model, actor, act);
        const outcome = outcomeOf(await send(actor, act));
        expect({ actor, act, outcome }).toEqual({ actor, act, outcome: expected.outcome });
        ({ model } = expected);
        const { item, changes } = await read();
        expect(item).toMatchObject({ state: model.state, notes: model.notes });
        expect(item.owner.member_id).toBe(people[model.owner].id);
        expect(item.ended_at !== null).toBe(model.state === 'done' || model.state === 'dropped');
        expect(changes.map(({ field }: { readonly field: string }) => field)).toEqual(
          model.kept.map(([field]) => field),
        );
        const [newest, kept] = [changes[0], model.kept[0]];
        if (kept && kept[0] !== 'owner') expect([newest.field, newest.new]).toEqual(kept);
      }
    }),
    { numRuns },
  );
});
