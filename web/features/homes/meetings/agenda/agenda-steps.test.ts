import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveAgendaItemTo, removeAgendaItem, settleDepths } from '#domain/agenda-order.ts';
import { type AgendaItemForm, newAgendaItem, type SavedAgendaItem, withFieldOf } from './agenda-item-form.ts';
import { type AgendaStep, nextAgendaStep } from './agenda-steps.ts';

const revisions = { title: 1, presenter: 1, purpose: 1, minutes: 1, description: 1 };
const unseen = { revisions, documentIds: [] };

/** For example, 'a b- c' means a, its sub-item b, and c, all saved. */
function agenda(text: string): readonly SavedAgendaItem[] {
  const words = text === '' ? [] : text.split(' ');
  return words.map((word) => {
    const key = word.replaceAll('-', '');
    return {
      ...newAgendaItem({ key, title: `Item ${key}`, depth: word.split('-').length - 1 }),
      id: `id-${key}`,
      ...unseen,
    };
  });
}
const shown = (items: readonly AgendaItemForm[]): string =>
  items.map(({ key, depth }) => key + '-'.repeat(depth)).join(' ');

function afterStep(
  saved: readonly SavedAgendaItem[],
  step: AgendaStep,
  wanted: readonly AgendaItemForm[],
): readonly SavedAgendaItem[] {
  const item = wanted.find(({ key }) => key === step.key) ?? newAgendaItem();
  switch (step.kind) {
    case 'delete':
      return removeAgendaItem(
        saved,
        saved.findIndex(({ key }) => key === step.key),
      );
    case 'update':
      return saved.map((each) =>
        each.key === step.key ? step.fields.reduce((next, field) => withFieldOf(next, field, item), each) : each,
      );
    case 'add': {
      const at = step.before === null ? saved.length : saved.findIndex(({ key }) => key === step.before);
      return settleDepths(saved.toSpliced(at, 0, { ...item, depth: step.body.depth, id: `id-${item.key}`, ...unseen }));
    }
    case 'move': {
      const places = saved.map((each) => ({ ...each, id: each.key }));
      const to = { before: step.before, depth: step.depth };
      return moveAgendaItemTo(places, step.key, to).map((each) => ({ ...each, id: `id-${each.key}` }));
    }
  }
}

function stepsBetween(before: readonly SavedAgendaItem[], wanted: readonly AgendaItemForm[]): readonly AgendaStep[] {
  const steps: AgendaStep[] = [];
  let saved = before;
  for (let step = nextAgendaStep(saved, wanted); step !== null; step = nextAgendaStep(saved, wanted)) {
    steps.push(step);
    saved = afterStep(saved, step, wanted);
    if (steps.length > 100) throw new Error('The steps do not end.');
  }
  expect(shown(saved)).toBe(shown(settleDepths(wanted)));
  return steps;
}

test('saving an agenda needs no call if nothing changed', () => {
  expect(stepsBetween(agenda('a b- c'), agenda('a b- c'))).toEqual([]);
});

test.each([
  ['moved up', 'a b c d', 'd a b c', { key: 'd', before: 'a', depth: 0 }],
  ['moved down', 'a b c d', 'b c d a', { key: 'a', before: null, depth: 0 }],
  ['moved over an item with sub-items', 'a b- c- d e', 'd a b- c- e', { key: 'd', before: 'a', depth: 0 }],
  ['moved below an item with sub-items', 'a b c- d-', 'b c- d- a', { key: 'a', before: null, depth: 0 }],
  ['became a sub-item with its own sub-items', 'a b c-', 'a b- c--', { key: 'b', before: null, depth: 1 }],
])('saving an agenda needs one call if an item %s', (_, before, after, move) => {
  expect(stepsBetween(agenda(before), agenda(after))).toEqual([{ kind: 'move', ...move }]);
});

test('saving an agenda needs one call if a new item was added in the middle', () => {
  const fresh = newAgendaItem({ key: 'n', depth: 1 });
  const steps = stepsBetween(agenda('a b'), agenda('a b').toSpliced(1, 0, { ...fresh, id: '', ...unseen }));
  expect(steps).toMatchObject([{ kind: 'add', key: 'n', before: 'b', body: { depth: 1 } }]);
});

test('only the changed fields of an agenda item are sent, each with the revision at which it was read', () => {
  const [item] = agenda('a');
  if (item === undefined) throw new Error('There is no item.');
  const saved = { ...item, revisions: { ...revisions, minutes: 3 } };
  const wanted = { ...saved, title: 'Renamed', minutes: 20, presenter: 'Ruth Okafor', presenterId: 'ruth' };
  const steps = stepsBetween([saved], [wanted]);
  expect(steps).toEqual([
    {
      kind: 'update',
      key: 'a',
      fields: ['title', 'presenter'],
      body: { revision: 1, title: 'Renamed', presenter: 'Ruth Okafor', presenter_id: 'ruth' },
    },
    { kind: 'update', key: 'a', fields: ['minutes'], body: { revision: 3, minutes: 20 } },
  ]);
  expect(nextAgendaStep([saved], [wanted], () => true)).toBeNull();
});

test('the computed steps can turn any agenda into any other', () => {
  const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const nested = (keys: readonly string[], depths: readonly number[]) =>
    settleDepths(agenda(keys.join(' ')).map((item, index) => ({ ...item, depth: depths[index] ?? 0 })));
  fc.assert(
    fc.property(
      fc.shuffledSubarray(letters.slice(0, 6)),
      fc.array(fc.nat(2), { minLength: 8, maxLength: 8 }),
      fc.shuffledSubarray(letters),
      fc.array(fc.nat(2), { minLength: 8, maxLength: 8 }),
      (before, depthsBefore, after, depthsAfter) => {
        const steps = stepsBetween(nested(before, depthsBefore), nested(after, depthsAfter));
        expect(steps.length).toBeLessThanOrEqual(24);
      },
    ),
    { numRuns: 400 },
  );
});
