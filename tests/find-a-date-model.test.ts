import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DateAnswer, dateAnswers } from '#domain/date-finding.ts';
import { meetingUid } from '#server/features/core/secret-addresses/present.ts';
import type { TestAnswer, TestClient } from './support/client.ts';
import { type MadeMember, makeBoard, makeMember } from './support/factories.ts';
import { testApp } from './support/test-app.ts';

/**
 * Find-a-date against a model: any sequence of asking, answering (signed in, by magic link, for
 * others, at once), changing and removing dates, calling off and picking leaves the answers, totals, best dates and state
 * that the model says.
 */
const server = testApp();

/** Days that may be offered; what a step calls a slot is its place here. */
const slots = [0, 1, 2, 3, 4].map((nth) => ({
  start: new Date(Date.UTC(2027, 0, 4 + 7 * nth, 14)).toISOString(),
  // The last one is over several days.
  end: new Date(Date.UTC(2027, 0, 4 + 7 * nth + (nth === 4 ? 2 : 0), 16)).toISOString(),
}));
const slotNumbers = slots.map((_, nth) => nth);

const actors = ['member', 'magic', 'admin', 'outsider'] as const;
type Actor = (typeof actors)[number];
/** Whose answers there may be: a magic visitor is a member of its own. */
const people = ['member', 'magic', 'admin', 'pending'] as const;
type Person = (typeof people)[number];

interface Given {
  readonly slot: number;
  readonly answer: DateAnswer | null;
}
type Step =
  | { readonly kind: 'ask' }
  | { readonly kind: 'answer'; readonly actor: Actor; readonly answers: readonly Given[] }
  | { readonly kind: 'answer at once'; readonly given: Given }
  | {
      readonly kind: 'answer for';
      readonly actor: 'admin' | 'member';
      readonly target: 'pending' | 'member' | 'outsider';
      readonly answers: readonly Given[];
    }
  | { readonly kind: 'offer'; readonly actor: 'admin' | 'member'; readonly slots: readonly number[] }
  | { readonly kind: 'remove'; readonly slot: number }
  | { readonly kind: 'call off' }
  | { readonly kind: 'take back' }
  | { readonly kind: 'pick'; readonly actor: 'admin' | 'member'; readonly slot: number };

type Expected = 'success' | 'declined' | 403 | 404 | 422;

interface Model {
  state: 'draft' | 'finding-date' | 'cancelled' | 'published';
  readonly offered: Set<number>;
  /** Of what is offered, by slot and person. */
  readonly answers: Map<number, Map<Person, DateAnswer>>;
}

/** What is said to an answer; the model's own state decides, nothing of the product's. */
function expectedOfAnswer(model: Model, answers: readonly Given[]): Expected {
  if (model.state !== 'finding-date') return 'declined';
  return answers.every(({ slot }) => model.offered.has(slot)) ? 'success' : 'declined';
}

function expectedOf(model: Model, step: Exclude<Step, { kind: 'answer at once' | 'remove' }>): Expected {
  const isDraft = model.state === 'draft';
  switch (step.kind) {
    case 'ask':
      return isDraft ? 'success' : 'declined';
    case 'answer':
      if (step.actor === 'outsider' || (isDraft && step.actor !== 'admin')) return 404;
      return expectedOfAnswer(model, step.answers);
    case 'answer for':
      if (step.actor === 'member') return isDraft ? 404 : 403;
      // Nobody is invited to a draft.
      if (isDraft || step.target === 'outsider') return 404;
      if (step.target === 'member' && step.answers.some(({ answer }) => answer !== null)) return 403;
      return expectedOfAnswer(model, step.answers);
    case 'offer':
      if (step.slots.length < 2) return 422;
      if (step.actor === 'member') return isDraft ? 404 : 403;
      return isDraft || model.state === 'finding-date' ? 'success' : 'declined';
    case 'call off':
      return model.state === 'finding-date' ? 'success' : 'declined';
    case 'take back':
      return model.state === 'cancelled' ? 'success' : 'declined';
    case 'pick':
      if (step.actor === 'member') return isDraft ? 404 : 403;
      if (model.state !== 'finding-date') return 'declined';
      return model.offered.has(step.slot) ? 'success' : 404;
  }
}

function keep(model: Model, person: Person, answers: readonly Given[]): void {
  for (const { slot, answer } of answers) {
    if (answer === null) model.answers.get(slot)?.delete(person);
    else model.answers.get(slot)?.set(person, answer);
  }
}

function offer(model: Model, wanted: readonly number[]): void {
  for (const slot of slotNumbers) {
    if (!wanted.includes(slot)) {
      model.offered.delete(slot);
      model.answers.delete(slot);
    } else if (!model.offered.has(slot)) {
      model.offered.add(slot);
      model.answers.set(slot, new Map());
    }
  }
}

