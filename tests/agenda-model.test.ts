import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberAgenda } from '#domain/agenda.ts';
import type { TestAnswer } from './support/client.ts';
import { makeBoard, makeMeeting, makeMember } from './support/factories.ts';
import { testApp } from './support/test-app.ts';

/**
 * The agenda against a model: any sequence of adding, changing, moving, indenting and deleting by two
 * editors, each with what they last saw, one after another and both at once, in a draft and after its publication, leaves the
 * items, levels, numbers, times and complaints that the model says. Nothing that was typed is lost unnoticed.
 */
const server = testApp();

const editors = ['first', 'second'] as const;
type Editor = (typeof editors)[number];
const depthMax = 2;

interface Item {
  readonly id: string;
  depth: number;
  readonly fields: { title: string; description: string; minutes: number | null; purpose: string | null };
  revision: number;
  /** The revision that last changed a field. */
  readonly changed: Map<string, number>;
}
type Agenda = readonly Item[];
type FieldName = keyof Item['fields'];

type Step =
  | { readonly kind: 'add'; readonly by: Editor; readonly before: number | null; readonly depth: number }
  | {
      readonly kind: 'move';
      readonly by: Editor;
      readonly which: number;
      readonly before: number | null;
      readonly depth: number;
    }
  | {
      readonly kind: 'move at once';
      readonly moves: readonly { readonly which: number; readonly before: number | null; readonly depth: number }[];
    }
  | {
      readonly kind: 'change';
      readonly by: Editor;
      readonly which: number;
      readonly field: FieldName;
      readonly value: number;
    }
  | { readonly kind: 'delete'; readonly by: Editor; readonly which: number }
  | { readonly kind: 'look'; readonly by: Editor }
  | { readonly kind: 'publish' }
  | { readonly kind: 'member tries'; readonly which: number };

const anyNumber = fc.nat({ max: 1_000 });
const anyEditor = fc.constantFrom(...editors);
const anyBefore = fc.option(anyNumber, { freq: 3 });
const anyDepth = fc.nat({ max: depthMax });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('add' as const), by: anyEditor, before: anyBefore, depth: anyDepth }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      by: anyEditor,
      which: anyNumber,
      before: anyBefore,
      depth: anyDepth,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move at once' as const),
      moves: fc.array(fc.record({ which: anyNumber, before: anyBefore, depth: anyDepth }), {
        minLength: 2,
        maxLength: 2,
      }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ kind: fc.constant('change' as const), by: anyEditor, which: anyNumber, value: fc.nat({ max: 3 }) },
      field: fc.constantFrom<FieldName>('title', 'description', 'minutes', 'purpose'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), by: anyEditor, which: anyNumber }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const), by: anyEditor }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'publish' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('member tries' as const), which: anyNumber }) },
);

const values: Readonly<Record<FieldName, readonly (string | number | null)[]>> = {
  title: ['Minutes', 'Budget', 'Strategy', 'Any other business'],
  description: ['', 'See the paper', '=1+1', 'Line one\nLine two'],
  minutes: [null, 0, 15, 90],
  purpose: [null, 'information', 'discussion', 'decision'],
};

/** An item and all that is deeper behind it. */
function withParts(agenda: Agenda, index: number): Agenda {
  const rest = agenda.slice(index + 1);
  const next = rest.findIndex(({ depth }) => depth <= (agenda[index]?.depth ?? 0));
  return [...agenda.slice(index, index + 1), ...(next === -1 ? rest : rest.slice(0, next))];
}

/** No item is deeper than the one before it by more than one. */
function settled(agenda: Agenda): Agenda {
  let above = -1;
  return agenda.map((item) => {
    above = Math.max(0, Math.min(item.depth, above + 1, depthMax));
    return { ...item, depth: above };
  });
}

function moved(agenda: Agenda, id: string, to: { readonly before: string | null; readonly depth: number }): Agenda {
  const parts = withParts(
    agenda,
    agenda.findIndex((item) => item.id === id),
  );
  const by = to.depth - (parts[0]?.depth ?? 0);
  const shifted = parts.map((item) => ({ ...item, depth: item.depth + by }));
  const others = agenda.filter((item) => !parts.includes(item));
  // Before itself, or a part of itself: it stays.
  const isWithin = parts.some((item) => item.id === to.before);
  const stays = agenda.slice(agenda.indexOf(parts[0] as Item) + parts.length)[0]?.id ?? null;
  const before = isWithin ? stays : to.before;
  const at = before === null ? others.length : others.findIndex((item) => item.id === before);
  return settled([...others.slice(0, at), ...shifted, ...others.slice(at)]);
}

