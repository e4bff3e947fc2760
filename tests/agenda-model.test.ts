import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agendaDepthMax } from '#domain/agenda.ts';
import { moveAgendaItemTo, removeAgendaItem, settleDepths } from '#domain/agenda-order.ts';
import { makeBoard, makeMeeting, makeMember } from './support/factories.ts';
import { playModel, type StepOf, step } from './support/model.ts';
import { testApp } from './support/test-app.ts';

/**
 * Two editors change an agenda, each from the version that they last saw, one after the other and at the same time, in a draft and after
 * it is published. The order follows the product's pure rules, and no edit is overwritten without a conflict.
 */
const server = testApp();

const editors = ['first', 'second'] as const;
type Editor = (typeof editors)[number];

interface Item {
  readonly id: string;
  readonly depth: number;
  readonly fields: Record<string, string | number | null>;
  revision: number;
  /** The revision that last changed each field. */
  readonly changed: Map<string, number>;
}

const fieldValues = {
  title: ['Minutes', 'Budget', 'Strategy', 'Any other business'],
  description: ['', 'See the paper', '=1+1', 'Line one\nLine two'],
  minutes: [null, 0, 15, 90],
  purpose: [null, 'information', 'discussion', 'decision'],
} as const;

const by = fc.constantFrom(...editors);
const which = fc.nat({ max: 1_000 });
const place = { before: fc.option(which, { freq: 3 }), depth: fc.nat({ max: agendaDepthMax }) };
const field = fc.constantFrom(...(Object.keys(fieldValues) as (keyof typeof fieldValues)[]));
const anyStep = fc.oneof(
  step(4, 'add', { by, ...place }),
  step(6, 'move', { by, which, ...place }),
  step(2, 'move at once', { moves: fc.tuple(fc.record({ which, ...place }), fc.record({ which, ...place })) }),
  step(6, 'change', { by, which, field, value: fc.nat({ max: 3 }) }),
  step(3, 'delete', { by, which }),
  step(2, 'look', { by }),
  step(1, 'publish'),
  step(1, 'member tries', { which }),
);
type Step = StepOf<typeof anyStep>;
type Steps = { [Kind in Step['kind']]: (given: Extract<Step, { kind: Kind }>) => Promise<void> };

test('no edit of two editors of an agenda is lost or overwritten without a conflict', { timeout: 3_600_000 }, () =>
  playModel({
    ...{ runs: Number(process.env.AGENDA_RUNS ?? 12), given: fc.constant(null), step: anyStep, lengths: [5, 22] },
    open: makeAgenda,
    run: (world, each) => world.run(each),
    check: (world) => world.checkForMember(),
  }),
);

