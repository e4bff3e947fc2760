import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pollChoices, pollResults } from '#domain/polls.ts';
import type { TestAnswer, TestClient } from './support/client.ts';
import { makeBoard, makeInvitee, makeMeeting, makeMember } from './support/factories.ts';
import { closeDuePolls } from './support/polls.ts';
import { testApp } from './support/test-app.ts';

/**
 * Polls against a model: any sequence of votes (signed in, by magic link, at once), closing by hand and
 * by time, opening again, writing anew, deleting and restoring, over every kind of poll, leaves what the model says, and shows
 * each reader the results that the poll's rule allows.
 */
const server = testApp();

const begin = new Date('2026-11-16T12:00:00Z');
const closesAfterMinutes = 60;

const voters = ['member', 'magic', 'admin'] as const;
type Voter = (typeof voters)[number];
const actors = [...voters, 'uninvited', 'outsider'] as const;
type Actor = (typeof actors)[number];

interface Kind {
  readonly choice: (typeof pollChoices)[number];
  readonly is_anonymous: boolean;
  readonly results: (typeof pollResults)[number];
  readonly hasTime: boolean;
}

/** Options by their place; 3 is one of another poll. */
type Chosen = readonly number[];
const optionTexts = ['Yes', 'No', 'Abstain'];

type Step =
  | { readonly kind: 'vote'; readonly actor: Actor; readonly chosen: Chosen }
  | { readonly kind: 'vote at once'; readonly chosen: readonly Chosen[] }
  | { readonly kind: 'close' | 'open again' | 'write anew' | 'delete' | 'restore'; readonly actor: 'admin' | 'member' }
  | { readonly kind: 'wait'; readonly minutes: number };

type Expected = 'success' | 'declined' | 403 | 404 | 422;

interface Model {
  readonly kind: Kind;
  readonly votes: Map<Voter, ReadonlySet<number>>;
  isClosedByHand: boolean;
  /** Minutes from the beginning; null: by hand alone. */
  closesAt: number | null;
  isDeleted: boolean;
  minute: number;
}

const isClosed = (model: Model): boolean =>
  model.isClosedByHand || (model.closesAt !== null && model.closesAt <= model.minute);

function fits({ kind }: Model, chosen: Chosen): boolean {
  if (chosen.includes(3) || new Set(chosen).size !== chosen.length) return false;
  return kind.choice === 'multiple' || chosen.length === 1;
}

function expectedOfVote(model: Model, actor: Actor, chosen: Chosen): Expected {
  if (chosen.length === 0) return 422;
  if (actor === 'outsider' || model.isDeleted) return 404;
  if (actor === 'uninvited' || isClosed(model) || !fits(model, chosen)) return 'declined';
  return model.kind.is_anonymous && model.votes.has(actor) ? 'declined' : 'success';
}

function expectedOfAct(model: Model, step: Extract<Step, { readonly actor: 'admin' | 'member' }>): Expected {
  if (step.kind === 'restore' ? !model.isDeleted : model.isDeleted) return 404;
  if (step.actor === 'member') return 403;
  if (step.kind === 'write anew') return model.votes.size > 0 ? 'declined' : 'success';
  if (step.kind === 'close') return isClosed(model) ? 'declined' : 'success';
  // Once the results of an anonymous poll were seen, one more vote would show what it was.
  if (step.kind === 'open again') return model.kind.is_anonymous && isClosed(model) ? 'declined' : 'success';
  return 'success';
}

function areResultsSeen(model: Model, reader: Voter): boolean {
  const { is_anonymous: isAnonymous, results } = model.kind;
  // Two who know that they alone have answered know each other's answers.
  if (isAnonymous && model.votes.size < 3) return false;
  if (isClosed(model)) return true;
  if (isAnonymous || results === 'after-closing') return false;
  return results === 'always' || model.votes.has(reader);
}

/** What a reader is shown. */
function expectedPoll(model: Model, reader: Voter, nameOf: (voter: Voter) => string) {
  const seen = areResultsSeen(model, reader);
  const { is_anonymous: isAnonymous } = model.kind;
  const choosers = (option: number) => voters.filter((voter) => model.votes.get(voter)?.has(option));
  const own = model.votes.get(reader);
  return {
    is_closed: isClosed(model),
    has_answered: own !== undefined,
    response_count: model.votes.size,
    invitee_count: voters.length,
    own: isAnonymous || own === undefined ? null : [...own].toSorted(),
    canAnswer: !isClosed(model) && !(isAnonymous && own !== undefined),
    options: optionTexts.map((text, option) => ({
      text,
      votes: seen ? choosers(option).length : null,
      voters: seen && !isAnonymous && reader !== 'magic' ? choosers(option).map(nameOf).toSorted() : null,
    })),
  };
}

