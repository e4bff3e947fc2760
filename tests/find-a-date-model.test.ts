import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestOptions, type DateAnswer, dateAnswers } from '#domain/date-finding.ts';
import { meetingUid } from '#server/features/core/secret-addresses/present.ts';
import type { TestAnswer } from './support/client.ts';
import { makeBoard, makeMember } from './support/factories.ts';
import { type Outcome, outcomeOf, playModel, type StepOf, step } from './support/model.ts';
import { testApp } from './support/test-app.ts';

/**
 * Finding a date: answers signed in, by magic link, for others and at the same time, while dates are offered, removed, called off and
 * picked. Every acknowledged answer is shown to those who may see it, and the totals and best dates add up.
 */
const server = testApp();

/** Dates that may be offered; steps name them by their position. The last one is over several days. */
const slots = [0, 1, 2, 3, 4].map((nth) => ({
  start: new Date(Date.UTC(2027, 0, 4 + 7 * nth, 14)).toISOString(),
  end: new Date(Date.UTC(2027, 0, 4 + 7 * nth + (nth === 4 ? 2 : 0), 16)).toISOString(),
}));
const slotNumbers = slots.map((_, nth) => nth);

/** The magic visitor is a member, too. */
const people = ['member', 'magic', 'admin', 'pending'] as const;
type Person = (typeof people)[number];
const answering = ['member', 'magic', 'admin'] as const;

const slot = fc.constantFrom(...slotNumbers);
const given = fc.record({ slot, answer: fc.constantFrom(...dateAnswers, null) });
type Given = StepOf<typeof given>;
const answers = fc.array(given, { minLength: 1, maxLength: 3 });
const editor = fc.constantFrom('admin' as const, 'admin' as const, 'admin' as const, 'member' as const);
const anyStep = fc.oneof(
  step(5, 'answer', { actor: fc.constantFrom(...answering, 'outsider' as const), answers }),
  step(2, 'answer at once', { answers: fc.tuple(given) }),
  step(2, 'answer for', {
    ...{ actor: editor, answers },
    target: fc.constantFrom('pending' as const, 'pending' as const, 'member' as const, 'outsider' as const),
  }),
  step(2, 'offer', { actor: editor, slots: fc.subarray(slotNumbers) }),
  step(2, 'remove', { slot }),
  step(1, 'pick', { actor: editor, slot }),
  step(3, 'move', { to: fc.constantFrom('publish' as const, 'cancel' as const, 'restore' as const) }),
);
type Step = StepOf<typeof anyStep>;

test(
  'any way of finding a date shows every acknowledged answer, and its totals and best dates add up',
  {
    timeout: 600_000,
  },
  () =>
    playModel({
      ...{ runs: Number(process.env.DATES_RUNS ?? 12), given: fc.boolean(), step: anyStep, lengths: [4, 16] },
      async open(isAsked) {
        const search = await makeSearch();
        if (isAsked) await search.run({ kind: 'move', to: 'publish' });
        return search;
      },
      run: (search, each) => search.run(each),
      check: (search) => search.checkEnd(),
    }),
);

