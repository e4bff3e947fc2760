import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import {
  areResultsShown,
  fitsChoice,
  isPollClosed,
  mayAnswer,
  mayChangeClosing,
  pollChoices,
  pollResults,
} from '#domain/polls.ts';
import type { TestAnswer, TestClient } from './support/client.ts';
import {
  type MadeBoard,
  type MadeMember,
  makeBoard,
  makeInvitee,
  makeMeeting,
  makeMember,
} from './support/factories.ts';
import { type Outcome, outcomeOf, playModel, type StepOf, step } from './support/model.ts';
import { closeDuePolls } from './support/polls.ts';
import { testApp } from './support/test-app.ts';

/**
 * Votes on polls of every kind, signed in, by magic link and at the same time, while the poll is closed, opened again, edited, deleted and
 * restored: every acknowledged vote counts once, and each reader sees the results that the poll's rule allows.
 */
const server = testApp();

const begin = new Date('2026-11-16T12:00:00Z');
const names = { member: 'Amara Gill', magic: 'Bo Moser', admin: 'Cleo Raman' } as const;
type Voter = keyof typeof names;
const voters = Object.keys(names) as Voter[];
const actors = [...voters, 'uninvited', 'outsider'] as const;
type Actor = (typeof actors)[number];

const optionTexts = ['Yes', 'No', 'Abstain'];
/** Options by their position; 3 is an option of another poll. */
type Chosen = readonly number[];

const anyKind = fc
  .record({
    choice: fc.constantFrom(...pollChoices),
    is_anonymous: fc.boolean(),
    results: fc.constantFrom(...pollResults),
    hasTime: fc.boolean(),
  })
  .map((kind) => (kind.is_anonymous ? { ...kind, results: 'after-closing' as const } : kind));
type Kind = StepOf<typeof anyKind>;

const chosen: fc.Arbitrary<Chosen> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom([0], [1], [2]) },
  { weight: 2, arbitrary: fc.subarray([0, 1, 2]) },
  { weight: 1, arbitrary: fc.constantFrom([3], [0, 3], [1, 1]) },
);
const anyStep = fc.oneof(
  step(8, 'vote', { actor: fc.constantFrom(...actors), chosen }),
  step(2, 'vote at once', { chosen: fc.tuple(chosen, chosen, chosen) }),
  step(4, 'change', {
    what: fc.constantFrom('close', 'open again', 'edit', 'delete', 'restore', 'restore'),
    actor: fc.constantFrom('admin' as const, 'admin' as const, 'member' as const),
  }),
  step(1, 'wait', { minutes: fc.constantFrom(59, 1, 60) }),
);
type Step = StepOf<typeof anyStep>;

let board: MadeBoard;
let members: Readonly<Record<Voter, MadeMember>>;
let clients: Readonly<Record<Actor, TestClient>>;
beforeAll(async () => {
  const { context } = server;
  context.clock.set(begin);
  board = await makeBoard(context);
  const named = (voter: Voter, isBoardAdmin = false) => {
    const [firstName = '', lastName = ''] = names[voter].split(' ');
    return makeMember(context, { board, firstName, lastName, isBoardAdmin });
  };
  members = { member: await named('member'), magic: await named('magic'), admin: await named('admin', true) };
  clients = {
    member: await server.signIn(members.member),
    magic: server.stranger(),
    admin: await server.signIn(members.admin),
    uninvited: await server.signIn(await makeMember(context, { board })),
    outsider: await server.signIn(await makeMember(context)),
  };
});

test(
  'a poll of any kind counts every acknowledged vote once, and shows results as its rule says',
  {
    timeout: 600_000,
  },
  () =>
    playModel({
      ...{ runs: Number(process.env.POLLS_RUNS ?? 15), given: anyKind, step: anyStep, lengths: [3, 14] },
      open: makePoll,
      run: (poll, each, nth) => poll.run(each, nth),
      check: (poll) => poll.check(voters),
    }),
);

