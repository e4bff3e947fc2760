import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type ActionState, actionStates, isEnded, statesAfter } from '#domain/action-items.ts';
import { actionItemUid } from '#server/features/core/secret-addresses/present.ts';
import type { TestClient } from './support/client.ts';
import { inBoard, type MadeMeeting, type MadeMember, makeBoard, makeMeeting, makeMember } from './support/factories.ts';
import { type Outcome, outcomeOf, playModel, type StepOf, step } from './support/model.ts';
import { testApp } from './support/test-app.ts';

/** Anybody changes an action item, signed in or by the link in mail: it takes the allowed states alone, and each change is logged once. */
const server = testApp();

/** `link` is the first owner's. */
const actors = ['owner', 'chair', 'admin', 'other', 'link', 'stranger'] as const;
type Actor = (typeof actors)[number];

interface Item {
  readonly state: ActionState;
  readonly owner: 'owner' | 'other';
  readonly notes: string;
  readonly isLinked: boolean;
}

const actor = fc.constantFrom(...actors, 'owner', 'chair');
const anyStep = fc.oneof(
  step(4, 'state', { actor, to: fc.constantFrom(...actionStates) }),
  step(1, 'owner', { actor, to: fc.constantFrom('owner' as const, 'other' as const) }),
  step(1, 'notes', { actor, to: fc.constantFrom('', 'One', 'Two') }),
);
type Step = StepOf<typeof anyStep>;

function outcomeFor(item: Item, { kind, to, actor: who }: Step): Outcome {
  if (who === 'stranger') return 419;
  const isLink = who === 'link';
  if (isLink && to !== 'in-progress' && to !== 'done') return 422;
  if (isLink) return item.isLinked && item.state !== 'dropped' ? 'success' : 404;
  const isDesk = who === 'chair' || who === 'admin';
  if (!isDesk && who !== item.owner) return 403;
  if (kind === 'notes' || to === item[kind]) return 'success';
  if (kind === 'owner') return isDesk ? (isEnded(item.state) ? 'declined' : 'success') : 403;
  const allowed = (isOwner: boolean, mayRun: boolean) => statesAfter(item.state, { isOwner, isDesk: mayRun });
  if (allowed(!isDesk, isDesk).includes(to)) return 'success';
  return allowed(false, true).includes(to) ? 403 : 'declined';
}

let people: Readonly<Record<'owner' | 'chair' | 'admin' | 'other', MadeMember>>;
let meeting: MadeMeeting;
let clients: Readonly<Record<Actor, TestClient>>;
beforeAll(async () => {
  const { context } = server;
  const board = await makeBoard(context);
  const [owner, chair, other] = [
    await makeMember(context, { board }),
    await makeMember(context, { board }),
    await makeMember(context, { board }),
  ];
  people = { owner, chair, other, admin: await makeMember(context, { board, isBoardAdmin: true }) };
  await inBoard(context, board.id, (tx) =>
    tx.updateTable('bodies').set({ chair_id: chair.id }).where('id', '=', board.id).execute(),
  );
  meeting = await makeMeeting(context, { board });
  clients = {
    owner: await server.signIn(owner),
    chair: await server.signIn(chair),
    admin: await server.signIn(people.admin),
    other: await server.signIn(other),
    link: server.stranger(),
    stranger: server.stranger(),
  };
});

test('an action item takes only allowed changes from anybody, and logs each change once', { timeout: 600_000 }, () =>
  playModel({
    ...{ runs: Number(process.env.ACTIONS_RUNS ?? 20), given: fc.constant(null), step: anyStep, lengths: [1, 25] },
    open: makeItem,
    run: (item, each) => item.run(each),
    check: async () => undefined,
  }),
);

async function makeItem() {
  const { context } = server;
  const input = { title: 'Ask three firms', notes: '', owner_id: people.owner.id, due_on: '2026-12-08' };
  const made = await clients.admin.post('/ajax/action-items', { ...input, meeting_id: meeting.id });
  const { id } = made.json.data.item;
  const uid = actionItemUid(context.secrets, { memberId: people.owner.id, actionItemId: id, generation: 1 });
  const read = async () => (await clients.admin.get(`/ajax/action-items/${id}`)).json.data;
  let item: Item = { state: 'open', owner: 'owner', notes: '', isLinked: true };
  const logged: string[][] = [];
  const send = async ({ kind, to, actor: who }: Step) => {
    if (who === 'link') return clients.link.post(`/ajax/magic/action-items/${uid}`, { to, note: '' });
    const change = kind === 'owner' ? { owner_id: people[to].id } : { [kind]: to };
    return clients[who].patch(`/ajax/action-items/${id}`, { revision: (await read()).item.revision, ...change });
  };
  return {
    async run(given: Step): Promise<void> {
      const { kind, to } = given;
      const outcome = outcomeFor(item, given);
      expect({ given, outcome: outcomeOf(await send(given)) }).toEqual({ given, outcome });
      if (outcome === 'success' && to !== item[kind]) {
        item = { ...item, [kind]: to, isLinked: item.isLinked && kind !== 'owner' };
        logged.unshift([kind, to]);
      }
      const { item: shown, changes } = await read();
      expect(shown).toMatchObject({ state: item.state, notes: item.notes });
      expect([shown.owner.member_id, shown.ended_at !== null]).toEqual([people[item.owner].id, isEnded(item.state)]);
      expect(changes.map(({ field }: { readonly field: string }) => field)).toEqual(logged.map(([field]) => field));
      const [newest] = logged;
      if (newest && newest[0] !== 'owner') expect([changes[0].field, changes[0].new]).toEqual(newest);
    },
  };
}