async function makeSearch() {
  const { context } = server;
  const board = await makeBoard(context);
  const members = {
    member: await makeMember(context, { board }),
    magic: await makeMember(context, { board }),
    admin: await makeMember(context, { board, isBoardAdmin: true }),
    pending: await makeMember(context, { board, status: 'invited' }),
    outsider: await makeMember(context),
  };
  const clients = {
    member: await server.signIn(members.member),
    magic: server.stranger(),
    admin: await server.signIn(members.admin),
    outsider: await server.signIn(members.outsider),
  };
  const title = `Strategy day ${randomUUID()}`;
  const made = await clients.admin.post('/ajax/meetings', {
    ...{ title, type: 'hybrid', location: '', join_url: '', description: '' },
    date_options: slots.slice(0, 3),
  });
  const { id } = made.json.data.meeting;
  const path = `/ajax/meetings/${id}`;
  const uid = meetingUid(context.secrets, { memberId: members.magic.id, meetingId: id, generation: 1 });
  const magic = `/ajax/magic/meetings/${uid}`;

  let state: 'draft' | 'finding-date' | 'cancelled' | 'published' = 'draft';
  let picked: number | null = null;
  /** Acknowledged answers by offered slot and person. */
  const offered = new Map<number, Map<Person, DateAnswer>>([0, 1, 2].map((nth) => [nth, new Map()]));
  const inOrder = () => [...offered.keys()].toSorted();
  /** The last known id of each slot. A slot that was never offered has an unknown id. */
  const optionIds = new Map<number, string>(slotNumbers.map((nth) => [nth, randomUUID()]));

  const totals = (reader: Person) => {
    const options = inOrder().map((nth) => {
      const all = [...(offered.get(nth)?.values() ?? [])];
      const count = (answer: DateAnswer): number => all.filter((each) => each === answer).length;
      const own = offered.get(nth)?.get(reader) ?? null;
      return { ...slots[nth], yes: count('yes'), if_need_be: count('if-need-be'), no: count('no'), own_answer: own };
    });
    const best = bestOptions(options);
    return options.map((option) => ({ ...option, is_best: best.has(option) }));
  };
  const keep = (person: Person, all: readonly Given[]): void => {
    for (const each of all) {
      if (each.answer === null) offered.get(each.slot)?.delete(person);
      else offered.get(each.slot)?.set(person, each.answer);
    }
  };
  const offer = (wanted: readonly number[]): void => {
    for (const nth of slotNumbers) {
      if (!wanted.includes(nth)) offered.delete(nth);
      else if (!offered.has(nth)) offered.set(nth, new Map());
    }
  };
  const answerAs = (actor: keyof typeof clients, all: readonly Given[]): Promise<TestAnswer> =>
    clients[actor].post(`${actor === 'magic' ? magic : path}/dates`, bodyOf(all));
  const bodyOf = (all: readonly Given[]) => ({
    answers: all.map((each) => ({ option_id: optionIds.get(each.slot), answer: each.answer })),
  });
  const outcomeOfAnswers = (all: readonly Given[]): Outcome =>
    state === 'finding-date' && all.every((each) => offered.has(each.slot)) ? 'success' : 'declined';
  /** For what editors do: a draft does not exist for others. */
  const byEditor = (actor: 'admin' | 'member', outcome: Outcome): Outcome =>
    actor === 'admin' ? outcome : state === 'draft' ? 404 : 403;

  interface Tried {
    readonly send: () => Promise<TestAnswer>;
    readonly outcome: Outcome;
    readonly learn: () => void;
  }
  function tryAnswer(actor: keyof typeof clients, all: readonly Given[]): Tried {
    const isHidden = actor === 'outsider' || (state === 'draft' && actor !== 'admin');
    return {
      ...{ send: () => answerAs(actor, all), outcome: isHidden ? 404 : outcomeOfAnswers(all) },
      learn: () => actor !== 'outsider' && keep(actor, all),
    };
  }
  function tryAnswerFor({ actor, target, answers: all }: Extract<Step, { kind: 'answer for' }>): Tried {
    // The admin may only clear the answers of members who can sign in.
    const isTheirs = target === 'member' && all.some(({ answer }) => answer !== null);
    const isInvited = state !== 'draft' && target !== 'outsider';
    return {
      send: () => clients[actor].post(`${path}/invitees/${members[target].id}/dates`, bodyOf(all)),
      outcome: byEditor(actor, !isInvited ? 404 : isTheirs ? 403 : outcomeOfAnswers(all)),
      learn: () => target !== 'outsider' && keep(target, all),
    };
  }
  function tryOffer(actor: 'admin' | 'member', wanted: readonly number[]): Tried {
    const isOpen = state === 'draft' || state === 'finding-date';
    return {
      send: () =>
        clients[actor].patch(path, { date_options: wanted.map((nth) => slots[nth]), date_options_before: slots }),
      outcome: wanted.length < 2 ? 422 : byEditor(actor, isOpen ? 'success' : 'declined'),
      learn: () => offer(wanted),
    };
  }
  function tryPick({ actor, slot: nth }: Extract<Step, { kind: 'pick' }>): Tried {
    const outcome = state !== 'finding-date' ? 'declined' : offered.has(nth) ? 'success' : 404;
    return {
      send: () => clients[actor].post(`${path}/dates/${optionIds.get(nth)}/pick`),
      outcome: byEditor(actor, outcome),
      learn: () => {
        state = 'published';
        picked = nth;
      },
    };
  }
  const moves = { publish: ['draft', 'finding-date'], cancel: ['finding-date', 'cancelled'] } as const;
  function tryMove(to: 'publish' | 'cancel' | 'restore'): Tried {
    const [from, after] = to === 'restore' ? (['cancelled', 'finding-date'] as const) : moves[to];
    return {
      ...{ send: () => clients.admin.post(`${path}/${to}`), outcome: state === from ? 'success' : 'declined' },
      learn: () => {
        state = after;
      },
    };
  }
  function triedBy(each: Exclude<Step, { kind: 'answer at once' }>): Tried {
    if (each.kind === 'answer') return tryAnswer(each.actor, each.answers);
    if (each.kind === 'answer for') return tryAnswerFor(each);
    if (each.kind === 'offer') return tryOffer(each.actor, each.slots);
    if (each.kind === 'pick') return tryPick(each);
    if (each.kind === 'move') return tryMove(each.to);
    return tryOffer(
      'admin',
      [...offered.keys()].filter((nth) => nth !== each.slot),
    );
  }

  const whole = async (actor: 'member' | 'admin') => (await clients[actor].get(path)).json.data.meeting;
  const check = async (): Promise<void> => {
    const seen = await whole('admin');
    expect(seen.state).toBe(state);
    if (picked !== null) {
      expect(seen).toMatchObject({ ...slots[picked], finds_date: false, date_search: null });
      return;
    }
    const { options, rows } = seen.date_search;
    expect(options).toMatchObject(totals('admin'));
    for (const [nth, offeredSlot] of inOrder().entries()) optionIds.set(offeredSlot, options[nth].id);
    if (state === 'draft') return;
    const byMember = new Map(rows.map((row: { member_id: string; answers: unknown }) => [row.member_id, row.answers]));
    for (const person of people) {
      const own = inOrder().map((nth) => offered.get(nth)?.get(person) ?? null);
      expect(byMember.get(members[person].id), person).toEqual(own);
    }
  };
  await check();

  return {
    async run(each: Step): Promise<void> {
      // Cancelling and restoring a meeting with a date is not part of finding one.
      if (picked !== null && each.kind === 'move') return;
      const tried =
        each.kind === 'answer at once' ? answering.map((who) => tryAnswer(who, each.answers)) : [triedBy(each)];
      const sent = await Promise.all(tried.map(({ send }) => send()));
      for (const [nth, { outcome, learn }] of tried.entries()) {
        const answer = sent[nth] as TestAnswer;
        expect(outcomeOf(answer), `${JSON.stringify(each)} in ${state}: ${answer.text}`).toBe(outcome);
        if (outcome === 'success') learn();
      }
      await check();
    },

    /** What invitees see, signed in and by the link, and the mail that they get. */
    async checkEnd(): Promise<void> {
      if (state === 'draft') return;
      const [visited, seen] = [(await clients.magic.get(magic)).json.data.meeting, await whole('member')];
      if (picked === null) {
        expect(seen.date_search.options).toMatchObject(totals('member'));
        expect(visited.date_search).toMatchObject({ rows: null, options: totals('magic') });
        return;
      }
      // Yes to a date is not a reply to the meeting.
      const replies = seen.invitees.map(
        (each: { meeting_status: { acceptance: string } }) => each.meeting_status.acceptance,
      );
      expect(replies).toEqual(Array(4).fill('none'));
      expect(visited).toMatchObject({ ...slots[picked], date_search: null });
      await context.runJobs();
      const found = context.sent.filter(({ subject }) => subject.startsWith('Date found') && subject.includes(title));
      for (const person of people) {
        const own = found.filter(({ to }) => to.address === members[person].email);
        expect(own.length, person).toBe(person === 'pending' ? 0 : 1);
      }
    },
  };
}
