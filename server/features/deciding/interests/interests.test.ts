import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import { inBoard, type MadeBoard, type MadeMember, makeBoard, makeMember } from '#tests/support/factories.ts';
import { makeInterest } from '#tests/support/interests.ts';
import { testApp } from '#tests/support/test-app.ts';
import { interestJobs } from './jobs.ts';

const server = testApp();
const wording = { organisation: 'Quay Bank', nature: 'Holds 200 shares', since: '4/2019' };

let board: MadeBoard;
let admin: TestClient;
let adminMember: MadeMember;
let ada: MadeMember;
let ben: MadeMember;
let own: TestClient;
let other: TestClient;
beforeEach(async () => {
  server.context.clock.set('2026-11-16T13:00:00Z');
  board = await makeBoard(server.context, { timeZone: 'America/Halifax' });
  adminMember = await makeMember(server.context, { board, isBoardAdmin: true, firstName: 'Zoë', lastName: 'Adler' });
  ada = await makeMember(server.context, { board, firstName: 'Ada', lastName: 'Byron' });
  ben = await makeMember(server.context, { board, firstName: 'Ben', lastName: 'Moser' });
  admin = await server.signIn(adminMember);
  own = await server.signIn(ada);
  other = await server.signIn(ben);
});

const list = async (who: TestClient) => (await who.get('/ajax/interests')).json.data;
const namesSeenBy = async (who: TestClient) => (await list(who)).people.map((person: { name: string }) => person.name);
const declare = async (who: TestClient, more: object = {}) =>
  (await who.post('/ajax/interests', { ...wording, ...more })).json.data.interest;
const patch = (who: TestClient, id: string, body: object) => who.patch(`/ajax/interests/${id}`, body);
const set = (work: Parameters<typeof inBoard>[2]) => inBoard(server.context, board.id, work);
const silence = (member: MadeMember) =>
  set((tx) =>
    tx.insertInto('non_voters').values({ board_id: board.id, body_id: board.id, member_id: member.id }).execute(),
  );

describe('who reads and writes', () => {
  test('a voting member reads all; who does not vote their own, unless they hold office', async () => {
    const { id } = await declare(own);
    expect(await namesSeenBy(other)).toEqual(['Zoë Adler', 'Ada Byron', 'Ben Moser']);
    expect((await other.get(`/ajax/interests/${id}`)).status).toBe(200);
    await silence(ben);
    expect(await namesSeenBy(other)).toEqual(['Ben Moser']);
    expect((await list(other)).can).toEqual({ read_all: false, write_all: false });
    expect((await other.get(`/ajax/interests/${id}`)).status).toBe(404);
    expect((await patch(other, id, { nature: 'x', revision: 1 })).status).toBe(404);
    await set((tx) => tx.updateTable('bodies').set({ secretary_id: ben.id }).where('id', '=', board.id).execute());
    expect((await list(other)).can.read_all).toBe(true);
    expect((await other.get(`/ajax/interests/${id}`)).status).toBe(200);
  });

  test('a board admin who does not vote reads all; where people are hidden others read their own', async () => {
    await silence(adminMember);
    await set((tx) => tx.updateTable('boards').set({ people_hidden: true }).where('id', '=', board.id).execute());
    const { id } = await declare(own);
    expect(await namesSeenBy(admin)).toEqual(['Zoë Adler', 'Ada Byron', 'Ben Moser']);
    expect(await namesSeenBy(other)).toEqual(['Ben Moser']);
    expect((await other.get(`/ajax/interests/${id}`)).status).toBe(404);
    expect((await own.get(`/ajax/interests/${id}`)).status).toBe(200);
  });

  test('oneself, and a board admin for others', async () => {
    expect((await other.post('/ajax/interests', { ...wording, member_id: ada.id })).status).toBe(403);
    const { id, can } = await declare(admin, { member_id: ada.id });
    expect(can.edit).toBe(true);
    expect((await patch(other, id, { nature: 'x', revision: 1 })).status).toBe(403);
    expect((await patch(own, id, { nature: 'Director', revision: 1 })).json.data.interest.nature).toBe('Director');
    const { wordings } = (await other.get(`/ajax/interests/${id}`)).json.data;
    expect(wordings.map((each: { by: string; nature: string }) => [each.by, each.nature])).toEqual([
      ['Ada Byron', 'Director'],
      ['Zoë Adler', 'Holds 200 shares'],
    ]);
  });

  test('of who is inactive or has left, board admins read what was declared', async () => {
    await declare(own);
    await set((tx) => tx.updateTable('members').set({ status: 'inactive' }).where('id', '=', ada.id).execute());
    expect(await namesSeenBy(admin)).toContain('Ada Byron');
    expect(await namesSeenBy(other)).not.toContain('Ada Byron');
    await set((tx) =>
      tx.updateTable('members').set({ removed_at: server.context.clock.now() }).where('id', '=', ada.id).execute(),
    );
    const [left] = (await list(admin)).people.filter((person: { is_removed: boolean }) => person.is_removed);
    expect(left).toMatchObject({ name: 'Ada Byron', interests: [{ can: { edit: false } }] });
    const { id } = left.interests[0];
    const gone = 'This person is no longer on the board.';
    expect((await patch(admin, id, { nature: 'x', revision: 1 })).json.msg).toBe(gone);
    expect((await admin.post('/ajax/interests', { ...wording, member_id: ada.id })).json.msg).toBe(gone);
    expect(await namesSeenBy(other)).not.toContain('Ada Byron');
    const csv = await admin.get(`/ajax/interests/csv?board=${board.id}`);
    expect(csv.text).toContain('Ada Byron,Quay Bank,Holds 200 shares,4/2019,,,No longer on the board');
    expect((await other.get(`/ajax/interests/csv?board=${board.id}`)).status).toBe(403);
  });
});