const anyKind: fc.Arbitrary<Kind> = fc
  .record({
    choice: fc.constantFrom(...pollChoices),
    is_anonymous: fc.boolean(),
    results: fc.constantFrom(...pollResults),
    hasTime: fc.boolean(),
  })
  .map((kind) => (kind.is_anonymous ? { ...kind, results: 'after-closing' } : kind));
const anyChosen = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...[0, 1, 2]).map((option) => [option]) },
  { weight: 2, arbitrary: fc.subarray([0, 1, 2]) },
  { weight: 1, arbitrary: fc.constantFrom([3], [0, 3], [1, 1]) },
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('vote' as const), actor: fc.constantFrom(...actors), chosen: anyChosen }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('vote at once' as const),
      chosen: fc.array(anyChosen, { minLength: 3, maxLength: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(...(['close', 'open again', 'write anew', 'delete', 'restore', 'restore'] as const)),
      actor: fc.constantFrom('admin' as const, 'admin' as const, 'member' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(59, 1, 60) }) },
);

const outcomeOf = ({ status, json }: TestAnswer): Expected =>
  status === 200 ? (json.status === 'success' ? 'success' : 'declined') : (status as Expected);

/** `POLLS_RUNS` runs more of it; the seed is printed by a failure. */
const numRuns = Number(process.env.POLLS_RUNS ?? 15);

test('S1.3 polls of every kind count what the model counts, and show results as their rule says', {
  timeout: 600_000,
}, async () => {
  const people = await makePeople();
  await fc.assert(
    fc.asyncProperty(anyKind, fc.array(anyStep, { minLength: 3, maxLength: 14 }), async (kind, sequence) => {
      const world = await makeWorld(people, kind);
      for (const step of sequence) await world.run(step);
      await world.check(true);
    }),
    { numRuns },
  );
});

type People = Awaited<ReturnType<typeof makePeople>>;

async function makePeople() {
  const { context } = server;
  context.clock.set(begin);
  const board = await makeBoard(context);
  const names: Readonly<Record<Voter, string>> = { member: 'Amara Gill', magic: 'Bo Moser', admin: 'Cleo Raman' };
  const make = (who: Voter, isBoardAdmin = false) => {
    const [firstName = '', lastName = ''] = names[who].split(' ');
    return makeMember(context, { board, firstName, lastName, isBoardAdmin });
  };
  const members = { member: await make('member'), magic: await make('magic'), admin: await make('admin', true) };
  const uninvited = await makeMember(context, { board });
  return { board, names, members, uninvited, outsider: await makeMember(context) };
}