function without(agenda: Agenda, id: string): Agenda {
  const parts = withParts(
    agenda,
    agenda.findIndex((item) => item.id === id),
  ).slice(1);
  return settled(
    agenda
      .filter((item) => item.id !== id)
      .map((item) => (parts.includes(item) ? { ...item, depth: item.depth - 1 } : item)),
  );
}

/** Numbers and beginnings by walking the tree, level by level. */
function numbered(agenda: Agenda): readonly { readonly number: string; readonly offset: number | null }[] {
  const found = new Map<Item, { readonly number: string; readonly offset: number | null }>();
  const childrenOf = (index: number): readonly number[] =>
    withParts(agenda, index).flatMap((item, nth) =>
      nth > 0 && item.depth === (agenda[index] as Item).depth + 1 ? [index + nth] : [],
    );
  const lengthOf = (index: number): number =>
    Math.max(
      agenda[index]?.fields.minutes ?? 0,
      childrenOf(index).reduce((sum, child) => sum + lengthOf(child), 0),
    );
  const walk = (indices: readonly number[], prefix: string, begin: number): void => {
    let at = begin;
    for (const [nth, index] of indices.entries()) {
      const number = `${prefix}${nth + 1}`;
      const length = lengthOf(index);
      found.set(agenda[index] as Item, { number, offset: length === 0 ? null : at });
      walk(childrenOf(index), `${number}.`, at);
      at += length;
    }
  };
  walk(
    agenda.flatMap((item, index) => (item.depth === 0 ? [index] : [])),
    '',
    0,
  );
  return agenda.map((item) => found.get(item) ?? { number: 'lost', offset: null });
}

/** `AGENDA_RUNS` runs more of it; the seed is printed by a failure. */
const numRuns = Number(process.env.AGENDA_RUNS ?? 12);