describe('a change is heard', () => {
  const acts = async () => {
    const { id } = await declare(own);
    await patch(admin, id, { nature: 'Director', revision: 1 });
    await own.post('/ajax/interests/confirm', {});
  };
  /** How often each hears of the three acts. */
  async function timesHeard(members: readonly MadeMember[]): Promise<readonly number[]> {
    const heard = new Map<MadeMember, number>(members.map((member) => [member, 0]));
    const { promise, resolve } = Promise.withResolvers<void>();
    const ends = members.map((member) =>
      server.context.live.subscribe(board.id, {
        ...{ memberId: member.id, sessionId: member.id, isBoardAdmin: member === adminMember, end: () => undefined },
        send: (line) => {
          if (!('noun' in line) || line.noun !== 'interests') return;
          heard.set(member, (heard.get(member) ?? 0) + 1);
          if (heard.get(adminMember) === 3) resolve();
        },
      }),
    );
    await acts();
    await promise;
    for (const end of ends) end();
    return [...heard.values()];
  }

  test('by its holder, by who reads the register, and by board admins alone', async () => {
    const [silent, chair] = [await makeMember(server.context, { board }), await makeMember(server.context, { board })];
    for (const member of [silent, chair]) await silence(member);
    await set((tx) => tx.updateTable('bodies').set({ chair_id: chair.id }).where('id', '=', board.id).execute());
    expect(await timesHeard([silent, chair, ben, ada, adminMember])).toEqual([0, 3, 3, 3, 3]);
    await silence(ada);
    await set((tx) => tx.updateTable('boards').set({ people_hidden: true }).where('id', '=', board.id).execute());
    expect(await timesHeard([silent, chair, ben, ada, adminMember])).toEqual([0, 0, 0, 3, 3]);
  });
});

describe('wordings', () => {
  test('dates are read as people write them', async () => {
    expect((await declare(own)).since).toBe('2019-04');
    const wrong = await own.post('/ajax/interests', { ...wording, since: 'long ago' });
    expect(wrong.json.errors).toEqual({ since: 'Enter a year, or a month and a year: 2009 or 4/2024.' });
  });

  test('what has ended stays: no other wording, and no end before the beginning or in the future', async () => {
    const { id } = await declare(own);
    const end = (until: string) => patch(own, id, { until, revision: 1 });
    expect((await end('3/2019')).json.errors).toEqual({ until: 'This is before it began.' });
    expect((await end('12/2026')).json.errors).toEqual({ until: 'Enter when it ended, or end it once it has.' });
    expect((await end('11/2026')).json.data.interest).toMatchObject({ until: '2026-11', can: { edit: false } });
    const again = await patch(admin, id, { nature: 'x', revision: 2 });
    expect(again.json.msg).toBe('This interest has ended and stays as it is.');
  });

  test('what another has changed meanwhile is answered, not overwritten', async () => {
    const { id } = await declare(own);
    await patch(admin, id, { nature: 'Director', revision: 1 });
    const late = (await patch(own, id, { nature: 'Adviser', since: '2018', revision: 1 })).json.data;
    expect(late.interest).toMatchObject({ nature: 'Director', since: '2018', revision: 3 });
    expect(late.conflicts).toMatchObject([{ field: 'nature', by: 'Zoë Adler' }]);
  });

  test('a conflict names who changed that field first, not whoever wrote last', async () => {
    const { id } = await declare(own);
    await patch(admin, id, { organisation: 'Harbour Bank', revision: 1 });
    server.context.clock.set('2026-11-16T14:00:00Z');
    await patch(own, id, { nature: 'Director', revision: 2 });
    const second = await makeMember(server.context, { board, isBoardAdmin: true });
    const body = { organisation: 'Pier Bank', nature: 'Adviser', revision: 1 };
    const late = (await patch(await server.signIn(second), id, body)).json.data;
    expect(late.conflicts).toEqual([
      { field: 'organisation', by: 'Zoë Adler', at: '2026-11-16T13:00:00.000Z' },
      { field: 'nature', by: 'Ada Byron', at: '2026-11-16T14:00:00.000Z' },
    ]);
  });

  test('where people are hidden a member reads no name but their own', async () => {
    const { id } = await declare(own);
    await patch(admin, id, { organisation: 'Harbour Bank', revision: 1 });
    await set((tx) => tx.updateTable('boards').set({ people_hidden: true }).where('id', '=', board.id).execute());
    const writers = async (who: TestClient) =>
      (await who.get(`/ajax/interests/${id}`)).json.data.wordings.map(({ by }: { by: string }) => by);
    expect(await writers(own)).toEqual(['', 'Ada Byron']);
    expect(await writers(admin)).toEqual(['Zoë Adler', 'Ada Byron']);
    const late = await patch(own, id, { organisation: 'Pier Bank', revision: 1 });
    expect(late.json.data.conflicts).toMatchObject([{ field: 'organisation', by: '' }]);
  });

  test('no wording and no confirmation is changed or deleted, and no interest deleted, by the serving role', async () => {
    await declare(own);
    await own.post('/ajax/interests/confirm', {});
    const changes: readonly Parameters<typeof inBoard>[2][] = [
      (tx) => tx.updateTable('interest_wordings').set({ nature: 'x' }).execute(),
      (tx) => tx.deleteFrom('interest_wordings').execute(),
      (tx) => tx.updateTable('interest_confirmations').set({ member_id: ben.id }).execute(),
      (tx) => tx.deleteFrom('interest_confirmations').execute(),
      (tx) => tx.deleteFrom('interests').execute(),
    ];
    for (const change of changes) await expect(set(change)).rejects.toThrow(/what was declared stays as it was/);
  });

  test('each act is in the log under Decisions', async () => {
    const { id } = await declare(own);
    await patch(own, id, { nature: 'Director', revision: 1 });
    await patch(own, id, { until: '2025', revision: 2 });
    await own.post('/ajax/interests/confirm', {});
    const { lines } = (await admin.get('/ajax/audit?kind=decisions')).json.data;
    expect(lines.map((line: { action: string }) => line.action).toReversed()).toEqual([
      'interest.declared',
      'interest.changed',
      'interest.ended',
      'interest.confirmed',
    ]);
  });
});