async function makeAgenda() {
  const { context } = server;
  const board = await makeBoard(context);
  const clients = {
    first: await server.signIn(await makeMember(context, { board, isBoardAdmin: true })),
    second: await server.signIn(await makeMember(context, { board, isBoardAdmin: true })),
    member: await server.signIn(await makeMember(context, { board })),
  };
  const meeting = await makeMeeting(context, { board, state: 'draft' });
  const path = `/ajax/meetings/${meeting.id}`;
  const at = (id: string, rest = '') => `/ajax/agenda-items/${id}${rest}`;
  let agenda: readonly Item[] = [];
  let isPublished = false;
  let added = 0;
  /** The revision of each item that an editor last saw. */
  const seen: Record<Editor, Map<string, number>> = { first: new Map(), second: new Map() };

  const nth = (number: number): Item | undefined => agenda[number % Math.max(1, agenda.length)];
  const idOf = (number: number | null): string | null => (number === null ? null : (nth(number)?.id ?? null));
  const shape = (list: readonly Pick<Item, 'id' | 'depth'>[]) => list.map(({ id, depth }) => `${depth} ${id}`);
  const move = (editor: Editor, id: string, to: { readonly before: string | null; readonly depth: number }) =>
    clients[editor].post(at(id, '/move'), { before_id: to.before, depth: to.depth });
  const read = async () => (await clients.second.get(path)).json.data.meeting.agenda_items as readonly Item[];

  const steps: Steps = {
    async add({ by: editor, before, depth }) {
      added += 1;
      const fields = {
        title: `Item ${added}`,
        description: '',
        minutes: [null, 10, 25][added % 3] ?? null,
        purpose: null,
      };
      const answer = await clients[editor].post(`${path}/agenda-items`, { ...fields, depth, before_id: idOf(before) });
      expect(answer.status, answer.text).toBe(200);
      const { id, revision } = answer.json.data.agenda_item;
      const position = idOf(before) === null ? agenda.length : agenda.findIndex((item) => item.id === idOf(before));
      agenda = settleDepths(agenda.toSpliced(position, 0, { id, depth, fields, revision, changed: new Map() }));
      seen[editor].set(id, revision);
    },
    async move({ by: editor, which: number, before, depth }) {
      const item = nth(number);
      if (!item) return;
      const to = { before: idOf(before), depth };
      expect((await move(editor, item.id, to)).status).toBe(200);
      agenda = moveAgendaItemTo(agenda, item.id, to);
    },
    async 'move at once'({ moves }) {
      const acts = moves.flatMap(({ which: number, before, depth }) => {
        const item = nth(number);
        return item ? [{ id: item.id, to: { before: idOf(before), depth } }] : [];
      });
      const answers = await Promise.all(acts.map(({ id, to }, index) => move(editors[index] ?? 'first', id, to)));
      for (const answer of answers) expect(answer.status, answer.text).toBe(200);
      const orders = [acts, acts.toReversed()].map((order) =>
        order.reduce((list, { id, to }) => moveAgendaItemTo(list, id, to), agenda),
      );
      const now = shape(await read());
      agenda = orders.find((order) => shape(order).join() === now.join()) ?? expect.fail('Neither order leads here.');
    },
    async change({ by: editor, which: number, field: name, value }) {
      const item = nth(number);
      if (!item) return;
      const base = seen[editor].get(item.id) ?? item.revision;
      const wanted = fieldValues[name][value] ?? null;
      const answer = await clients[editor].patch(at(item.id), { revision: base, [name]: wanted });
      expect(answer.status, answer.text).toBe(200);
      const isStale = (item.changed.get(name) ?? 0) > base;
      const differs = item.fields[name] !== wanted;
      const reported = answer.json.data.conflicts.map((conflict: { field: string }) => conflict.field);
      expect(reported).toEqual(isStale && differs ? [name] : []);
      if (differs && !isStale) {
        item.fields[name] = wanted;
        item.revision += 1;
        item.changed.set(name, item.revision);
      }
      expect(answer.json.data.agenda_item).toMatchObject({ ...item.fields, revision: item.revision });
      seen[editor].set(item.id, item.revision);
    },
    async delete({ by: editor, which: number }) {
      const item = nth(number);
      if (!item) return;
      const base = seen[editor].get(item.id) ?? item.revision;
      const answer = await clients[editor].delete(at(item.id, `?revision=${base}`));
      const isKept = [...item.changed.values()].some((revision) => revision > base);
      expect(answer.json.data.kept === null, answer.text).toBe(!isKept);
      if (isKept) seen[editor].set(item.id, item.revision);
      else agenda = removeAgendaItem(agenda, agenda.indexOf(item));
    },
    async look({ by: editor }) {
      seen[editor] = new Map(agenda.map((item) => [item.id, item.revision]));
    },
    async publish() {
      if (isPublished) return;
      expect((await clients.first.post(`${path}/publish`)).json.status).toBe('success');
      isPublished = true;
    },
    async 'member tries'({ which: number }) {
      const item = nth(number);
      if (!item) return;
      const { member } = clients;
      const answers = [
        await member.patch(at(item.id), { revision: item.revision, title: 'Mine' }),
        await member.post(at(item.id, '/move'), { before_id: null, depth: 0 }),
        await member.delete(at(item.id, `?revision=${item.revision}`)),
        await member.post(`${path}/agenda-items`, { title: 'Mine' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => (isPublished ? 403 : 404)));
    },
  };
  return {
    async run(given: Step): Promise<void> {
      await steps[given.kind](given as never);
      expect(await read()).toMatchObject(
        agenda.map(({ id, depth, revision, fields }) => ({ id, depth, revision, ...fields })),
      );
    },
    /** A member reads the same agenda once it is published, and nothing before. */
    async checkForMember(): Promise<void> {
      const answer = await clients.member.get(path);
      expect(answer.status).toBe(isPublished ? 200 : 404);
      if (!isPublished) return;
      const titles = answer.json.data.meeting.agenda_items.map(({ title }: { title: string }) => title);
      expect(titles).toEqual(agenda.map(({ fields }) => fields.title));
    },
  };
}