/** What everybody should see of the dates. */
function expectedOptions(model: Model, reader: Person) {
  const options = [...model.offered].toSorted().map((slot) => {
    const given = [...(model.answers.get(slot)?.values() ?? [])];
    const count = (answer: DateAnswer): number => given.filter((each) => each === answer).length;
    const own = model.answers.get(slot)?.get(reader) ?? null;
    return { ...slots[slot], yes: count('yes'), if_need_be: count('if-need-be'), no: count('no'), own_answer: own };
  });
  const ranked = options.toSorted((a, b) => b.yes + b.if_need_be - (a.yes + a.if_need_be) || b.yes - a.yes);
  const [top] = ranked;
  return options.map((option) => ({
    ...option,
    is_best:
      top !== undefined &&
      top.yes + top.if_need_be > 0 &&
      option.yes === top.yes &&
      option.if_need_be === top.if_need_be,
  }));
}

const anySlot = fc.constantFrom(...slotNumbers);
const anyGiven = fc.record({ slot: anySlot, answer: fc.constantFrom(...dateAnswers, null) });
const someAnswers = fc.array(anyGiven, { minLength: 1, maxLength: 3 });
const editor = fc.constantFrom('admin' as const, 'admin' as const, 'admin' as const, 'member' as const);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      actor: fc.constantFrom(...actors),
      answers: someAnswers,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('answer at once' as const), given: anyGiven }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('answer for' as const),
      actor: editor,
      target: fc.constantFrom('pending' as const, 'pending' as const, 'member' as const, 'outsider' as const),
      answers: someAnswers,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('offer' as const), actor: editor, slots: fc.subarray(slotNumbers) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), slot: anySlot }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'ask' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'call off' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'take back' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pick' as const), actor: editor, slot: anySlot }) },
);

const outcomeOf = ({ status, json }: TestAnswer): Expected =>
  status === 200 ? (json.status === 'success' ? 'success' : 'declined') : (status as Expected);

/** `DATES_RUNS` runs more of it; the seed is printed by a failure. */
const numRuns = Number(process.env.DATES_RUNS ?? 12);

test('S1.3 S9.4 any way of finding a date leaves the answers, totals, best dates and state of the model', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(anyStep, { minLength: 4, maxLength: 16 }), async (isAsked, sequence) => {
      const world = await makeWorld();
      if (isAsked) await world.run({ kind: 'ask' });
      for (const step of sequence) await world.run(step);
      await world.checkEnd();
    }),
    { numRuns },
  );
});

