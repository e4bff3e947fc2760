import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import type { Motion, MotionsOfMeeting, Vote } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import type { BallotChoice, BallotCounts } from '#domain/motions.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import type { TestAnswer, TestClient } from './client.ts';
import {
  insertInto,
  type MadeAgendaItem,
  type MadeBoard,
  type MadeMeeting,
  type MadeMember,
  type makeMeeting,
} from './factories.ts';
import type { TestApp } from './test-app.ts';

export type Actor = MadeMember & TestClient;

type Officer = 'ada' | 'bea' | 'cleo';

export interface BoardroomOptions {
  readonly voters?: number;
  readonly chair?: Officer | null;
  readonly secretary?: Officer;
  readonly items?: readonly string[];
  readonly item?: number;
  readonly title?: string;
  readonly timeZone?: string;
  readonly now?: () => string;
  readonly startsAt?: () => string;
  readonly isConfirmed?: boolean;
  readonly inSession?: boolean;
}

const start = '2026-11-19T14:00:00Z';
const hourMs = 3_600_000;

/** Ada, Bea, Cleo, Dora and Eve vote, and Sol has no vote. */
export class Boardroom {
  readonly ada = {} as Actor;
  readonly bea = {} as Actor;
  readonly cleo = {} as Actor;
  readonly dora = {} as Actor;
  readonly eve = {} as Actor;
  readonly sol = {} as Actor;
  board!: MadeBoard;
  meeting!: MadeMeeting;
  items!: readonly MadeAgendaItem[];
  item!: MadeAgendaItem;
  readonly #server: TestApp;
  readonly #options: BoardroomOptions;

  constructor(server: TestApp, options: BoardroomOptions) {
    this.#server = server;
    this.#options = options;
  }

