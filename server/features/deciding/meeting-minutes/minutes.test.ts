import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#contract/fields.ts';
import type { Minutes, MinutesSection } from '#contract/meeting-minutes.ts';
import type { MinutesEvent } from '#domain/meeting-minutes.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import { minutesLine } from '#domain/minutes-text.ts';
import { richTextToPlainText } from '#domain/rich-text.ts';
import { makeActionItem } from '#tests/support/action-items.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestClient } from '#tests/support/client.ts';
import {
  inBoard,
  type MadeAgendaItem,
  type MadeBoard,
  type MadeMeeting,
  type MadeMember,
  makeAgendaItem,
  makeBoard,
  makeGroup,
  makeInvitee,
  makeMeeting,
  makeMember,
} from '#tests/support/factories.ts';
import { untilLockWaiter } from '#tests/support/lock-waiters.ts';
import { paragraph } from '#tests/support/minutes.ts';
import { makeWritten } from '#tests/support/resolutions.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';
import { minutesJobs } from './jobs.ts';

const server = testApp();

let board: MadeBoard;
let meeting: MadeMeeting;
let next: MadeMeeting;
let items: readonly MadeAgendaItem[];
let people: readonly MadeMember[];
let clients: readonly TestClient[];
let silent: MadeMember;
let watching: TestClient;

const at = (time: string): void => server.context.clock.set(time.includes('T') ? time : `2026-11-19T${time}Z`);
const ada = (): TestClient => clients[0] as TestClient;
const bea = (): TestClient => clients[1] as TestClient;
const cleo = (): TestClient => clients[2] as TestClient;
const idOf = (nth: number): string => people[nth]?.id ?? '';
const itemId = (nth: number): string => items[nth]?.id ?? '';
const settings = (change: object) =>
  inBoard(server.context, board.id, (tx) => tx.updateTable('deciding_settings').set(change).execute());

/** Ada is an admin, Bea the secretary, Cleo the chair; Dora and Eve vote, Sol does not. The next meeting is in December. */
beforeEach(async () => {
  at('14:00:00');
  board = await makeBoard(server.context);
  const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve'];
  people = await Promise.all(
    names.map((firstName, nth) =>
      makeMember(server.context, { board, firstName, lastName: 'Byron', isBoardAdmin: nth === 0 }),
    ),
  );
  silent = await makeMember(server.context, { board, firstName: 'Sol', lastName: 'Byron' });
  const times = { startsAt: '2026-11-19T14:00:00Z', endsAt: '2026-11-19T16:00:00Z' };
  meeting = await makeMeeting(server.context, { board, title: 'November Board Meeting', ...times });
  next = await makeMeeting(server.context, {
    ...{ board, title: 'December Board Meeting' },
    ...{ startsAt: '2026-12-17T14:00:00Z', endsAt: '2026-12-17T16:00:00Z' },
  });
  const made: MadeAgendaItem[] = [];
  for (const title of ['Welcome', 'Wharf Road', 'Other business'])
    made.push(await makeAgendaItem(server.context, { meeting, title }));
  items = made;
  for (const member of [...people, silent]) {
    await makeInvitee(server.context, { meeting, member });
    await makeInvitee(server.context, { meeting: next, member });
  }
  await settings({ confirmed_at: server.context.clock.now() });
  await inBoard(server.context, board.id, async (tx) => {
    await tx.insertInto('non_voters').values({ board_id: board.id, body_id: board.id, member_id: silent.id }).execute();
    const desk = { chair_id: idOf(2), secretary_id: idOf(1) };
    await tx.updateTable('bodies').set(desk).where('id', '=', board.id).execute();
  });
  await signInAgain();
});

/** Sessions end after some days. */
async function signInAgain(): Promise<void> {
  clients = await Promise.all(people.map((member) => server.signIn(member)));
  watching = await server.signIn(silent);
}

const path = (rest: string, of = meeting): string => `/ajax/meetings/${of.id}/${rest}`;
const read = async (client = bea(), of = meeting): Promise<Minutes | null> =>
  (await client.get(path('minutes', of))).json.data.minutes;
const shown = async (client = bea()): Promise<Minutes> => (await read(client)) as Minutes;
const section = async (nth: number, client = bea()): Promise<MinutesSection> =>
  (await shown(client)).sections.find(({ id }) => id === itemId(nth)) as MinutesSection;
const save = (nth: number, text: string, revision: number, client = bea()) =>
  client.patch(`/ajax/minutes-sections/${itemId(nth)}`, { revision, notes: paragraph(text) });
const circulate = (body = {}, client = bea()) => client.post(path('minutes/circulate'), body);
const checkIn = async (nths: readonly number[], of = meeting) => {
  for (const nth of nths) await (clients[nth] as TestClient).post(path('presence', of), { mode: 'in-person' });
};
const phase = (to: string, of = meeting) => bea().post(path('room/phase', of), { to });
const point = (nth: number) => bea().post(path('room/pointer'), { agenda_item_id: itemId(nth) });
const mails = () =>
  inBoard(server.context, board.id, (tx) =>
    tx.selectFrom('mail_messages').select(['kind', 'member_id']).orderBy('member_id').execute(),
  );
const remind = async () => {
  const [find] = minutesJobs(server.context);
  await find?.handle({}, { attempt: 1, isLast: false });
  await server.context.runJobs(['remind-of-minutes']);
};
const reader = 'pdftotext';
const textOf = (pdf: Buffer): string => execFileSync(reader, ['-', '-'], { input: pdf }).toString();
const mailed = async (kind: string) =>
  (await mails()).filter((each) => each.kind === kind).map((each) => each.member_id);

/** The nouns of the events that reach an open page of theirs. */
const hear = (memberId: string): string[] => {
  const heard: string[] = [];
  const send = (line: object) => heard.push('noun' in line ? String(line.noun) : '');
  server.context.live.subscribe(board.id, {
    memberId,
    sessionId: '',
    isBoardAdmin: false,
    send,
    end: () => undefined,
  });
  return heard;
};

/** Until it is adjourned, with a vote on Wharf Road that carries by two to one. */
async function hold({ by = ['for', 'for', 'against'], named = false } = {}): Promise<void> {
  await checkIn([0, 1, 2, 3]);
  at('14:01:00');
  await phase('in-session');
  at('14:05:00');
  await point(0);
  at('14:10:00');
  await point(1);
  const { motions } = (
    await bea().post(`/ajax/agenda-items/${itemId(1)}/motions`, {
      ...{ text: 'That the land be bought.', mover_id: idOf(0), seconder_id: idOf(3) },
    })
  ).json.data;
  at('14:20:00');
  const opened = await bea().post(`/ajax/motions/${motions[0].id}/votes`, { way: 'named' });
  const vote = opened.json.data.motions[0].votes[0].id;
  for (const [nth, choice] of by.entries())
    await (clients[nth] as TestClient).put(`/ajax/votes/${vote}/ballot`, { choice, key: randomUUID(), named });
  at('14:30:00');
  await bea().post(`/ajax/votes/${vote}/close`, {});
  at('14:40:00');
  await point(2);
  at('15:00:00');
  await phase('adjourned');
}

/** Held and circulated, then put to the vote in December; `choice` of all but the secretary. */
async function decide(choice = 'for', of = next, when = '2026-12-17T14:00:00Z'): Promise<string> {
  at(when);
  await signInAgain();
  await checkIn([0, 1, 2], of);
  await phase('in-session', of);
  const { motions } = (await bea().get(path('motions', of))).json.data;
  const [motion] = motions;
  const changed = { revision: motion.revision, mover_id: idOf(0), seconder_id: idOf(2) };
  await bea().patch(`/ajax/motions/${motion.id}`, changed);
  const opened = await bea().post(`/ajax/motions/${motion.id}/votes`, { way: 'named' });
  const vote = opened.json.data.motions[0].votes[0].id;
  for (const nth of [0, 2])
    await (clients[nth] as TestClient).put(`/ajax/votes/${vote}/ballot`, { choice, key: randomUUID() });
  return vote;
}
/** Moved after a meeting was adjourned, and opened by the desk. */
const propose = (text: string, nth = 2) =>
  bea().post(`/ajax/agenda-items/${itemId(nth)}/motions`, { text, mover_id: idOf(0), seconder_id: idOf(3) });
