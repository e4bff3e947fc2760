import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { decidingPresets, presetOf } from '#domain/deciding.ts';
import { ballotChoices, secretVotersMin } from '#domain/motions.ts';
import type { TestClient } from './support/client.ts';
import {
  checkAll,
  countAt,
  expectResult,
  type Facts,
  ledgerOf,
  type Recounted,
  type ShownVote,
  staysIn,
  votesIn,
} from './support/deciding-recount.ts';
import { applyPreset, type DecidingStage, stageMeeting, stageStart } from './support/deciding-stage.ts';
import { inBoard, type MadeMember, makeInvitee, makeMember } from './support/factories.ts';
import { isInCatalogue } from './support/message-catalogue.ts';
import { seededNumbers } from './support/seeded-numbers.ts';
import { testApp } from './support/test-app.ts';

/**
 * Random acts in a meeting's room and on its motions, under each ready-made set of rules. A refused act changes nothing, and after each
 * act the quorum, the votes, the results and the history equal a recount of presences, declarations and ballots.
 */
const server = testApp();

/** `DECIDING_ACTS` plays more of it; `DECIDING_SEED` starts elsewhere. */
const { DECIDING_ACTS = 80, DECIDING_SEED = 205 } = process.env;

interface Game extends Recounted {
  readonly random: () => number;
  readonly stage: DecidingStage;
  readonly itemIds: readonly string[];
  /** Voting members, and one without a vote. */
  readonly people: readonly MadeMember[];
  readonly clients: ReadonlyMap<string, TestClient>;
  /** How often each act was accepted. */
  readonly done: Map<string, number>;
  now: number;
}

interface Tried {
  /** By default the chair. */
  readonly by?: string | undefined;
  readonly send: readonly [method: 'post' | 'put' | 'patch' | 'delete', path: string, body?: object];
  /** False if the rules forbid the act, whoever sends it. */
  readonly isPossible?: boolean;
  /** The only member whose presences may change. */
  readonly about?: string;
  /** Stores in the ledger what the answer has acknowledged. */
  readonly learn?: (facts: Facts) => void;
}
type Act = (game: Game) => Tried;