test('S2.9 whatever two editors do to an agenda, it is the model’s, and nothing is overwritten unsaid', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 22 }), async (sequence) => {
      const world = await makeAgenda();
      for (const step of sequence) await world.run(step);
      await world.checkForMember();
    }),
    { numRuns },
  );
});

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
  let agenda: Agenda = [];
  let isPublished = false;
  let added = 0;
  /** The revision of each item that an editor last saw. */
  const seen: Record<Editor, Map<string, number>> = { first: new Map(), second: new Map() };

  const read = async (client: (typeof clients)['first']) => (await client.get(path)).json.data.meeting.agenda_items;
  const nth = (number: number): Item | undefined => agenda[number % Math.max(1, agenda.length)];
  const idOf = (number: number | null): string | null => (number === null ? null : (nth(number)?.id ?? null));
  const look = (by: Editor): void => {
    seen[by] = new Map(agenda.map((item) => [item.id, item.revision]));
  };
  const move = (
    by: Editor,
    id: string,
    to: { readonly before: string | null; readonly depth: number },
  ): Promise<TestAnswer> =>
    clients[by].post(`/ajax/agenda-items/${id}/move`, { before_id: to.before, depth: to.depth });
  const shape = (list: Agenda) => list.map(({ id, depth }) => `${depth} ${id}`);

  const steps = {
    async add({ by, before, depth }: Extract<Step, { kind: 'add' }>) {
      added += 1;
      const fields = {
        title: `Item ${added}`,
        description: '',
        minutes: [null, 10, 25][added % 3] ?? null,
        purpose: null,
      };
      const answer = await clients[by].post(`${path}/agenda-items`, { ...fields, depth, before_id: idOf(before) });
      expect(answer.status, answer.text).toBe(200);
      const { id, revision } = answer.json.data.agenda_item;
      const at = idOf(before) === null ? agenda.length : agenda.findIndex((item) => item.id === idOf(before));
      agenda = settled(agenda.toSpliced(at, 0, { ...{ id, depth, fields, revision }, changed: new Map() }));
      seen[by].set(id, revision);
    },
    async move(step: Extract<Step, { kind: 'move' }>) {
      const item = nth(step.which);
      if (!item) return;
      const to = { before: idOf(step.before), depth: step.depth };
      expect((await move(step.by, item.id, to)).status).toBe(200);
      agenda = moved(agenda, item.id, to);
    },
    async 'move at once'({ moves }: Extract<Step, { kind: 'move at once' }>) {
      const acts = moves.flatMap(({ which, before, depth }) => {
        const item = nth(which);
        return item ? [{ id: item.id, to: { before: idOf(before), depth } }] : [];
      });
      const answers = await Promise.all(acts.map(({ id, to }, index) => move(editors[index] ?? 'first', id, to)));
      for (const answer of answers) expect(answer.status, answer.text).toBe(200);
      // One of them was first.
      const orders = [acts, acts.toReversed()].map((order) =>
        order.reduce((list, { id, to }) => moved(list, id, to), agenda),
      );
      const now: readonly { id: string; depth: number }[] = await read(clients.first);
      const found = orders.find((order) => shape(order).join() === now.map(({ id, depth }) => `${depth} ${id}`).join());
      expect(found, `neither order leads to ${JSON.stringify(now.map(({ depth }) => depth))}`).toBeDefined();
      agenda = found ?? agenda;
    },
    async change({ by, which, field, value }: Extract<Step, { kind: 'change' }>) {
      const item = nth(which);
      if (!item) return;
      const base = seen[by].get(item.id) ?? item.revision;
      const wanted = values[field][value] ?? null;
      const answer = await clients[by].patch(`/ajax/agenda-items/${item.id}`, { revision: base, [field]: wanted });
      expect(answer.status, answer.text).toBe(200);
      const isStale = (item.changed.get(field) ?? 0) > base;
      const differs = item.fields[field] !== wanted;
      const reported = answer.json.data.conflicts.map((conflict: { field: string }) => conflict.field);
      expect(reported).toEqual(isStale && differs ? [field] : []);
      if (differs && !isStale) {
        Object.assign(item.fields, { [field]: wanted });
        item.revision += 1;
        item.changed.set(field, item.revision);
      }
      expect(answer.json.data.agenda_item).toMatchObject({ ...item.fields, revision: item.revision });
      seen[by].set(item.id, item.revision);
    },
    async delete({ by, which }: Extract<Step, { kind: 'delete' }>) {
      const item = nth(which);
      if (!item) return;
      const base = seen[by].get(item.id) ?? item.revision;
      const answer = await clients[by].delete(`/ajax/agenda-items/${item.id}?revision=${base}`);
      const isKept = [...item.changed.values()].some((revision) => revision > base);
      expect(answer.json.data.kept === null, answer.text).toBe(!isKept);
      if (!isKept) agenda = without(agenda, item.id);
      else seen[by].set(item.id, item.revision);
    },
    async look({ by }: Extract<Step, { kind: 'look' }>) {
      look(by);
    },
    async publish() {
      if (isPublished) return;
      expect((await clients.first.post(`${path}/publish`)).json.status).toBe('success');
      isPublished = true;
    },
    async 'member tries'({ which }: Extract<Step, { kind: 'member tries' }>) {
      const item = nth(which);
      if (!item) return;
      const refusal = isPublished ? 403 : 404;
      const answers = [
        await clients.member.patch(`/ajax/agenda-items/${item.id}`, { revision: item.revision, title: 'Mine' }),
        await clients.member.post(`/ajax/agenda-items/${item.id}/move`, { before_id: null, depth: 0 }),
        await clients.member.delete(`/ajax/agenda-items/${item.id}?revision=${item.revision}`),
        await clients.member.post(`${path}/agenda-items`, { title: 'Mine' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => refusal));
    },
  };

  const check = async (): Promise<void> => {
    const now: readonly Record<string, unknown>[] = await read(clients.second);
    expect(
      now.map(({ id, depth, title, description, minutes, purpose, revision }) => ({
        ...{ id, depth, revision },
        fields: { title, description, minutes, purpose },
      })),
    ).toEqual(agenda.map(({ id, depth, revision, fields }) => ({ id, depth, revision, fields })));
    const flat = agenda.map(({ depth, fields }) => ({ depth, minutes: fields.minutes }));
    const placed = numberAgenda(flat, null).map(({ number, offsetMinutes }) => ({ number, offset: offsetMinutes }));
    expect(placed).toEqual(numbered(agenda));
  };
  return {
    async run(step: Step): Promise<void> {
      await steps[step.kind](step as never);
      await check();
    },
    /** A member reads the same once it is published, and nothing before. */
    async checkForMember(): Promise<void> {
      const answer = await clients.member.get(path);
      expect(answer.status).toBe(isPublished ? 200 : 404);
      if (!isPublished) return;
      const titles = answer.json.data.meeting.agenda_items.map(({ title }: { title: string }) => title);
      expect(titles).toEqual(agenda.map(({ fields }) => fields.title));
    },
  };
}