async function makePoll({ hasTime, ...rules }: Kind) {
  const { context } = server;
  context.clock.set(begin);
  const meeting = await makeMeeting(context, { board });
  const uids = new Map<Voter, string>();
  for (const voter of voters) uids.set(voter, (await makeInvitee(context, { meeting, member: members[voter] })).uid);
  const magic = `/ajax/magic/meetings/${uids.get('magic')}`;
  const input = {
    ...{ question: 'Lunch together?', options: optionTexts, ...rules },
    closes_at: hasTime ? new Date(begin.getTime() + 3_600_000).toISOString() : null,
  };
  const add = async (question: string) =>
    (await clients.admin.post(`/ajax/meetings/${meeting.id}/polls`, { ...input, question })).json.data.poll;
  const idsOf = (poll: { options: { id: string }[] }): string[] => poll.options.map(({ id }) => id);
  const poll = await add(input.question);
  const [foreignId = ''] = idsOf(await add('Another?'));
  const path = `/ajax/polls/${poll.id}`;
  let optionIds = idsOf(poll);
  const votes = new Map<Actor, Chosen>();
  const state = {
    closes_at: input.closes_at === null ? null : new Date(input.closes_at),
    closed_at: null as Date | null,
    isDeleted: false,
  };
  const isClosed = () => isPollClosed(state, context.clock.now());
  const progressOf = (actor: Actor) => ({
    ...{ isClosed: isClosed(), hasAnswered: votes.has(actor), responseCount: votes.size },
  });

  const vote = (actor: Actor, options: Chosen): Promise<TestAnswer> => {
    const own = actor === 'magic' ? `${magic}/polls/${poll.id}` : path;
    return clients[actor].post(`${own}/response`, { option_ids: options.map((nth) => optionIds[nth] ?? foreignId) });
  };
  const outcomeOfVote = (actor: Actor, options: Chosen): Outcome => {
    if (options.length === 0) return 422;
    if (actor === 'outsider' || state.isDeleted) return 404;
    const fits = !options.includes(3) && fitsChoice(rules.choice, options.map(String));
    return actor !== 'uninvited' && fits && mayAnswer(rules, progressOf(actor)) ? 'success' : 'declined';
  };
  const takeVote = (actor: Actor, options: Chosen, answer: TestAnswer): void => {
    const outcome = outcomeOfVote(actor, options);
    expect(outcomeOf(answer), `${actor} ${options}: ${answer.text}`).toBe(outcome);
    if (outcome === 'success') votes.set(actor, options);
  };

  const changes = {
    close: { send: (by) => by.post(`${path}/close`), isAllowed: () => !isClosed() },
    'open again': {
      send: (by) => by.post(`${path}/closing`, { closes_at: null }),
      isAllowed: () => mayChangeClosing(rules, isClosed()),
    },
    edit: { send: (by) => by.put(path, { ...input, closes_at: null }), isAllowed: () => votes.size === 0 },
    delete: { send: (by) => by.delete(path), isAllowed: () => true },
    restore: { send: (by) => by.post(`${path}/restore`), isAllowed: () => true },
  } satisfies Record<string, { send: (by: TestClient) => Promise<TestAnswer>; isAllowed: () => boolean }>;
  async function change(what: keyof typeof changes, actor: 'admin' | 'member'): Promise<void> {
    const { send, isAllowed } = changes[what];
    const isThere = state.isDeleted === (what === 'restore');
    const decided: Outcome = isAllowed() ? 'success' : 'declined';
    const outcome = !isThere ? 404 : actor === 'member' ? 403 : decided;
    const answer = await send(clients[actor]);
    expect(outcomeOf(answer), `${what} by ${actor}: ${answer.text}`).toBe(outcome);
    if (outcome !== 'success') return;
    if (what === 'delete' || what === 'restore') state.isDeleted = what === 'delete';
    else if (what === 'close') state.closed_at = context.clock.now();
    else Object.assign(state, { closes_at: null, closed_at: null });
    if (what === 'edit') optionIds = idsOf(answer.json.data.poll);
  }

  const shownTo = async (reader: Voter) => {
    const isMagic = reader === 'magic';
    const answer = await clients[reader].get(isMagic ? magic : `/ajax/meetings/${meeting.id}`);
    const { meeting: seen } = answer.json.data;
    return (isMagic ? seen.polls : seen.polls.polls).find((each: { id: string }) => each.id === poll.id);
  };
  async function checkFor(reader: Voter): Promise<void> {
    const shown = await shownTo(reader);
    if (state.isDeleted) {
      expect(shown, reader).toBeUndefined();
      return;
    }
    if (reader === 'admin') optionIds = idsOf(shown);
    const progress = progressOf(reader);
    const hasResults = areResultsShown(rules, progress);
    const hasNames = hasResults && !rules.is_anonymous && reader !== 'magic';
    const own = rules.is_anonymous ? undefined : votes.get(reader);
    expect(
      {
        ...shown,
        own: shown.own_option_ids?.map((id: string) => optionIds.indexOf(id)).toSorted() ?? null,
        options: shown.options.map((option: { voters: string[] | null }) => ({
          ...{ ...option, voters: option.voters?.toSorted() ?? null },
        })),
      },
      reader,
    ).toMatchObject({
      ...{
        is_closed: progress.isClosed,
        has_answered: progress.hasAnswered,
        can: { answer: mayAnswer(rules, progress) },
      },
      ...{ response_count: votes.size, invitee_count: voters.length, own: own?.toSorted() ?? null },
      options: optionTexts.map((text, option) => {
        const choosers = voters.filter((voter) => votes.get(voter)?.includes(option)).map((voter) => names[voter]);
        return { text, votes: hasResults ? choosers.length : null, voters: hasNames ? choosers.toSorted() : null };
      }),
    });
  }
  const check = async (readers: readonly Voter[]): Promise<void> => {
    for (const reader of readers) await checkFor(reader);
  };

  return {
    check,
    async run(given: Step, nth: number): Promise<void> {
      if (given.kind === 'wait') {
        context.clock.advance(given);
        await closeDuePolls(context);
      } else if (given.kind === 'vote') {
        takeVote(given.actor, given.chosen, await vote(given.actor, given.chosen));
      } else if (given.kind === 'vote at once') {
        const answers = await Promise.all(voters.map((voter, index) => vote(voter, given.chosen[index] ?? [])));
        for (const [index, answer] of answers.entries())
          takeVote(voters[index] as Voter, given.chosen[index] ?? [], answer);
      } else await change(given.what, given.actor);
      // Each reader in turn, since reading takes most of the time.
      await check([voters[nth % voters.length] as Voter]);
    },
  };
}