async function enterAfterwards(text: string, nth = 2) {
  const { motions } = (await propose(text, nth)).json.data;
  return bea().post(`/ajax/motions/${motions.at(-1).id}/votes`, { way: 'named' });
}

/** December is held and adjourned without a vote on the minutes; returns the motion, which has its mover. */
async function passOver(): Promise<string> {
  at('2026-12-17T14:00:00Z');
  await signInAgain();
  await checkIn([0, 1, 2], next);
  await phase('in-session', next);
  const [motion] = (await bea().get(path('motions', next))).json.data.motions;
  await bea().patch(`/ajax/motions/${motion.id}`, {
    ...{ revision: motion.revision, mover_id: idOf(0), seconder_id: idOf(2) },
  });
  at('2026-12-17T15:00:00Z');
  await phase('adjourned', next);
  return motion.id;
}
const openNamed = (motionId: string, client = bea()) =>
  client.post(`/ajax/motions/${motionId}/votes`, { way: 'named' });

const close = (vote: string) => bea().post(`/ajax/votes/${vote}/close`, {});

async function approve(): Promise<void> {
  await hold();
  await circulate();
  await close(await decide());
}

describe('they begin', () => {
  test('with the call to order, for the desk alone', async () => {
    expect((await bea().get(path('minutes'))).json.data).toEqual({ minutes: null, can: { start: true } });
    await checkIn([0, 1, 2]);
    await phase('in-session');
    expect(await shown()).toMatchObject({ state: 'draft', version: 0, can: { write: true, circulate: false } });
    expect(await shown(cleo())).toMatchObject({ can: { write: false, settle: false } });
    expect((await shown(ada())).can.write).toBe(true);
    for (const client of [clients[3] as TestClient, watching]) {
      expect((await client.get(path('minutes'))).json.data).toEqual({ minutes: null, can: { start: false } });
    }
  });

  test('or later, by the desk, once', async () => {
    expect((await watching.post(path('minutes'), {})).status).toBe(403);
    expect((await bea().post(path('minutes', next), {})).json.msg).toBe(minutesMessages.tooEarly);
    expect((await bea().post(path('minutes'), {})).status).toBe(200);
    expect((await bea().post(path('minutes'), {})).json.msg).toBe(minutesMessages.begun);
  });
});

describe('they grow from the record', () => {
  test('of a meeting that ended without a call to order with whom was expected then, not with who joined since', async () => {
    const join = async (firstName: string, joinedAt: string) => {
      const member = await makeMember(server.context, { board, firstName, lastName: 'Late' });
      await inBoard(server.context, board.id, (tx) =>
        tx.updateTable('members').set({ created_at: joinedAt }).where('id', '=', member.id).execute(),
      );
      return member;
    };
    await join('Gil', '2026-11-19T15:00:00Z');
    await join('Hal', '2026-11-20T09:00:00Z');
    // As of a meeting that is entered when it is over already.
    await makeInvitee(server.context, { meeting, member: await join('Ida', '2026-11-20T09:00:00Z') });
    at('2026-11-20T10:00:00');
    await signInAgain();
    await bea().post(path('minutes'), {});
    const names = (await shown()).head.attendees?.map(({ name }) => name) ?? [];
    expect(names).toEqual(expect.arrayContaining(['Ada Byron', 'Sol Byron', 'Gil Late', 'Ida Late']));
    expect(names).not.toContain('Hal Late');
    const { people: seated, line } = (await bea().get(path('room'))).json.data.room;
    expect(seated).toHaveLength(names.length);
    expect(line.quorum.in_office).toBe(names.length - 1);
  });

  test('with who was there, times, comings and goings, motions and their result', async () => {
    await inBoard(server.context, board.id, (tx) =>
      tx.updateTable('invitees').set({ acceptance: 'declined' }).where('member_id', '=', idOf(4)).execute(),
    );
    await hold();
    const { head } = await shown();
    expect(head.attendees?.map(({ name, attendance, office }) => [name, attendance, office])).toEqual([
      ['Ada Byron', 'present', null],
      ['Bea Byron', 'present', 'secretary'],
      ['Cleo Byron', 'present', 'chair'],
      ['Dora Byron', 'present', null],
      ['Eve Byron', 'apologies', null],
      ['Sol Byron', 'absent', null],
    ]);
    expect(head).toMatchObject({
      called_at: '2026-11-19T14:01:00.000Z',
      adjourned_at: '2026-11-19T15:00:00.000Z',
      quorum: { present: 4, needed: 3, in_office: 5, met: true },
    });
    const decided = await section(1);
    expect(decided).toMatchObject({ number: '2', from: '2026-11-19T14:10:00.000Z', until: '2026-11-19T14:40:00.000Z' });
    expect(decided.events).toEqual([
      expect.objectContaining({
        ...{ kind: 'motion', text: 'That the land be bought.', mover: 'Ada Byron', seconder: 'Dora Byron' },
        ...{ state: 'carried', at: '2026-11-19T14:20:00.000Z' },
      }),
    ]);
    const [motion] = decided.events;
    expect(motion?.kind === 'motion' && motion.votes).toEqual([
      expect.objectContaining({
        ...{ result: 'carried', number: '2026-001', counts: { for: 2, against: 1, abstain: 0 } },
        ...{ named: [], lost_quorum: false, quorum: { present: 4, needed: 3, in_office: 5 } },
      }),
    ]);
  });

  test('with each time that the meeting was at an item, but not with a glance at it', async () => {
    await checkIn([0, 1, 2, 3]);
    await phase('in-session');
    const points = [...[['14:05:00', 1] as const, ['14:05:20', 0] as const], ['14:11:00', 1] as const];
    for (const [time, nth] of [...points, ['14:20:00', 0] as const]) {
      at(time);
      await point(nth);
    }
    at('14:30:00');
    await phase('adjourned');
    const time = (from: string, until: string) => ({
      ...{ from: `2026-11-19T${from}.000Z`, until: `2026-11-19T${until}.000Z` },
    });
    expect(await section(1)).toMatchObject(time('14:11:00', '14:20:00'));
    expect((await section(1)).again).toBeUndefined();
    expect(await section(0)).toMatchObject({
      ...time('14:05:20', '14:11:00'),
      again: [time('14:20:00', '14:30:00')],
    });
  });

  test('with an adjournment that was taken back', async () => {
    await checkIn([0, 1, 2, 3]);
    await phase('in-session');
    await point(1);
    at('14:30:00');
    await phase('adjourned');
    at('14:32:00');
    await bea().post(path('room/phase'), { to: 'in-session', takes_back: true });
    at('14:40:00');
    await phase('adjourned');
    const lines = (await section(1)).events.map((event) => minutesLine(event, { timeZone: 'UTC' }));
    expect(lines.map(({ text }) => text)).toEqual(['The meeting was adjourned.', 'The meeting was in session again.']);
  });

  test('of a motion that was voted on again with the time of the vote that counts, and why the other does not', async () => {
    await checkIn([0, 1, 2, 3]);
    await phase('in-session');
    await point(1);
    const { motions } = (await propose('That the land be bought.', 1)).json.data;
    const put = (way: string) => bea().post(`/ajax/motions/${motions[0].id}/votes`, { way });
    at('14:15:00');
    const opened = (await put('unopposed')).json.data.motions[0].votes[0].id;
    await ada().put(`/ajax/votes/${opened}/ballot`, { choice: 'against', key: randomUUID() });
    at('14:17:00');
    const again = (await put('named')).json.data.motions[0].votes.at(-1).id;
    for (const nth of [0, 2])
      await (clients[nth] as TestClient).put(`/ajax/votes/${again}/ballot`, { choice: 'for', key: randomUUID() });
    await close(again);
    const [event] = (await section(1)).events;
    expect(event).toMatchObject({ state: 'carried', at: '2026-11-19T14:17:00.000Z' });
    const { motion } = minutesLine(event as MinutesEvent, { timeZone: 'UTC' });
    expect(motion?.lines[0]).toBe('Somebody objected, which made the vote void.');
  });

  test('of a declared interest with when its member left, and came back', async () => {
    await checkIn([0, 1, 2, 3]);
    await phase('in-session');
    at('14:10:00');
    await point(1);
    at('14:12:00');
    const declared = { effect: 'recused', nature: 'My brother owns the land.' };
    await (clients[3] as TestClient).put(`/ajax/agenda-items/${itemId(1)}/declarations/${idOf(3)}`, declared);
    at('14:13:00');
    await (clients[3] as TestClient).post(path('presence'), { mode: null });
    at('14:40:00');
    await point(2);
    at('14:41:00');
    await (clients[3] as TestClient).post(path('presence'), { mode: 'remote' });
    expect((await section(1)).events).toEqual([
      {
        ...{
          kind: 'declared',
          name: 'Dora Byron',
          nature: 'My brother owns the land.',
          about: null,
          about_id: itemId(1),
        },
        ...{ at: '2026-11-19T14:12:00.000Z', is_recused: true, lifted_at: null },
        ...{ left_at: '2026-11-19T14:13:00.000Z', returned_at: null },
      },
    ]);
    expect((await section(2)).events).toEqual([
      {
        ...{ kind: 'arrived', at: '2026-11-19T14:41:00.000Z', name: 'Dora Byron', mode: 'remote', is_return: true },
      },
    ]);
  });

  test.each([
    ['numbers', []],
    ['who-asked', ['Cleo Byron']],
    ['all', ['Ada Byron', 'Bea Byron', 'Cleo Byron']],
  ])('named ballots are told by the setting: %s', async (minutes_names, names) => {
    await hold();
    await settings({ minutes_names });
    const { id } = await inBoard(server.context, board.id, (tx) =>
      tx.selectFrom('votes').select('id').executeTakeFirstOrThrow(),
    );
    // Asked for with the ballot, as `named` of `motions.castBallot` does.
    await asSuperuser(server.context, (client) =>
      client.query(
        `alter table ballots disable trigger user; update ballots set is_named = true where vote_id = '${id}' and member_id = '${idOf(2)}'; alter table ballots enable trigger user`,
      ),
    );
    const [motion] = (await section(1)).events;
    expect(motion?.kind === 'motion' && motion.votes[0]?.named.map(({ name }) => name)).toEqual(names);
  });

  test('a corrected time that leaves a vote without quorum is told', async () => {
    await hold({ by: ['for'] });
    const { presences } = (await bea().get(path('room'))).json.data.room;
    for (const nth of [2, 3]) {
      const own = presences.find(({ member_id: id }: { member_id: string }) => id === idOf(nth));
      const left = { revision: own.revision, left_at: '2026-11-19T14:15:00.000Z', accepts_lost_quorum: true };
      expect((await bea().patch(`/ajax/presences/${own.id}`, left)).status).toBe(200);
    }
    const motion = (await section(1)).events.find(({ kind }) => kind === 'motion');
    expect(motion?.kind === 'motion' && motion.votes[0]).toMatchObject({ result: 'carried', lost_quorum: true });
  });
});