async function makeWorld() {
  const { context } = server;
  const board = await makeBoard(context);
  const members: Readonly<Record<Person, MadeMember>> = {
    member: await makeMember(context, { board }),
    magic: await makeMember(context, { board }),
    admin: await makeMember(context, { board, isBoardAdmin: true }),
    pending: await makeMember(context, { board, status: 'invited' }),
  };
  const outsider = await makeMember(context);
  const clients: Readonly<Record<Actor, TestClient>> = {
    member: await server.signIn(members.member),
    admin: await server.signIn(members.admin),
    outsider: await server.signIn(outsider),
    magic: server.stranger(),
  };
  const title = `Strategy day ${randomUUID()}`;
  const made = await clients.admin.post('/ajax/meetings', {
    ...{ title, type: 'hybrid', location: '', join_url: '', description: '' },
    date_options: slots.slice(0, 3),
  });
  const { id } = made.json.data.meeting;
  const uid = meetingUid(context.secrets, { memberId: members.magic.id, meetingId: id, generation: 1 });
  const model: Model = { state: 'draft', offered: new Set(), answers: new Map() };
  offer(model, [0, 1, 2]);
  /** What each slot was last known by; one that was never offered has an id that is nobody's. */
  const optionIds = new Map<number, string>(slotNumbers.map((slot) => [slot, randomUUID()]));
  let picked: number | null = null;

  const body = (answers: readonly Given[]) => ({
    answers: answers.map(({ slot, answer }) => ({ option_id: optionIds.get(slot), answer })),
  });
  const answerAs = (actor: Actor, answers: readonly Given[]): Promise<TestAnswer> =>
    actor === 'magic'
      ? clients.magic.post(`/ajax/magic/meetings/${uid}/dates`, body(answers))
      : clients[actor].post(`/ajax/meetings/${id}/dates`, body(answers));
  const send = (step: Exclude<Step, { kind: 'answer at once' | 'remove' }>): Promise<TestAnswer> => {
    const path = `/ajax/meetings/${id}`;
    switch (step.kind) {
      case 'ask':
        return clients.admin.post(`${path}/publish`);
      case 'answer':
        return answerAs(step.actor, step.answers);
      case 'answer for': {
        const target = step.target === 'outsider' ? outsider : members[step.target];
        return clients[step.actor].post(`${path}/invitees/${target.id}/dates`, body(step.answers));
      }
      case 'offer':
        return clients[step.actor].patch(path, {
          date_options: step.slots.map((slot) => slots[slot]),
          date_options_before: slots,
        });
      case 'call off':
        return clients.admin.post(`${path}/cancel`);
      case 'take back':
        return clients.admin.post(`${path}/restore`);
      case 'pick':
        return clients[step.actor].post(`${path}/dates/${optionIds.get(step.slot)}/pick`);
    }
  };
  const learn = (step: Exclude<Step, { kind: 'answer at once' | 'remove' }>): void => {
    if (step.kind === 'ask' || step.kind === 'take back') model.state = 'finding-date';
    else if (step.kind === 'call off') model.state = 'cancelled';
    else if (step.kind === 'offer') offer(model, step.slots);
    else if (step.kind === 'answer' && step.actor !== 'outsider') keep(model, step.actor, step.answers);
    else if (step.kind === 'answer for' && step.target !== 'outsider') keep(model, step.target, step.answers);
    else if (step.kind === 'pick') {
      model.state = 'published';
      picked = step.slot;
    }
  };
  const whole = async (actor: 'member' | 'admin') =>
    (await clients[actor].get(`/ajax/meetings/${id}`)).json.data.meeting;

  const check = async (): Promise<void> => {
    const seen = await whole('admin');
    expect(seen.state).toBe(model.state);
    if (picked !== null) {
      expect(seen).toMatchObject({ ...slots[picked], finds_date: false, date_search: null });
      return;
    }
    const { options, rows } = seen.date_search;
    expect(options).toMatchObject(expectedOptions(model, 'admin'));
    for (const [nth, slot] of [...model.offered].toSorted().entries()) optionIds.set(slot, options[nth].id);
    if (model.state === 'draft') return;
    const byMember = new Map(rows.map((row: { member_id: string; answers: unknown }) => [row.member_id, row.answers]));
    for (const person of people) {
      const own = [...model.offered].toSorted().map((slot) => model.answers.get(slot)?.get(person) ?? null);
      expect(byMember.get(members[person].id), person).toEqual(own);
    }
  };
  await check();

  return {
    async run(step: Step): Promise<void> {
      if (step.kind === 'answer at once') {
        const answers = [step.given];
        const all = await Promise.all((['member', 'magic', 'admin'] as const).map((who) => answerAs(who, answers)));
        for (const [nth, who] of (['member', 'magic', 'admin'] as const).entries()) {
          const expected = expectedOf(model, { kind: 'answer', actor: who, answers });
          expect(outcomeOf(all[nth] as TestAnswer), JSON.stringify(step)).toBe(expected);
          if (expected === 'success') keep(model, who, answers);
        }
      } else {
        const done: Exclude<Step, { kind: 'answer at once' | 'remove' }> =
          step.kind === 'remove'
            ? { kind: 'offer', actor: 'admin', slots: [...model.offered].filter((slot) => slot !== step.slot) }
            : step;
        // Of a meeting that has its date other tests tell.
        if (picked !== null && (done.kind === 'call off' || done.kind === 'take back' || done.kind === 'ask')) return;
        const expected = expectedOf(model, done);
        const answer = await send(done);
        expect(outcomeOf(answer), `${JSON.stringify(done)} in ${model.state}: ${answer.text}`).toBe(expected);
        if (expected === 'success') learn(done);
      }
      await check();
    },

    /** What invitees see, signed in and by the link, and what they heard. */
    async checkEnd(): Promise<void> {
      if (model.state === 'draft') return;
      const visited = (await clients.magic.get(`/ajax/magic/meetings/${uid}`)).json.data.meeting;
      if (picked === null) {
        expect((await whole('member')).date_search.options).toMatchObject(expectedOptions(model, 'member'));
        expect(visited.date_search).toMatchObject({ rows: null, options: expectedOptions(model, 'magic') });
        return;
      }
      const scheduled = await whole('member');
      // A yes to a date is no reply.
      expect(
        scheduled.invitees.map((each: { meeting_status: { acceptance: string } }) => each.meeting_status.acceptance),
      ).toEqual(Array(4).fill('none'));
      expect(visited).toMatchObject({ ...slots[picked], date_search: null });
      await context.runJobs();
      for (const person of people) {
        const mails = context.sent.filter(
          (mail) => mail.to.address === members[person].email && mail.subject.includes(title),
        );
        const reported = person === 'pending' ? 0 : 1;
        expect(mails.filter((mail) => mail.subject.startsWith('Date found')).length, person).toBe(reported);
      }
    },
  };
}