const pick = <T>({ random }: Pick<Game, 'random'>, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;
function wait(game: Game, milliseconds: number): void {
  game.now += milliseconds;
  server.context.clock.set(new Date(game.now));
}
const someMode = (game: Game) => pick(game, ['in-person', 'in-person', 'remote']);
const past = (game: Game): string => new Date(game.now - Math.floor(game.random() * 3_600) * 1_000).toISOString();
const ownIdOf = (game: Game): string => pick(game, [...game.clients.keys()]);
const voteOf = (facts: Facts, id: string) => votesIn(facts).find((vote) => vote.id === id);

const moveTo =
  (to: string): Act =>
  (game) => ({ send: ['post', game.stage.path('room/phase'), { to, takes_back: game.random() < 0.6 }] });
const propose: Act = (game) => {
  const [mover_id, seconder_id] = [pick(game, game.voterIds), pick(game, game.voterIds)];
  const body = { text: 'That it be so.', mover_id, seconder_id };
  return { send: ['post', `/ajax/agenda-items/${pick(game, game.itemIds)}/motions`, body] };
};
const openVote: Act = (game) => {
  const { facts } = game;
  const motion = facts.motions.findLast(({ state }) => state === 'proposed');
  if (motion === undefined) return propose(game);
  const way = pick(game, ['named', 'named', 'secret'] as const);
  const count = countAt(game, { itemId: motion.agenda_item_id });
  const isOpen = votesIn(facts).some(({ state }) => state === 'open');
  return {
    isPossible: !isOpen && count.quorum.met && (way !== 'secret' || count.eligible.length >= secretVotersMin),
    // After the meeting other rules apply.
    send: ['post', `/ajax/motions/${facts.room.line.phase === 'adjourned' ? randomUUID() : motion.id}/votes`, { way }],
    learn(now) {
      const vote = now.motions.find(({ id }) => id === motion.id)?.votes.at(-1);
      expect(vote).toMatchObject({ way, state: 'open' });
      game.votes.set(vote?.id ?? '', { chairId: facts.room.chair_id ?? '', cast: new Map(), closing: null });
    },
  };
};
/** Acts on the open vote, or now and then on the last one. Opens one if there is none. */
const onVote =
  (act: (game: Game, vote: ShownVote) => Tried): Act =>
  (game) => {
    const votes = votesIn(game.facts);
    const vote = votes.find(({ state }) => state === 'open') ?? (game.random() < 0.1 ? votes.at(-1) : undefined);
    return vote === undefined ? openVote(game) : act(game, vote);
  };
const ballot = (isOwn: boolean) =>
  onVote((game, vote) => {
    const memberId = isOwn ? ownIdOf(game) : pick(game, game.people).id;
    const choice = pick(game, [...ballotChoices, 'for'] as const);
    const { cast } = ledgerOf(game, vote);
    const { eligible } = countAt(game, { itemId: vote.motion.agenda_item_id });
    const isFinal = vote.way === 'secret' && cast.has(memberId);
    const path = `/ajax/votes/${vote.id}/${isOwn ? 'ballot' : `ballots/${memberId}`}`;
    return {
      by: isOwn ? memberId : undefined,
      isPossible: vote.state === 'open' && eligible.includes(memberId) && !isFinal,
      send: ['put', path, { choice, ...(isOwn ? { key: randomUUID() } : {}) }],
      learn: () => cast.set(memberId, choice),
    };
  });
const closeVote = onVote((game, vote) => {
  const ledger = ledgerOf(game, vote);
  const count = countAt(game, { itemId: vote.motion.agenda_item_id, cast: ledger.cast });
  const isEnough = vote.way === 'named' || ledger.cast.size >= secretVotersMin;
  return {
    isPossible: vote.state === 'open' && count.quorum.met && isEnough,
    send: ['post', `/ajax/votes/${vote.id}/close`],
    learn(now) {
      ledger.closing = { at: new Date(voteOf(now, vote.id)?.closed_at ?? 0), count };
      expectResult(game, vote);
    },
  };
});

const acts = {
  checkIn(game) {
    const [by, mode] = [ownIdOf(game), game.random() < 0.3 ? null : someMode(game)];
    return { by, about: by, send: ['post', game.stage.path('presence'), { mode }] };
  },
  notePresence(game) {
    const { id } = pick(game, game.people);
    const times = game.random() < 0.5 ? {} : { arrived_at: past(game), left_at: past(game) };
    const body = { member_id: id, mode: someMode(game), ...times };
    return { about: id, send: ['post', game.stage.path('presences'), body] };
  },
  tickAttendance(game) {
    const { id } = pick(game, game.people);
    const body = { attendance: pick(game, [true, true, false, null]) };
    return { about: id, send: ['post', game.stage.path(`invitees/${id}/attendance`), body] };
  },
  correctPresence(game) {
    const stay = pick(game, staysIn(game.facts)) ?? { id: randomUUID(), member_id: '', revision: 1 };
    const { id, member_id: about, revision } = stay;
    if (game.random() < 0.2) return { about, send: ['delete', `/ajax/presences/${id}?accepts_lost_quorum=true`] };
    const change = pick<object>(game, [
      ...[{ left_at: past(game) }, { left_at: null }, { arrived_at: past(game) }, { mode: someMode(game) }],
      ...[{ arrived_at: past(game), left_at: past(game) }, { leaves: true }],
    ]);
    const body = { revision, accepts_lost_quorum: game.random() < 0.5, ...change };
    return { about, send: ['patch', `/ajax/presences/${id}`, body] };
  },
  movePointer: (game) => ({
    send: ['post', game.stage.path('room/pointer'), { agenda_item_id: pick(game, game.itemIds) }],
  }),
  declare(game) {
    const effect = pick(game, ['declared', 'recused', 'recused', 'withheld', 'lifted', 'lifted']);
    const isOwn = effect === 'declared' || effect === 'recused';
    // Nothing is withheld from the chair, who sees everything that is recounted.
    const id = pick(game, effect === 'withheld' ? [...game.clients.keys()].slice(1) : [...game.clients.keys()]);
    const why = isOwn ? { nature: 'Owns shares' } : effect === 'withheld' ? { reason: 'A rival' } : {};
    const path = `/ajax/agenda-items/${pick(game, game.itemIds)}/declarations/${id}`;
    return { by: isOwn ? id : undefined, send: ['put', path, { effect, ...why }] };
  },
  callToOrder: moveTo('in-session'),
  recess: moveTo('recess'),
  adjourn: moveTo('adjourned'),
  ...{ propose, openVote, closeVote, castBallot: ballot(true), enterBallot: ballot(false) },
} satisfies Readonly<Record<string, Act>>;

type Name = keyof typeof acts;
/** The acts of a run, each as often as its share, by what a run is mostly about. */
const drawn = {
  presences: shares(
    'checkIn 6 notePresence 8 tickAttendance 2 correctPresence 10 declare 8 movePointer 2 callToOrder 4 recess 1 adjourn 1',
    'propose 2 openVote 2 castBallot 2 closeVote 2',
  ),
  votes: shares(
    'checkIn 2 notePresence 1 correctPresence 1 declare 6 movePointer 2 callToOrder 4 recess 1',
    'propose 1 openVote 2 castBallot 16 enterBallot 4 closeVote 5',
  ),
} as const;

function shares(...texts: readonly string[]): readonly Name[] {
  return [...texts.join(' ').matchAll(/(\w+) (\d+)/g)].flatMap(([, name, share]) => Array(Number(share)).fill(name));
}

async function attempt(game: Game, name: Name): Promise<void> {
  const tried: Tried = acts[name](game);
  const { facts: before, stage } = game;
  const [method, path, body = {}] = tried.send;
  const client = game.clients.get(tried.by ?? '') ?? stage.desk;
  const { status, json, text } = await (method === 'delete' ? client.delete(path) : client[method](path, body));
  const isDone = status === 200 && json.status === 'success';
  expect([200, 403, 404, 422], text).toContain(status);
  if (status === 200 && !isDone) expect(isInCatalogue(json.msg), json.msg).toBe(true);
  if (isDone) expect(tried.isPossible ?? true, `${name} was accepted`).toBe(true);
  game.facts = await look(stage);
  const presencesOf = (facts: Facts) => staysIn(facts).filter(({ member_id: id }) => id !== tried.about);
  if (!isDone) expect({ ...game.facts, room: staysIn(game.facts) }).toEqual({ ...before, room: staysIn(before) });
  else if (!path.endsWith('/phase')) expect(presencesOf(game.facts)).toEqual(presencesOf(before));
  if (isDone) {
    game.done.set(name, (game.done.get(name) ?? 0) + 1);
    tried.learn?.(game.facts);
  }
  checkAll(game);
}

async function look({ desk, path, board, meeting }: DecidingStage): Promise<Facts> {
  const { room } = (await desk.get(path('room'))).json.data;
  const { motions } = (await desk.get(path('motions'))).json.data;
  return inBoard(server.context, board.id, async (tx) => {
    const declarations = tx
      .selectFrom('declarations')
      .select(['member_id', 'agenda_item_id', 'recused_at', 'lifted_at', 'withheld_at'])
      .where('meeting_id', '=', meeting.id)
      .orderBy('id');
    const moves = tx.selectFrom('pointer_moves').select(['at', 'agenda_item_id']).where('meeting_id', '=', meeting.id);
    const stored = { declarations: await declarations.execute(), moves: await moves.orderBy('at').execute() };
    return { room, motions, ...stored };
  });
}

/** Five voting members, one more whom the desk alone enters, a pending one, and one without a vote; nobody is present. */
async function begin(preset: (typeof decidingPresets)[number], random: () => number): Promise<Game> {
  const { context } = server;
  const stage = await stageMeeting(server, { voters: 5, items: 2 });
  const { board, meeting } = stage;
  const [entered, pending, nonVoter] = [
    await makeMember(context, { board }),
    await makeMember(context, { board, status: 'invited' }),
    await makeMember(context, { board }),
  ];
  for (const member of [entered, pending, nonVoter]) await makeInvitee(context, { meeting, member });
  const voters = [...stage.voters, entered];
  const defaults = presetOf(preset, { seats: null, voters: voters.length });
  const settings = {
    ...defaults.settings,
    remote_counts: random() < 0.7,
    recused_counts: random() < 0.2 ? 'out-of-office' : defaults.settings.recused_counts,
    seconder: random() < 0.5,
  } as const;
  await inBoard(context, board.id, async (tx) => {
    const votes = { board_id: board.id, body_id: board.id, member_id: nonVoter.id };
    await tx.insertInto('non_voters').values(votes).execute();
    await tx
      .updateTable('bodies')
      .set({ secretary_id: voters[1]?.id ?? null })
      .where('id', '=', board.id)
      .execute();
    await applyPreset(tx, board, {
      ...{ preset, voters: voters.length, remoteCounts: settings.remote_counts },
      ...{ wantsSeconder: settings.seconder, recusedCounts: settings.recused_counts },
    });
  });
  return {
    ...{ random, stage, itemIds: stage.items.map(({ id }) => id), people: [...voters, nonVoter] },
    voterIds: voters.map(({ id }) => id),
    clients: new Map([...stage.clients, [nonVoter.id, await server.signIn(nonVoter)]]),
    ...{ rules: { settings, body: defaults.body }, votes: new Map(), done: new Map() },
    ...{ now: Date.parse(stageStart), facts: await look(stage) },
  };
}

const cases = (['presences', 'votes'] as const).flatMap((emphasis) =>
  decidingPresets.map((preset) => ({ emphasis, preset })),
);
test.each(cases)(
  'any sequence of acts, mostly on $emphasis, adds up under the rules of $preset',
  async ({ emphasis, preset }) => {
    const game = await begin(preset, seededNumbers(Number(DECIDING_SEED)));
    const opening: Name[] = emphasis === 'votes' ? [...Array(8).fill('checkIn'), 'callToOrder', 'movePointer'] : [];
    const pauseMsMax = emphasis === 'votes' ? 20_000 : 240_000;
    for (let nth = 0; nth < Number(DECIDING_ACTS); nth += 1) {
      // Some acts fall into one instant.
      wait(game, game.random() < 0.8 ? Math.floor(game.random() * pauseMsMax) : 0);
      await attempt(game, opening[nth] ?? pick(game, drawn[emphasis])).catch((cause: Error) => {
        throw new Error(`Act ${nth}: ${cause.message}`, { cause });
      });
    }
    const wanted = emphasis === 'votes' ? ['castBallot', 'closeVote', 'openVote'] : ['checkIn', 'correctPresence'];
    for (const name of wanted) expect(game.done.get(name) ?? 0, name).toBeGreaterThan(0);
  },
  240_000,
);
