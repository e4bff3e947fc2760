import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AgendaStep, afterStep, agendaSteps } from './agenda-steps.ts';
import type { AgendaItemForm } from './meeting-form.ts';

function item(key: string, given: Partial<AgendaItemForm> = {}): AgendaItemForm {
  return { key, id: `id-${key}`, title: `Item ${key}`, presenter: '', description: '', minutes: null, ...given };
}
const items = (keys: string): AgendaItemForm[] => [...keys].map((key) => item(key));
const fresh = (key: string): AgendaItemForm => item(key, { id: null });

function carriedOut(saved: readonly AgendaItemForm[], steps: readonly AgendaStep[], wanted: readonly AgendaItemForm[]) {
  return steps.reduce((agenda, step) => afterStep(agenda, step, wanted, `id-${step.key}`), saved);
}

test('an unchanged agenda needs no call', () => {
  expect(agendaSteps(items('abc'), items('abc'))).toEqual([]);
});

test('one item that changes its place is one move, in either direction', () => {
  expect(agendaSteps(items('abcd'), items('dabc'))).toEqual([{ kind: 'move', key: 'd', beforeKey: 'a' }]);
  expect(agendaSteps(items('abcd'), items('bcda'))).toEqual([{ kind: 'move', key: 'a', beforeKey: null }]);
});

test('only the fields that changed are sent', () => {
  const wanted = [item('a'), item('b', { minutes: 20 })];
  expect(agendaSteps(items('ab'), wanted)).toEqual([{ kind: 'update', key: 'b', id: 'id-b', body: { minutes: 20 } }]);
});

test('a new item in the middle is added at the end and moved', () => {
  const steps = agendaSteps(items('ab'), [item('a'), fresh('n'), item('b')]);
  expect(steps.map((step) => step.kind)).toEqual(['add', 'move']);
  expect(steps[1]).toEqual({ kind: 'move', key: 'n', beforeKey: 'b' });
});

test('whatever was done on the screen, the steps lead there, also when the save broke off in between', () => {
  const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  fc.assert(
    fc.property(
      fc.shuffledSubarray(letters.slice(0, 6)),
      fc.shuffledSubarray(letters),
      fc.nat({ max: 20 }),
      (before, after, brokenAt) => {
        const saved = before.map((key) => item(key));
        const wanted = after.map((key) => (before.includes(key) ? item(key, { minutes: 5 }) : fresh(key)));
        const halfway = carriedOut(saved, agendaSteps(saved, wanted).slice(0, brokenAt), wanted);
        const known = wanted.map((each) => ({ ...each, id: halfway.find((one) => one.key === each.key)?.id ?? null }));
        const done = carriedOut(halfway, agendaSteps(halfway, known), known);
        expect(done.map((each) => each.key)).toEqual(after);
        expect(done.every((each) => each.minutes === (before.includes(each.key) ? 5 : null))).toBe(true);
        expect(agendaSteps(done, done)).toEqual([]);
      },
    ),
  );
});