describe('the request to confirm', () => {
  /** Two servers find the board at once. */
  const round = async () => {
    const [find] = interestJobs(server.context);
    await Promise.all([find.handle({}, { attempt: 1, isLast: false }), find.handle({}, { attempt: 1, isLast: false })]);
    await server.context.runJobs();
  };
  const actTwice = async () => {
    const [, act] = interestJobs(server.context);
    const item = { board_id: board.id, id: board.id };
    const turn = { attempt: 1, isLast: false };
    await Promise.all([act.handle(item, turn), act.handle(item, turn)]);
    await server.context.runJobs();
  };
  const asked = () =>
    server.context.sent
      .filter((message) => message.subject.startsWith('Please confirm your interests'))
      .map((message) => message.to.address)
      // Other boards of the same database are asked too.
      .filter((email) => [adminMember, ada, ben].some((member) => member.email === email))
      .toSorted();
  beforeEach(async () => {
    await set((tx) =>
      tx
        .updateTable('members')
        .set({ created_at: new Date('2026-01-05T12:00:00Z') })
        .execute(),
    );
  });

  test('goes once to each active member who has said nothing, from eight on the day after the register began', async () => {
    await round();
    expect(asked()).toEqual([]);
    await declare(own);
    server.context.clock.set('2026-11-17T11:59:00Z');
    await round();
    expect(asked()).toEqual([]);
    await makeMember(server.context, { board, status: 'invited' });
    server.context.clock.set('2026-11-17T12:00:00Z');
    await actTwice();
    await round();
    expect(asked()).toEqual([adminMember.email, ben.email].toSorted());
    server.context.clock.set('2026-11-18T12:00:00Z');
    await round();
    expect(asked()).toHaveLength(2);
  });

  test('comes again after the board’s months, unless confirmed, declared or switched off', async () => {
    await makeInterest(server.context, { member: ada });
    await other.post('/ajax/interests/confirm', {});
    server.context.clock.set('2026-11-17T12:00:00Z');
    await round();
    expect(asked()).toEqual([adminMember.email]);
    server.context.clock.set('2027-11-16T12:00:00Z');
    await round();
    expect(asked()).toEqual([adminMember.email, ada.email, ben.email].toSorted());
    server.context.clock.set('2027-11-17T12:00:00Z');
    await round();
    expect(asked().filter((email) => email === adminMember.email)).toHaveLength(2);
    await set((tx) => tx.updateTable('deciding_settings').set({ interests_months: 0 }).execute());
    server.context.clock.set('2029-11-17T12:00:00Z');
    await round();
    expect(asked()).toHaveLength(4);
  });

  test('one’s own page says until when the last word is good', async () => {
    expect((await list(own)).own).toEqual({ confirmed_at: null, until: null, is_due: true, months: 12 });
    const { own: now } = (await own.post('/ajax/interests/confirm', {})).json.data;
    expect(now).toEqual({ confirmed_at: '2026-11-16T13:00:00.000Z', until: '2027-11-16', is_due: false, months: 12 });
    server.context.clock.set('2027-11-16T12:00:00Z');
    own = await server.signIn(ada);
    expect((await list(own)).own.is_due).toBe(true);
  });
});