describe('notes', () => {
  test('are saved by secretary and editors; an older revision gets both texts', async () => {
    await checkIn([0, 1, 2]);
    await phase('in-session');
    expect((await save(1, 'Ada opened.', 0)).json.data).toMatchObject({ section: { revision: 1 }, conflicts: [] });
    const late = (await save(1, 'It was opened by Ada.', 0, ada())).json.data;
    expect(late.conflicts).toMatchObject([{ field: 'notes', by: 'Bea Byron' }]);
    expect(richTextToPlainText(late.section.notes)).toBe('Ada opened.');
    // The same text again is in already.
    expect((await save(1, 'Ada opened.', 0, ada())).json.data.conflicts).toEqual([]);
    expect((await save(1, 'Both.', 1, ada())).json.data.section).toMatchObject({
      revision: 2,
      changed_by: 'Ada Byron',
    });
    expect((await save(1, 'Mine.', 2, cleo())).status).toBe(403);
    expect((await save(1, 'Mine.', 2, watching)).status).toBe(404);
    const { wordings } = (await bea().get(`/ajax/minutes-sections/${itemId(1)}/wordings`)).json.data;
    expect(wordings.map(({ notes, by }: never) => [richTextToPlainText(notes), by])).toEqual([
      ['Both.', 'Ada Byron'],
      ['Ada opened.', 'Bea Byron'],
    ]);
  });

  test('follow the agenda while they are a draft, and stay when their item goes', async () => {
    await checkIn([0, 1, 2]);
    await phase('in-session');
    await save(1, 'The roof leaks.', 0);
    await ada().delete(`/ajax/agenda-items/${itemId(1)}?revision=1&documents=`);
    const added = await ada().post(path('agenda-items'), { title: 'Heating', before_id: itemId(0) });
    expect(added.status).toBe(200);
    expect((await shown()).sections.map((each) => 'title' in each && [each.number, each.title])).toEqual([
      ['1', 'Heating'],
      ['2', 'Welcome'],
      ['3', 'Other business'],
      [null, 'Wharf Road'],
    ]);
    expect(richTextToPlainText((await section(1)).notes)).toBe('The roof leaks.');
    await save(1, '', 1);
    expect((await shown()).sections).toHaveLength(3);
    await phase('adjourned');
    await circulate();
    expect((await shown()).sections.map((each) => 'title' in each && each.title)).toEqual([
      ...['Heating', 'Welcome', 'Other business'],
    ]);
  });

  test('two secretaries with 1,000 saves between them lose no word', async () => {
    await checkIn([0, 1, 2]);
    await phase('in-session');
    const words = Array.from({ length: 1_000 }, (_, nth) => `w${nth}`);
    const write = async (client: TestClient, own: readonly string[]): Promise<void> => {
      let { revision, notes } = await section(1, client);
      for (const word of own) {
        for (;;) {
          const text = `${richTextToPlainText(notes)} ${word}`.trim();
          const { section: now, conflicts } = (
            await client.patch(`/ajax/minutes-sections/${itemId(1)}`, { revision, notes: paragraph(text) })
          ).json.data;
          ({ revision, notes } = now);
          if (conflicts.length === 0) break;
        }
      }
    };
    await Promise.all([write(bea(), words.slice(0, 500)), write(ada(), words.slice(500))]);
    const kept = richTextToPlainText((await section(1)).notes).split(' ');
    expect(kept.toSorted()).toEqual(words.toSorted());
  }, 240_000);

  test('say who is writing, for a few seconds, to the others who write', async () => {
    await checkIn([0, 1, 2]);
    await phase('in-session');
    const writers = async (client: TestClient) => (await client.get(path('minutes/writing'))).json.data?.writers;
    await bea().post(`/ajax/minutes-sections/${itemId(1)}/writing`, {});
    expect(await writers(ada())).toMatchObject([{ section_id: itemId(1), name: 'Bea Byron' }]);
    expect(await writers(bea())).toEqual([]);
    expect((await cleo().get(path('minutes/writing'))).status).toBe(403);
    expect((await watching.get(path('minutes/writing'))).status).toBe(404);
    at('14:00:16');
    expect(await writers(ada())).toEqual([]);
  });
});