async function makeWorld(people: People, kind: Kind) {
  const { context } = server;
  const { board, members, names } = people;
  context.clock.set(begin);
  const meeting = await makeMeeting(context, { board });
  const uids = { member: '', magic: '', admin: '' };
  for (const voter of voters) uids[voter] = (await makeInvitee(context, { meeting, member: members[voter] })).uid;
  const clients: Readonly<Record<Exclude<Actor, 'magic'>, TestClient>> = {
    member: await server.signIn(members.member),
    admin: await server.signIn(members.admin),
    uninvited: await server.signIn(people.uninvited),
    outsider: await server.signIn(people.outsider),
  };
  const visitor = server.stranger();
  const { hasTime, ...rules } = kind;
  const input = {
    ...{ question: 'Lunch together?', options: optionTexts, ...rules },
    closes_at: hasTime ? new Date(begin.getTime() + closesAfterMinutes * 60_000).toISOString() : null,
  };
  const made = await clients.admin.post(`/ajax/meetings/${meeting.id}/polls`, input);
  const pollId: string = made.json.data.poll.id;
  const other = await clients.admin.post(`/ajax/meetings/${meeting.id}/polls`, { ...input, question: 'Another?' });
  const idsOf = (poll: { options: { id: string }[] }): string[] => poll.options.map((option) => option.id);
  const foreignId = idsOf(other.json.data.poll)[0] ?? '';
  let optionIds = idsOf(made.json.data.poll);
  const model: Model = {
    ...{ kind, votes: new Map(), isClosedByHand: false, isDeleted: false, minute: 0 },
    closesAt: hasTime ? closesAfterMinutes : null,
  };

  const vote = (actor: Actor, chosen: Chosen): Promise<TestAnswer> => {
    const body = { option_ids: chosen.map((option) => optionIds[option] ?? foreignId) };
    return actor === 'magic'
      ? visitor.post(`/ajax/magic/meetings/${uids.magic}/polls/${pollId}/response`, body)
      : clients[actor].post(`/ajax/polls/${pollId}/response`, body);
  };
  const keep = (actor: Actor, chosen: Chosen): void => {
    if (actor !== 'outsider' && actor !== 'uninvited') model.votes.set(actor, new Set(chosen));
  };
  const act = (step: Extract<Step, { readonly actor: 'admin' | 'member' }>): Promise<TestAnswer> => {
    const client = clients[step.actor];
    const path = `/ajax/polls/${pollId}`;
    if (step.kind === 'write anew') return client.put(path, { ...input, closes_at: null });
    if (step.kind === 'delete') return client.delete(path);
    if (step.kind === 'restore') return client.post(`${path}/restore`);
    return step.kind === 'close' ? client.post(`${path}/close`) : client.post(`${path}/closing`, { closes_at: null });
  };
  const learn = ({ kind: done }: Step): void => {
    if (done === 'close') model.isClosedByHand = true;
    else if (done === 'open again' || done === 'write anew') {
      model.isClosedByHand = false;
      model.closesAt = null;
    } else if (done === 'delete' || done === 'restore') model.isDeleted = done === 'delete';
  };
  const seenBy = async (reader: Voter) => {
    const { meeting: seen } =
      reader === 'magic'
        ? (await visitor.get(`/ajax/magic/meetings/${uids.magic}`)).json.data
        : (await clients[reader].get(`/ajax/meetings/${meeting.id}`)).json.data;
    const polls: { id: string }[] = reader === 'magic' ? seen.polls : seen.polls.polls;
    return polls.find((each) => each.id === pollId);
  };

  /** The page of one reader, of each in turn; `all`: of everybody. */
  let reading = 0;
  const check = async (all: boolean): Promise<void> => {
    reading += 1;
    for (const reader of all ? voters : [voters[reading % voters.length] ?? 'admin']) {
      // biome-ignore lint/suspicious/noExplicitAny: read loosely; the contract is checked on the way out.
      const poll = (await seenBy(reader)) as any;
      if (model.isDeleted) {
        expect(poll, reader).toBeUndefined();
        continue;
      }
      if (reader === 'admin') optionIds = idsOf(poll);
      const own: string[] | null = poll.own_option_ids;
      const shown = {
        ...{ is_closed: poll.is_closed, has_answered: poll.has_answered },
        ...{ response_count: poll.response_count, invitee_count: poll.invitee_count },
        own: own?.map((id) => optionIds.indexOf(id)).toSorted() ?? null,
        canAnswer: poll.can.answer,
        options: poll.options.map((option: { text: string; votes: number | null; voters: string[] | null }) => ({
          ...{ text: option.text, votes: option.votes, voters: option.voters?.toSorted() ?? null },
        })),
      };
      expect(shown, reader).toEqual(expectedPoll(model, reader, (voter) => names[voter]));
    }
  };

  return {
    check,
    async run(step: Step): Promise<void> {
      if (step.kind === 'wait') {
        model.minute += step.minutes;
        context.clock.advance(step);
        await closeDuePolls(context);
      } else if (step.kind === 'vote') {
        const expected = expectedOfVote(model, step.actor, step.chosen);
        const answer = await vote(step.actor, step.chosen);
        expect(outcomeOf(answer), `${JSON.stringify(step)}: ${answer.text}`).toBe(expected);
        if (expected === 'success') keep(step.actor, step.chosen);
      } else if (step.kind === 'vote at once') {
        const answers = await Promise.all(voters.map((voter, nth) => vote(voter, step.chosen[nth] ?? [])));
        for (const [nth, voter] of voters.entries()) {
          const chosen = step.chosen[nth] ?? [];
          const expected = expectedOfVote(model, voter, chosen);
          expect(outcomeOf(answers[nth] as TestAnswer), JSON.stringify(step)).toBe(expected);
          if (expected === 'success') keep(voter, chosen);
        }
      } else {
        const expected = expectedOfAct(model, step);
        const answer = await act(step);
        expect(outcomeOf(answer), `${JSON.stringify(step)}: ${answer.text}`).toBe(expected);
        if (expected === 'success') learn(step);
        if (step.kind === 'write anew' && expected === 'success') optionIds = idsOf(answer.json.data.poll);
      }
      await check(false);
    },
  };
}