  get voters(): readonly Actor[] {
    return [this.ada, this.bea, this.cleo, this.dora, this.eve].slice(0, this.#options.voters ?? 5);
  }
  get desk(): Actor {
    return this[this.#options.secretary ?? this.#options.chair ?? 'ada'];
  }

  async begin(): Promise<void> {
    const { context } = this.#server;
    const {
      now,
      startsAt: starts,
      items = ['Wharf Road'],
      item = 0,
      isConfirmed = true,
      chair = 'ada',
    } = this.#options;
    const startsAt = starts?.() ?? start;
    context.clock.set(now?.() ?? startsAt);
    const { timeZone, title, secretary } = this.#options;
    this.board = await this.#server.make.board({ ...(timeZone && { timeZone }) });
    const { board } = this;
    const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve'];
    await Promise.all(
      [...this.voters, this.sol].map(async (actor, nth) => {
        const firstName = actor === this.sol ? 'Sol' : (names[nth] ?? '');
        const isBoardAdmin = actor === this.ada;
        Object.assign(actor, await this.#server.make.member({ board, firstName, lastName: 'Byron', isBoardAdmin }));
      }),
    );
    this.meeting = await this.#server.make.meeting({
      board,
      startsAt,
      endsAt: new Date(Date.parse(startsAt) + 2 * hourMs).toISOString(),
      ...(title && { title }),
    });
    await this.invite(this.meeting);
    const made: MadeAgendaItem[] = [];
    for (const each of items) made.push(await this.#server.make.agendaItem({ meeting: this.meeting, title: each }));
    this.items = made;
    this.item = made[item] as MadeAgendaItem;
    await this.inBoard(async (tx) => {
      const nonVoter = { board_id: board.id, body_id: board.id, member_id: this.sol.id };
      await insertInto(tx, 'non_voters', nonVoter);
      const officers = { chair_id: chair && this[chair].id, secretary_id: secretary ? this[secretary].id : null };
      await tx.updateTable('bodies').set(officers).where('id', '=', board.id).execute();
      const confirmed_at = isConfirmed ? context.clock.now() : null;
      await tx.updateTable('deciding_settings').set({ confirmed_at }).execute();
    });
    await this.signInAgain();
    if (!this.#options.inSession) return;
    await this.checkIn(...this.voters);
    await this.phase('in-session');
  }

  signInAgain = async (): Promise<void> => {
    for (const actor of [...this.voters, this.sol]) Object.assign(actor, await this.#server.signIn(actor));
  };
  invite = async (meeting: MadeMeeting, members: readonly MadeMember[] = [...this.voters, this.sol]): Promise<void> => {
    for (const member of members) await this.#server.make.invitee({ meeting, member });
  };
  anotherMeeting = async (startsAt: string, rest: Parameters<typeof makeMeeting>[1] = {}): Promise<MadeMeeting> => {
    const endsAt = new Date(Date.parse(startsAt) + 2 * hourMs).toISOString();
    const meeting = await this.#server.make.meeting({ board: this.board, startsAt, endsAt, ...rest });
    await this.invite(meeting);
    return meeting;
  };
  anotherItem = (title = 'The budget', meeting = this.meeting): Promise<MadeAgendaItem> =>
    this.#server.make.agendaItem({ meeting, title });

  at = (time: string): void => this.#server.context.clock.set(time.includes('T') ? time : `2026-11-19T${time}Z`);
  path = (rest: string, meeting: { readonly id: string } = this.meeting): string =>
    `/ajax/meetings/${meeting.id}/${rest}`;
  itemAt = (nth: number): MadeAgendaItem => {
    const item = this.items[nth];
    if (!item) throw new Error(`The agenda has no item ${nth}.`);
    return item;
  };

  inBoard = <T>(work: (tx: BoardTransaction) => Promise<T>): Promise<T> => this.#server.inBoard(this.board.id, work);
  settings = (change: object) => this.inBoard((tx) => tx.updateTable('deciding_settings').set(change).execute());
  body = (change: object, id = this.board.id) =>
    this.inBoard((tx) => tx.updateTable('bodies').set(change).where('id', '=', id).execute());
  hidePeople = () => this.inBoard((tx) => tx.updateTable('boards').set({ people_hidden: true }).execute());
  setMeeting = (change: object, meeting = this.meeting) =>
    this.inBoard((tx) => tx.updateTable('meetings').set(change).where('id', '=', meeting.id).execute());
  query = (statement: string, values: readonly unknown[] = []) =>
    this.#server.asSuperuser((client) => client.query(statement, [...values]));
  mails = () => this.inBoard((tx) => tx.selectFrom('mail_messages').select(['kind', 'member_id']).execute());
  logged = (of: { readonly id: string } | { readonly kind: string }) =>
    this.inBoard((tx) => {
      const entries = tx.selectFrom('audit_entries').select(['action', 'member_id', 'detail']).orderBy('id');
      const found = 'id' in of ? entries.where('subject_id', '=', of.id) : entries.where('subject_kind', '=', of.kind);
      return found.execute();
    });
  actions = async (of: Parameters<Boardroom['logged']>[0]) => (await this.logged(of)).map(({ action }) => action);
  hear = (actor: MadeMember, isBoardAdmin = false): string[] => {
    const heard: string[] = [];
    this.#server.context.live.subscribe(this.board.id, {
      memberId: actor.id,
      sessionId: '',
      isBoardAdmin,
      send: (line) => heard.push('noun' in line ? String(line.noun) : ''),
      end: () => undefined,
    });
    return heard;
  };

  checkIn = async (...actors: readonly Actor[]): Promise<void> => {
    for (const actor of actors) await this.arrive(actor, 'in-person');
  };
  arrive = (actor: TestClient, mode = 'in-person', meeting = this.meeting) =>
    actor.post(this.path('presence', meeting), { mode });
  leave = (actor: Actor) => actor.post(this.path('presence'), { mode: null });
  phase = (to: string, { by = this.desk as TestClient, meeting = this.meeting, ...rest } = {}) =>
    by.post(this.path('room/phase', meeting), { to, ...rest });
  takeBack = () => this.desk.post(this.path('room/phase'), { to: 'in-session', takes_back: true });
  point = (item: { readonly id: string } = this.item, by: TestClient = this.desk) =>
    by.post(this.path('room/pointer'), { agenda_item_id: item.id });
  room = async (client: TestClient = this.desk): Promise<Room> => (await client.get(this.path('room'))).json.data.room;
  presenceOf = async (actor: MadeMember) => {
    const presence = (await this.room()).presences?.find(({ member_id: id }) => id === actor.id);
    if (!presence) throw new Error('They were not present.');
    return presence;
  };

  declare = (actor: Actor, body: object, { by = actor as TestClient, item = this.item } = {}) =>
    by.put(`/ajax/agenda-items/${item.id}/declarations/${actor.id}`, body);
  recuse = (actor: Actor, { nature = 'My brother owns the land.', item = this.item } = {}) =>
    this.declare(actor, { effect: 'recused', nature }, { item });

  motions = async (client: TestClient = this.desk, meeting = this.meeting): Promise<MotionsOfMeeting> =>
    (await client.get(this.path('motions', meeting))).json.data;
  motion = async (client: TestClient = this.desk, meeting = this.meeting): Promise<Motion> =>
    (await this.motions(client, meeting)).motions[0] as Motion;
  vote = async (client: TestClient = this.desk): Promise<Vote> => (await this.motion(client)).votes.at(-1) as Vote;
  propose = (rest: object = {}, { by = this.desk as TestClient, item = this.item } = {}) =>
    by.post(`/ajax/agenda-items/${item.id}/motions`, {
      text: motionText,
      mover_id: this.bea.id,
      seconder_id: this.cleo.id,
      ...rest,
    });
  open = async (
    way = 'named',
    { by, id, ...rest }: { readonly by?: TestClient; readonly id?: string; readonly [field: string]: unknown } = {},
  ) => (by ?? this.desk).post(`/ajax/motions/${id ?? (await this.motion()).id}/votes`, { way, ...rest });
  putToVote = async (way?: string): Promise<void> => {
    await this.propose();
    await this.open(way);
  };
  cast = async (
    actor: TestClient,
    choice: BallotChoice,
    { key = randomUUID() as string, id = '', named = false } = {},
  ) => actor.put(`/ajax/votes/${id || (await this.vote()).id}/ballot`, { choice, key, named });
  castAll = async (choice: BallotChoice, ...actors: readonly TestClient[]): Promise<void> => {
    const { id } = await this.vote();
    for (const actor of actors) await this.cast(actor, choice, { id });
  };
  enter = async (actor: MadeMember, choice: BallotChoice, by: TestClient = this.desk) =>
    by.put(`/ajax/votes/${(await this.vote()).id}/ballots/${actor.id}`, { choice });
  close = async (counts?: BallotCounts, id?: string) =>
    this.desk.post(`/ajax/votes/${id ?? (await this.vote()).id}/close`, counts ? { counts } : {});
  voidVote = async (by: TestClient = this.desk) =>
    by.post(`/ajax/votes/${(await this.vote()).id}/void`, { reason: 'The wording was wrong.' });
}

export const motionText = 'That the land be bought.';

export function boardroom(server: TestApp, options: BoardroomOptions = {}): Boardroom {
  const made = new Boardroom(server, options);
  beforeEach(() => made.begin());
  return made;
}

export const message = ({ json }: TestAnswer): string => json.msg;
export const idsOf = (people: readonly { readonly member_id: string }[] | null | undefined) =>
  people?.map(({ member_id: id }) => id);