describe('circulated', () => {
  test('once the meeting is over, to the body and who was there, who then see them', async () => {
    await checkIn([0, 1, 2]);
    await phase('in-session');
    expect((await circulate()).json.msg).toBe(minutesMessages.stillInSession);
    await phase('adjourned');
    expect((await circulate({}, cleo())).status).toBe(403);
    expect(await read(watching)).toBeNull();
    const { minutes } = (await circulate()).json.data;
    expect(minutes).toMatchObject({
      ...{ state: 'circulated', version: 1, comments_until: '2026-11-26', changed: 0 },
      versions: [{ version: 1, by: 'Bea Byron', recipients: 5 }],
    });
    expect((await mailed('minutes-circulated')).toSorted()).toEqual(
      [idOf(0), idOf(2), idOf(3), idOf(4), silent.id].toSorted(),
    );
    expect(await read(watching)).toMatchObject({ state: 'circulated', comments: null, can: { comment: false } });
    expect((await shown(clients[3] as TestClient)).can).toMatchObject({ comment: true, write: false });
  });

  test('with comments by section until the day, taken over or declined by name', async () => {
    await hold();
    await circulate();
    const dora = clients[3] as TestClient;
    const comment = (text: string, client = dora) =>
      client.post(`/ajax/minutes-sections/${itemId(1)}/comments`, { text });
    expect((await comment('I said Thursday.', watching)).status).toBe(403);
    const { comments } = (await comment('I said Thursday.')).json.data.minutes;
    expect(comments).toMatchObject([{ text: 'I said Thursday.', is_own: true, state: 'open', section_id: itemId(1) }]);
    const settle = (to: string, client = bea()) =>
      client.post(`/ajax/minutes-sections/${itemId(1)}/comments/${comments[0].id}/settle`, { to, reason: 'Not so.' });
    expect((await settle('declined', cleo())).status).toBe(403);
    expect((await settle('declined')).json.data.minutes.comments).toMatchObject([
      { state: 'declined', settled_by: 'Bea Byron', reason: 'Not so.' },
    ]);
    expect((await settle('taken-over')).json.msg).toBe(minutesMessages.settled);
    for (let nth = 1; nth < 50; nth += 1) expect((await comment('Again.')).json.status).toBe('success');
    expect((await comment('Again.')).json.msg).toBe('You can comment 50 times on these minutes.');
    expect((await comment('And I.', ada())).json.status).toBe('success');
    at('2026-11-27T12:00:00Z');
    await signInAgain();
    expect((await comment('Too late.', clients[3] as TestClient)).json.msg).toBe(minutesMessages.commentsOver);
  });

  test('again, as the next version, with what has changed', async () => {
    await hold();
    await save(1, 'The price was discussed.', 0);
    await circulate();
    expect((await circulate()).json.msg).toBe(minutesMessages.nothingNew);
    await save(1, 'The price was discussed at length.', 1);
    const changed = await section(1, watching);
    expect(richTextToPlainText(changed.circulated_notes ?? paragraph(''))).toBe('The price was discussed.');
    expect((await shown(watching)).changed).toBe(1);
    const { minutes } = (await circulate({ comments_until: null })).json.data;
    expect(minutes).toMatchObject({ version: 2, changed: 0, comments_until: null });
    expect(minutes.versions[1]).toMatchObject({ version: 2, changed: 1 });
    expect((await section(1)).circulated_notes).toBeNull();
  });

  test('again, where who was there is corrected, or a vote is entered', async () => {
    await hold();
    await circulate();
    const { presences } = (await bea().get(path('room'))).json.data.room;
    const own = presences.find(({ member_id: id }: { member_id: string }) => id === idOf(3));
    await bea().patch(`/ajax/presences/${own.id}`, { revision: own.revision, mode: 'remote' });
    expect((await shown()).changed).toBe(1);
    expect((await circulate()).json.data.minutes.versions[1]).toMatchObject({ version: 2, changed: 1 });
    const text = (await bea().get(path('motions', next))).json.data.motions[0].text;
    expect(text).toContain('be approved as corrected.');
  });

  test('and then no item goes from the agenda with what it tells', async () => {
    await hold();
    await circulate();
    const gone = () => ada().delete(`/ajax/agenda-items/${itemId(0)}?revision=1&documents=`);
    expect((await gone()).json.msg).toBe(minutesMessages.circulated);
    expect((await section(0)).from).toBe('2026-11-19T14:05:00.000Z');
  });

  test('not while a vote of the meeting is open', async () => {
    await hold();
    await enterAfterwards('That the roof be mended.');
    expect((await circulate()).json.msg).toBe(motionMessages.anotherVote);
  });

  test('to be approved by an agenda that has room for it', async () => {
    await hold();
    await inBoard(server.context, board.id, (tx) =>
      tx
        .insertInto('agenda_items')
        .values(
          Array.from({ length: limits.agendaItemsMax }, (_, position) => ({
            ...{ board_id: board.id, meeting_id: next.id, position, title: `Item ${position}` },
          })),
        )
        .execute(),
    );
    expect((await circulate()).json.msg).toBe(minutesMessages.agendaFull(limits.agendaItemsMax));
    expect((await shown()).state).toBe('draft');
  });

  test('they no longer follow the agenda, and what they tell is not undone', async () => {
    await hold();
    await circulate();
    await ada().post(path('agenda-items'), { title: 'Heating' });
    expect((await shown()).sections).toHaveLength(3);
    const { motions } = (await bea().get(path('motions'))).json.data;
    const voided = await bea().post(`/ajax/votes/${motions[0].votes[0].id}/void`, { reason: 'Wrong.' });
    expect(voided.json.msg).toBe(minutesMessages.circulated);
    const back = await bea().post(path('room/phase'), { to: 'in-session', takes_back: true });
    expect(back.json.msg).toBe(minutesMessages.circulated);
    at('17:00:00');
    expect((await ada().delete(`/ajax/meetings/${meeting.id}`)).json.msg).toBe('What is decided cannot be deleted.');
  });

  test('their action items are the desk’s alone until then, and their owners hear of them', async () => {
    await checkIn([0, 1, 2]);
    await phase('in-session');
    const [doras, cleos] = [hear(idOf(3)), hear(idOf(2))];
    const made = await bea().post('/ajax/action-items', {
      ...{ title: 'Call the roofer', notes: '', owner_id: idOf(3), due_on: '2026-12-01', meeting_id: meeting.id },
      agenda_item_id: itemId(1),
    });
    expect(made.status).toBe(200);
    await expect.poll(() => cleos).toContain('action-item');
    expect(doras).not.toContain('action-item');
    const seen = async (client: TestClient) =>
      (await client.get(path('action-items'))).json.data.items.map(({ title }: { title: string }) => title);
    expect(await seen(clients[3] as TestClient)).toEqual([]);
    expect((await (clients[3] as TestClient).get(`/ajax/action-items/${made.json.data.item.id}`)).status).toBe(404);
    expect(await seen(cleo())).toEqual(['Call the roofer']);
    expect(await mailed('action-item')).toEqual([]);
    await phase('adjourned');
    await circulate();
    expect(await seen(clients[3] as TestClient)).toEqual(['Call the roofer']);
    expect(await mailed('action-item')).toEqual([idOf(3)]);
    expect((await section(1)).tasks).toMatchObject([{ title: 'Call the roofer', owner: 'Dora Byron' }]);
  });

  test('wait for a comment of who votes or was there, until the last day', async () => {
    await hold();
    const waiting = async (client: TestClient) => {
      const { items } = (await client.get('/ajax/waiting')).json.data;
      const found = items.filter(({ kind }: { kind: string }) => kind === 'minutes');
      // The dashboard shows the same.
      const { waiting_minutes: shown } = (await client.get('/ajax/dashboard')).json.data;
      expect(shown.map(({ id }: { id: string }) => id)).toEqual(found.map(({ id }: { id: string }) => id));
      return found;
    };
    const dora = clients[3] as TestClient;
    expect(await waiting(dora)).toEqual([]);
    await circulate();
    expect(await waiting(dora)).toMatchObject([
      { id: meeting.id, title: 'November Board Meeting', due_on: '2026-11-26' },
    ]);
    expect(await waiting(watching)).toEqual([]);
    await dora.post(`/ajax/minutes-sections/${itemId(1)}/comments`, { text: 'Fine.' });
    expect([await waiting(dora), await waiting(clients[4] as TestClient)]).toMatchObject([[], [{ id: meeting.id }]]);
    at('2026-11-27T12:00:00Z');
    await signInAgain();
    expect(await waiting(clients[4] as TestClient)).toEqual([]);
  });

  test('who has not commented hears of it on the day before the last', async () => {
    await hold();
    await circulate();
    await (clients[3] as TestClient).post(`/ajax/minutes-sections/${itemId(1)}/comments`, { text: 'Fine.' });
    at('2026-11-25T07:59:00Z');
    await remind();
    expect(await mailed('minutes-comments-due')).toEqual([]);
    at('2026-11-25T22:00:00Z');
    await remind();
    await remind();
    expect((await mailed('minutes-comments-due')).toSorted()).toEqual([0, 1, 2, 4].map(idOf).toSorted());
  });
});

describe('approved', () => {
  test('by the motion that stands in the body’s next meeting', async () => {
    await hold();
    await circulate();
    expect((await shown()).decision).toMatchObject({ kind: 'next-meeting', meeting: { id: next.id } });
    const { agenda_items: agenda } = (await bea().get(`/ajax/meetings/${next.id}`)).json.data.meeting;
    expect(agenda).toMatchObject([{ title: 'Minutes of November 19, 2026', kind: 'minutes' }]);
    const vote = await decide();
    expect((await shown()).is_voted_on).toBe(true);
    expect((await save(1, 'Late.', 0)).json.msg).toBe(minutesMessages.votedOn);
    await close(vote);
    const minutes = await shown(watching);
    expect(minutes).toMatchObject({
      state: 'approved',
      approval: { kind: 'motion', number: '2026-002', meeting_title: 'December Board Meeting', meeting_id: next.id },
    });
    expect((await save(1, 'Late.', 0)).json.msg).toBe(minutesMessages.approved);
    // However long after it, an admin opens the meeting again for changes.
    expect((await ada().post(path('reopen'), {})).json.status).toBe('success');
    const late = await bea().post(path('guests'), { name: 'Late Guest', role: '' });
    expect(late.json.msg).toBe(minutesMessages.approved);
    expect(await mailed('minutes-approved')).toHaveLength(6);
    const [item] = (await bea().get(path('filled-items', next))).json.data.items;
    expect(item).toMatchObject({ kind: 'minutes', filling: { of: { meeting_id: meeting.id } } });
  });

  test('as corrected, where they were changed since', async () => {
    await hold();
    await circulate();
    const text = async () => (await bea().get(path('motions', next))).json.data.motions[0].text;
    expect(await text()).toBe('That the minutes of November Board Meeting, November 19, 2026, be approved.');
    await save(1, 'A word more.', 0);
    const vote = await decide();
    const put = (await bea().get(path('motions', next))).json.data.motions[0].votes[0];
    expect([put.id, put.text]).toEqual([
      vote,
      'That the minutes of November Board Meeting, November 19, 2026, be approved as corrected.',
    ]);
  });

  test('not by a motion that is lost', async () => {
    await hold();
    await circulate();
    await close(await decide('against'));
    expect(await shown()).toMatchObject({ state: 'circulated', is_voted_on: false });
    expect((await save(1, 'A word more.', 0)).status).toBe(200);
  });

  test('by the motion, in whichever meeting it is voted on', async () => {
    const times = { startsAt: '2026-12-18T14:00:00Z', endsAt: '2026-12-18T16:00:00Z' };
    const later = await makeMeeting(server.context, { board, title: 'Extra Board Meeting', ...times });
    for (const member of [...people, silent]) await makeInvitee(server.context, { meeting: later, member });
    await hold();
    await circulate();
    at('2026-12-17T14:00:00Z');
    await signInAgain();
    await checkIn([0, 1, 2], next);
    await phase('in-session', next);
    const { motions } = (await bea().get(path('motions', next))).json.data;
    await bea().post(`/ajax/motions/${motions[0].id}/state`, { to: 'deferred', meeting_id: later.id });
    expect((await shown()).decision).toMatchObject({ kind: 'next-meeting', meeting: { id: later.id } });
    await close(await decide('for', later, '2026-12-18T14:00:00Z'));
    expect(await shown()).toMatchObject({ state: 'approved', approval: { meeting_title: 'Extra Board Meeting' } });
  });

  test('in writing, where the board has it so', async () => {
    await settings({ minutes_approval: 'written' });
    await hold();
    await circulate();
    const id = ((await shown()).decision as { resolution_id: string }).resolution_id;
    const { resolution } = (await bea().get(`/ajax/resolutions/${id}`)).json.data;
    expect(resolution).toMatchObject({ state: 'draft', title: 'Minutes of November 19, 2026: November Board Meeting' });
    // From there to what it approves, and back; a draft is its desk's.
    expect(resolution.minutes_of).toEqual({ id: meeting.id, title: 'November Board Meeting' });
    expect((await shown(watching)).decision).toEqual({ kind: 'written', resolution_id: null });
    await bea().post(`/ajax/written-resolutions/${id}/circulate`, { revision: resolution.revision });
    expect((await shown(watching)).decision).toEqual({ kind: 'written', resolution_id: id });
    expect((await save(1, 'Late.', 0)).json.msg).toBe(minutesMessages.votedOn);
    for (const client of clients) await client.put(`/ajax/written-resolutions/${id}/ballot`, { choice: 'for' });
    expect(await shown()).toMatchObject({
      state: 'approved',
      approval: { kind: 'written', number: '2026-002', resolution_id: id, meeting_title: null },
    });
  });

  test('in words that its desk has read before it circulates them', async () => {
    await settings({ minutes_approval: 'written' });
    await hold();
    await circulate();
    const { resolution_id: id } = (await shown()).decision as { resolution_id: string };
    const read = async () => (await bea().get(`/ajax/resolutions/${id}`)).json.data.resolution;
    const { revision, text } = await read();
    expect(text).not.toContain('as corrected');
    await save(1, 'A word more.', 0);
    const circulating = await bea().post(`/ajax/written-resolutions/${id}/circulate`, { revision });
    expect(circulating.json.msg).toBe(resolutionMessages.changedMeanwhile);
    const now = await read();
    expect(now).toMatchObject({ state: 'draft', revision: revision + 1 });
    expect(now.text).toContain('be approved as corrected.');
    await bea().post(`/ajax/written-resolutions/${id}/circulate`, { revision: now.revision });
    expect(await read()).toMatchObject({ state: 'circulating', text: now.text });
  });

  test('in words that follow them as soon as they are read', async () => {
    await settings({ minutes_approval: 'written' });
    await hold();
    await circulate();
    const { resolution_id: id } = (await shown()).decision as { resolution_id: string };
    await save(1, 'A word more.', 0);
    const { resolution } = (await bea().get(`/ajax/resolutions/${id}`)).json.data;
    expect(resolution.text).toContain('be approved as corrected.');
  });

  test('never by signatures yet', async () => {
    const { revision } = (await ada().get('/ajax/deciding')).json.data.deciding;
    const saved = await ada().post('/ajax/deciding', { revision, minutes_approval: 'signatures' });
    expect(saved.json.errors).toEqual({ minutes_approval: minutesMessages.signaturesLater });
    const written = await ada().post('/ajax/deciding', { revision, minutes_approval: 'written', written_needs: 'off' });
    expect(written.status).toBe(422);
  });

  test('in the words of their motion, which nobody rewords', async () => {
    await hold();
    await circulate();
    const [motion] = (await bea().get(path('motions', next))).json.data.motions;
    const reword = { revision: motion.revision, text: 'That the caterers be thanked.' };
    expect((await bea().patch(`/ajax/motions/${motion.id}`, reword)).json.msg).toBe(minutesMessages.wordsFollow);
  });

  test('in the words of their written resolution, which nobody rewords', async () => {
    await settings({ minutes_approval: 'written' });
    await hold();
    await circulate();
    const { resolution_id: id } = (await shown()).decision as { resolution_id: string };
    const change = (body: object) => bea().patch(`/ajax/written-resolutions/${id}`, { revision: 1, ...body });
    expect((await change({ text: 'That the caterers be thanked.' })).json.msg).toBe(minutesMessages.wordsFollow);
    expect((await change({ title: 'Another title' })).json.status).toBe('success');
  });

  test('they and what they tell of are final, also for the serving role', async () => {
    await approve();
    const refused = async (statement: string) =>
      expect(
        inBoard(server.context, board.id, (tx) => tx.executeQuery({ sql: statement, parameters: [] } as never)),
      ).rejects.toThrow(/approved|final|closed|violates foreign key/);
    const tables = [...['meeting_minutes', 'minutes_sections', 'presences', 'votes', 'ballots', 'minutes_versions']];
    for (const table of tables) {
      await refused(`update ${table} set board_id = board_id where board_id = '${board.id}'`);
      await refused(`delete from ${table} where board_id = '${board.id}'`);
    }
    const { presences } = (await bea().get(path('room'))).json.data.room;
    const [own] = presences;
    const times = await bea().patch(`/ajax/presences/${own.id}`, { revision: own.revision, mode: 'remote' });
    expect(times.json.msg).toBe(minutesMessages.approved);
    await ada().post(`/ajax/meetings/${meeting.id}/reopen`, {});
    const renamed = await ada().patch(`/ajax/agenda-items/${itemId(1)}`, { revision: 1, title: 'Another name' });
    expect(renamed.json.msg).toBe(minutesMessages.approved);
    const titled = await ada().patch(`/ajax/meetings/${meeting.id}`, { title: 'Another meeting' });
    expect(titled.json.msg).toBe(minutesMessages.approved);
    const mark = await ada().post(`${path(`invitees/${idOf(4)}/attendance`)}`, { attendance: true });
    expect(mark.json.msg).toBe(minutesMessages.approved);
    const { motions } = (await bea().get(path('motions', next))).json.data;
    const voided = await bea().post(`/ajax/votes/${motions[0].votes[0].id}/void`, { reason: 'Wrong.' });
    expect(voided.json.msg).toBe(minutesMessages.approvedByVote);
    // Nothing of that is offered.
    const shownMeeting = (await ada().get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
    expect(shownMeeting).toMatchObject({ has_final_minutes: true, can: { take_attendance: false } });
    expect(motions[0].votes[0].can).toMatchObject({ void: false });
    const { room } = (await bea().get(path('room'))).json.data;
    expect(room.can).toMatchObject({ run: true, correct_presences: false, take_back: false });
    const here = (await bea().get(path('motions'))).json.data;
    expect(here).toMatchObject({
      can: { propose: false },
      motions: [{ votes: [{ can: { void: false, correct: false } }] }],
    });
    const added = await bea().post(`/ajax/agenda-items/${here.motions[0].agenda_item_id}/motions`, {
      text: 'That it go on.',
    });
    expect(added.json.msg).toBe(minutesMessages.approved);
  });

  test('and so is a recusal: nobody is offered to lift it', async () => {
    const offered = async () => (await bea().get(path('room'))).json.data.room.declarations[0].can.lift;
    const declared = { effect: 'recused', nature: 'My brother owns the land.' };
    await (clients[3] as TestClient).put(`/ajax/agenda-items/${itemId(2)}/declarations/${idOf(3)}`, declared);
    await hold();
    await circulate();
    expect(await offered()).toBe(true);
    await close(await decide());
    expect(await offered()).toBe(false);
  });

  test('by a vote that is entered afterwards, which freezes them too', async () => {
    await hold();
    await circulate();
    await save(1, 'A word more.', 0);
    const motionId = await passOver();
    const [motion] = (await openNamed(motionId)).json.data.motions;
    expect(motion.votes[0].text).toContain('be approved as corrected.');
    expect(await shown()).toMatchObject({ is_voted_on: true, can: { write: false, circulate: false } });
    expect((await save(1, 'Late.', 1)).json.msg).toBe(minutesMessages.votedOn);
    expect((await circulate()).json.msg).toBe(minutesMessages.votedOn);
    for (const nth of [0, 2])
      await bea().put(`/ajax/votes/${motion.votes[0].id}/ballots/${idOf(nth)}`, { choice: 'for' });
    await close(motion.votes[0].id);
    expect(await shown()).toMatchObject({ state: 'approved', approval: { meeting_title: 'December Board Meeting' } });
  });

  test('not while a vote of their meeting is open, and none opens there meanwhile', async () => {
    await hold();
    await circulate();
    const [motion] = (await bea().get(path('motions', next))).json.data.motions;
    const opened = await enterAfterwards('That the roof be mended.');
    expect(opened.json.status).toBe('success');
    at('2026-12-17T14:00:00Z');
    await signInAgain();
    await checkIn([0, 1, 2], next);
    await phase('in-session', next);
    await bea().patch(`/ajax/motions/${motion.id}`, {
      ...{ revision: motion.revision, mover_id: idOf(0), seconder_id: idOf(2) },
    });
    expect((await openNamed(motion.id)).json.msg).toBe(motionMessages.anotherVote);
    const late = opened.json.data.motions.at(-1).votes[0].id;
    await bea().post(`/ajax/votes/${late}/close`, {});
    const [idle] = (await propose('That the door be mended.')).json.data.motions.slice(-1);
    expect((await openNamed(motion.id)).json.status).toBe('success');
    expect((await openNamed(idle.id)).json.msg).toBe(minutesMessages.votedOn);
  });

  test('as they were put to the vote: what they tell stays meanwhile, and what is new does not enter them', async () => {
    await settings({ casting_vote: true });
    await hold();
    await circulate();
    const opened = await enterAfterwards('That the roof be mended.');
    const tied = opened.json.data.motions.at(-1).votes[0].id;
    for (const [nth, choice] of [
      [0, 'for'],
      [3, 'against'],
    ] as const)
      await bea().put(`/ajax/votes/${tied}/ballots/${idOf(nth)}`, { choice });
    expect((await close(tied)).json.data.motions.at(-1).votes[0].state).toBe('tied');
    const idle = (await propose('That the door be mended.')).json.data.motions.at(-1);
    const vote = await decide();
    const said = async () =>
      (await shown()).sections.map((each) => 'events' in each && [each.title, each.events, each.tasks]);
    const asPut = await said();
    const [presence] = (await bea().get(path('room'))).json.data.room.presences;
    const refused = [
      cleo().post(`/ajax/votes/${tied}/casting`, { choice: 'for' }),
      propose('That the window be mended.'),
      bea().patch(`/ajax/motions/${idle.id}`, { revision: idle.revision, text: 'That it be painted.' }),
      bea().post(`/ajax/motions/${idle.id}/state`, { to: 'withdrawn' }),
      bea().patch(`/ajax/presences/${presence.id}`, { revision: presence.revision, mode: 'remote' }),
    ];
    for (const { json } of await Promise.all(refused)) expect(json.msg).toBe(minutesMessages.votedOn);
    const task = {
      title: 'Call the roofer',
      notes: '',
      owner_id: idOf(3),
      due_on: '2026-12-24',
      meeting_id: meeting.id,
    };
    const made = await bea().post('/ajax/action-items', { ...task, agenda_item_id: itemId(1) });
    expect(made.json.status).toBe('success');
    expect(await said()).toEqual(asPut);
    await close(vote);
    expect((await shown()).state).toBe('approved');
    expect(await said()).toEqual(asPut);
    const { motions } = (await cleo().get(path('motions'))).json.data;
    const can = motions.flatMap((each: { can: object; votes: { can: object }[] }) => [
      each.can,
      ...each.votes.map((one) => one.can),
    ]);
    for (const each of can) expect(Object.values(each)).not.toContain(true);
  });

  test('by one of two votes: the one in the next meeting, or the late one of the meeting before', async () => {
    const times = { startsAt: '2027-01-14T14:00:00Z', endsAt: '2027-01-14T16:00:00Z' };
    const later = await makeMeeting(server.context, { board, title: 'January Board Meeting', ...times });
    for (const member of [...people, silent]) await makeInvitee(server.context, { meeting: later, member });
    await hold();
    await circulate();
    const lateId = await passOver();
    expect((await circulate()).json.data.minutes.decision).toMatchObject({ meeting: { id: later.id } });
    at(times.startsAt);
    await signInAgain();
    await checkIn([0, 1, 2], later);
    await phase('in-session', later);
    const [motion] = (await bea().get(path('motions', later))).json.data.motions;
    await bea().patch(`/ajax/motions/${motion.id}`, {
      ...{ revision: motion.revision, mover_id: idOf(0), seconder_id: idOf(2) },
    });
    const answers = await Promise.all([openNamed(motion.id, bea()), openNamed(lateId, ada())]);
    const [opened, ...more] = answers.filter(({ json }) => json.status === 'success');
    expect(more).toEqual([]);
    expect(answers.find((each) => each !== opened)?.json.msg).toBe(minutesMessages.votedOn);
    const vote = opened?.json.data.motions[0].votes[0].id;
    for (const nth of [0, 2]) await bea().put(`/ajax/votes/${vote}/ballots/${idOf(nth)}`, { choice: 'for' });
    await close(vote);
    const rows = await inBoard(server.context, board.id, (tx) =>
      tx.selectFrom('meeting_minutes').select('approved_vote_id').where('meeting_id', '=', meeting.id).execute(),
    );
    expect(rows).toEqual([{ approved_vote_id: vote }]);
  });

  test('circulated, with the next meeting locked in the order in which motions that are put off lock it', async () => {
    const sooner = { startsAt: '2026-12-03T14:00:00Z', endsAt: '2026-12-03T16:00:00Z' };
    let between = await makeMeeting(server.context, { board, ...sooner });
    while (between.id > meeting.id) {
      await inBoard(server.context, board.id, (tx) =>
        tx.updateTable('meetings').set({ state: 'cancelled' }).where('id', '=', between.id).execute(),
      );
      between = await makeMeeting(server.context, { board, ...sooner });
    }
    await hold();
    const circulating = await inBoard(server.context, board.id, async (tx) => {
      const lock = (id: string) =>
        tx.selectFrom('meetings').select('id').where('id', '=', id).forUpdate().noWait().execute();
      await lock(between.id);
      const answer = circulate();
      await untilLockWaiter(server.context);
      await lock(meeting.id);
      return { answer };
    });
    expect((await circulating.answer).json.data.minutes.decision).toMatchObject({ meeting: { id: between.id } });
  });

  test('minutes and the resolution that is to approve them are circulated one after the other', async () => {
    await settings({ minutes_approval: 'written' });
    await hold();
    await circulate();
    await save(1, 'A word more.', 0);
    const id = ((await shown()).decision as { resolution_id: string }).resolution_id;
    // As circulating the resolution does: its row, and the minutes then.
    const again = await inBoard(server.context, board.id, async (tx) => {
      await tx.selectFrom('written_resolutions').select('id').where('id', '=', id).forUpdate().execute();
      const circulating = circulate();
      await untilLockWaiter(server.context);
      await tx
        .selectFrom('meeting_minutes')
        .select('state')
        .where('meeting_id', '=', meeting.id)
        .forUpdate()
        .noWait()
        .execute();
      return { circulating };
    });
    expect((await again.circulating).json.data.minutes.version).toBe(2);
    const { resolution } = (await bea().get(`/ajax/resolutions/${id}`)).json.data;
    expect(resolution.text).toContain('be approved as corrected.');
  });

  test('their PDF is made once and served byte for byte; a draft is marked', { timeout: 60_000 }, async () => {
    await hold();
    await save(1, 'The price was discussed.', 0);
    const pdf = (client = bea()) => client.get(`/meetings/${meeting.id}/minutes/pdf?board=${board.id}`);
    expect((await pdf(watching)).status).toBe(404);
    const draft = await pdf();
    expect(draft.headers['content-type']).toBe('application/pdf');
    expect(textOf(draft.bytes)).toContain('Draft');
    await circulate();
    // Those of the minutes of other tests, which nobody reads, would be made with it.
    await asSuperuser(server.context, (client) =>
      client.query(`delete from graphile_worker._private_jobs where key like 'make-minutes-file:%'`),
    );
    await close(await decide());
    expect((await pdf()).json.msg).toBe(minutesMessages.fileNotMade);
    await server.context.runJobs(['make-minutes-file']);
    const [one, other] = [await pdf(), await pdf(watching)];
    expect(one.bytes.equals(other.bytes)).toBe(true);
    const text = textOf(one.bytes);
    expect(text).toContain('The price was discussed.');
    expect(text).not.toContain('Draft');
    // In the list of who was there, and below the line to sign on by hand.
    expect(text.match(/Cleo Byron/g)).toHaveLength(2);
    expect(text).toMatch(/Called to order at [\d:]+ [AP]M, adjourned at/);
    const { bytes } = await inBoard(server.context, board.id, (tx) =>
      tx.selectFrom('minutes_files').select('bytes').executeTakeFirstOrThrow(),
    );
    expect(one.bytes.equals(bytes)).toBe(true);
  });

  test('addenda stand beside them', async () => {
    await hold();
    await circulate();
    const add = (client = bea()) => client.post(path('minutes/addenda'), { text: 'The price was 12.' });
    expect((await add()).json.msg).toBe(minutesMessages.notApproved);
    await close(await decide());
    expect((await add(cleo())).status).toBe(403);
    await add();
    expect((await add()).json.data.minutes.addenda).toMatchObject([
      { number: 1, text: 'The price was 12.', by: 'Bea Byron' },
      { number: 2 },
    ]);
  });
});

describe('what a reader may not know', () => {
  const hide = () =>
    inBoard(server.context, board.id, (tx) => tx.updateTable('boards').set({ people_hidden: true }).execute());

  test('names, where people are hidden', async () => {
    await hold();
    await circulate();
    await hide();
    const minutes = await shown(watching);
    expect(minutes.head).toMatchObject({ attendees: null, guests: null });
    expect(JSON.stringify(minutes)).not.toContain('Byron');
    expect(JSON.stringify(await shown(ada()))).toContain('Byron');
  });

  test('a section of an item that is withheld: not its words, comments, tasks, or that somebody writes in it', async () => {
    await hold();
    await save(1, 'zqxsecret words', 0);
    await circulate();
    const task = { title: 'zqxsecret task', notes: '', owner_id: idOf(0), due_on: '2026-12-01' };
    await bea().post('/ajax/action-items', { ...task, meeting_id: meeting.id, agenda_item_id: itemId(1) });
    const dora = clients[3] as TestClient;
    await dora.post(`/ajax/minutes-sections/${itemId(1)}/comments`, { text: 'zqxsecret comment' });
    for (const words of ['zqxsecret words', 'zqxsecret task', 'zqxsecret comment', '2026-001'])
      expect(JSON.stringify(await shown(dora))).toContain(words);
    await makeWithheld(server.context, {
      ...{ item: items[1] as MadeAgendaItem, from: people[3] as MadeMember, by: people[1] as MadeMember },
    });
    const minutes = await shown(dora);
    expect(minutes.sections[1]).toEqual({ id: itemId(1), number: '2', depth: 0, is_withheld: true });
    expect(JSON.stringify(minutes)).not.toMatch(/zqxsecret|land be bought|2026-001/);
    expect(JSON.stringify(await shown(cleo()))).toContain('zqxsecret');
    const comment = await dora.post(`/ajax/minutes-sections/${itemId(1)}/comments`, { text: 'Why?' });
    expect(comment.status).toBe(404);
    const found = await dora.post('/search', { itemType: 'everything', searchString: 'zqxsecret' });
    expect(found.json.data.results.filter(({ itemType }: { itemType: string }) => itemType === 'minutes')).toEqual([]);
    const cleos = await cleo().post('/search', { itemType: 'everything', searchString: 'zqxsecret' });
    expect(cleos.json.data.results).toContainEqual(
      expect.objectContaining({ itemType: 'minutes', meeting_id: meeting.id }),
    );
    const pdf = await dora.get(`/meetings/${meeting.id}/minutes/pdf?board=${board.id}`);
    expect(textOf(pdf.bytes)).toContain('Item 2 is withheld from you.');
    expect(textOf(pdf.bytes)).not.toContain('zqxsecret');
  });

  test('that anything changes on an item that is withheld', async () => {
    await hold();
    await circulate();
    await makeWithheld(server.context, {
      item: items[1] as MadeAgendaItem,
      from: { id: idOf(3) },
      by: { id: idOf(0) },
    });
    const [withheld, whole] = [hear(idOf(3)), hear(idOf(2))];
    await save(1, 'The quarry was discussed.', 0);
    const task = { title: 'Ask', notes: '', owner_id: idOf(0), due_on: '2026-12-01' };
    await bea().post('/ajax/action-items', { ...task, meeting_id: meeting.id, agenda_item_id: itemId(1) });
    const { comments } = (await cleo().post(`/ajax/minutes-sections/${itemId(1)}/comments`, { text: 'When?' })).json
      .data.minutes;
    await bea().post(`/ajax/minutes-sections/${itemId(1)}/comments/${comments[0].id}/settle`, { to: 'taken-over' });
    await save(0, 'All were welcome.', 0);
    await expect.poll(() => whole).toEqual(['minutes', 'action-item', 'minutes', 'minutes', 'minutes']);
    expect(withheld).toEqual(['minutes']);
  });

  test('how many sections have changed that are withheld, now and in each version', async () => {
    await hold();
    await circulate();
    await makeWithheld(server.context, {
      item: items[1] as MadeAgendaItem,
      from: { id: idOf(3) },
      by: { id: idOf(0) },
    });
    const counts = async (client: TestClient) => {
      const { changed, versions } = await shown(client);
      return [changed, versions.at(-1)?.changed];
    };
    await save(1, 'The quarry was discussed.', 0);
    expect([await counts(bea()), await counts(clients[3] as TestClient)]).toEqual([
      [1, 0],
      [0, 0],
    ]);
    await save(0, 'All were welcome.', 0);
    expect(await counts(clients[3] as TestClient)).toEqual([1, 0]);
    await circulate();
    expect([await counts(bea()), await counts(clients[3] as TestClient)]).toEqual([
      [0, 2],
      [0, 1],
    ]);
  });

  test('what somebody declared on an item that is withheld, also in the answer to who writes elsewhere', async () => {
    await inBoard(server.context, board.id, (tx) =>
      tx.updateTable('agenda_items').set({ kind: 'declarations' }).where('id', '=', itemId(0)).execute(),
    );
    await checkIn([0, 1, 2, 3]);
    await phase('in-session');
    const declared = { effect: 'recused', nature: 'zqxsecret brother' };
    await (clients[3] as TestClient).put(`/ajax/agenda-items/${itemId(1)}/declarations/${idOf(3)}`, declared);
    expect(JSON.stringify((await save(0, 'All declared.', 0)).json)).toContain('zqxsecret');
    await makeWithheld(server.context, {
      ...{ item: items[1] as MadeAgendaItem, from: people[1] as MadeMember, by: people[0] as MadeMember },
    });
    const saved = await save(0, 'All have declared.', 1);
    expect(saved.status).toBe(200);
    expect(JSON.stringify([saved.json, await shown()])).not.toContain('zqxsecret');
    expect(JSON.stringify(await shown(ada()))).toContain('zqxsecret');
  });

  test('the draft of a meeting that is to approve them', async () => {
    await inBoard(server.context, board.id, (tx) =>
      tx.updateTable('meetings').set({ state: 'draft' }).where('id', '=', next.id).execute(),
    );
    await hold();
    await circulate();
    expect((await shown(ada())).decision).toEqual({ kind: 'next-meeting', meeting: null });
    expect((await ada().post(`/ajax/meetings/${next.id}/publish`, {})).status).toBe(200);
    expect((await shown(watching)).decision).toMatchObject({ meeting: { id: next.id } });
    // A motion may be put off to a draft by its desk.
    await inBoard(server.context, board.id, (tx) =>
      tx.updateTable('meetings').set({ state: 'draft', published_at: null }).where('id', '=', next.id).execute(),
    );
    expect((await shown(watching)).decision).toEqual({ kind: 'next-meeting', meeting: null });
    expect((await shown(ada())).decision).toMatchObject({ meeting: { id: next.id } });
  });

  test('drafts are not found by who does not see them', async () => {
    await hold();
    await save(1, 'zqxdraft', 0);
    const found = async (client: TestClient) =>
      (await client.post('/search', { itemType: 'everything', searchString: 'zqxdraft' })).json.data.results.length;
    expect([await found(cleo()), await found(watching)]).toEqual([1, 0]);
  });
});

describe('standing items', () => {
  const create = async (rest = {}) =>
    (
      await ada().post('/ajax/meetings', {
        ...{ title: 'January Board Meeting', type: 'hybrid', location: '', join_url: '', description: '' },
        ...{ start: '2027-01-21T14:00:00.000Z', end: '2027-01-21T16:00:00.000Z' },
        ...{ agenda_items: [{ title: 'Rents' }], ...rest },
      })
    ).json.data.meeting;
  const publish = async ({ id }: { id: string }) => {
    expect((await ada().post(`/ajax/meetings/${id}/publish`, {})).status).toBe(200);
    return (await ada().get(`/ajax/meetings/${id}`)).json.data.meeting;
  };
  const titles = (made: { agenda_items: { title: string }[] }) => made.agenda_items.map(({ title }) => title);

  test('come into each new meeting of a body, before the others, once the board decides here', async () => {
    expect(titles(await create())).toEqual([
      ...['Declarations of interest', 'Action items', 'Written resolutions', 'Rents'],
    ]);
    await settings({ confirmed_at: null });
    expect(titles(await create())).toEqual(['Rents']);
  });

  test('with the minutes that no earlier meeting is to approve', async () => {
    await inBoard(server.context, board.id, (tx) =>
      tx.updateTable('meetings').set({ state: 'cancelled' }).where('id', '=', next.id).execute(),
    );
    await hold();
    await circulate();
    expect((await shown()).decision).toEqual({ kind: 'next-meeting', meeting: null });
    // One that comes to nothing keeps nothing from the others.
    await create({ start: '2027-01-14T14:00:00.000Z', end: '2027-01-14T16:00:00.000Z' });
    const made = await publish(await create());
    expect(titles(made)[1]).toBe('Minutes of November 19, 2026');
    expect((await shown()).decision).toMatchObject({ meeting: { id: made.id } });
    expect(titles(await publish(await create()))).not.toContain('Minutes of November 19, 2026');
  });

  test('are not put beside one that was typed with the same title: that becomes it', async () => {
    const { agenda_items: agenda } = await create({
      agenda_items: [{ title: 'Welcome' }, { title: 'declarations of interest' }],
    });
    expect(agenda.map((item: { title: string; kind: string | null }) => [item.title, item.kind])).toEqual([
      ['Action items', 'action-items'],
      ['Written resolutions', 'written-resolutions'],
      ['Welcome', null],
      ['declarations of interest', 'declarations'],
    ]);
  });

  test('fill themselves with what is open and was decided', async () => {
    await hold();
    const made = await create();
    const task = { title: 'Call the roofer', notes: '', owner_id: idOf(3), due_on: '2026-12-01', body_id: board.id };
    await bea().post('/ajax/action-items', task);
    const { items: found } = (await ada().get(`/ajax/meetings/${made.id}/filled-items`)).json.data;
    expect(found).toMatchObject([
      { kind: 'declarations', filling: null },
      { kind: 'action-items', filling: { tasks: [{ title: 'Call the roofer', owner: 'Dora Byron', state: 'open' }] } },
      { kind: 'written-resolutions', filling: { resolutions: [] } },
    ]);
  });

  test('also in the answer to who writes on them', async () => {
    const task = { title: 'Call the roofer', notes: '', owner_id: idOf(3), due_on: '2026-12-01', body_id: board.id };
    await bea().post('/ajax/action-items', task);
    await inBoard(server.context, board.id, (tx) =>
      tx.updateTable('agenda_items').set({ kind: 'action-items' }).where('id', '=', itemId(0)).execute(),
    );
    await hold();
    const saved = (await save(0, 'All on their way.', 0)).json.data.section;
    expect(saved.filling.tasks).toMatchObject([{ title: 'Call the roofer' }]);
    expect(saved).toEqual(await section(0));
    expect((await save(1, 'The price was discussed.', 0)).json.data.section).toEqual(await section(1));
  });

  test('with no more than their reader sees elsewhere', async () => {
    const group = await makeGroup(server.context, { board, name: 'Audit', members: people });
    const made = await create();
    await inBoard(server.context, board.id, async (tx) => {
      await tx
        .updateTable('meetings')
        .set({ state: 'published', published_at: new Date() })
        .where('id', '=', made.id)
        .execute();
      const room = { board_id: board.id, meeting_id: made.id, body_id: group.id };
      await tx
        .insertInto('meeting_rooms')
        .values(room)
        .onConflict((c) => c.column('meeting_id').doUpdateSet({ body_id: group.id }))
        .execute();
    });
    await makeActionItem(server.context, {
      ...{ boardId: board.id, owner: people[3] as MadeMember, bodyId: group.id, title: 'Ask the auditor' },
    });
    const { id } = await makeWritten(server.context, {
      ...{ boardId: board.id, bodyId: group.id, by: people[0] as MadeMember, title: 'The fee', state: 'circulating' },
    });
    await asSuperuser(server.context, (client) =>
      client.query(
        `alter table written_resolutions disable trigger user; update written_resolutions set state = 'to-meeting', decided_at = '2026-11-19T14:00:00Z', ended_by = '${idOf(0)}' where id = '${id}'; alter table written_resolutions enable trigger user`,
      ),
    );
    const filled = async (client: TestClient) =>
      JSON.stringify((await client.get(`/ajax/meetings/${made.id}/filled-items`)).json.data);
    for (const words of ['Ask the auditor', 'The fee']) {
      expect(await filled(clients[3] as TestClient)).toContain(words);
      expect(await filled(watching)).not.toContain(words);
    }
  });
});
