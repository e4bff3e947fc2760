import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, boardroom, message } from '#tests/support/boardroom.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { inBoard } from '#tests/support/factories.ts';
import { makeInterest } from '#tests/support/interests.ts';
import { testApp } from '#tests/support/test-app.ts';
import { interestJobs } from './jobs.ts';

const server = testApp();
const stage = boardroom(server, { voters: 3, chair: null, now: () => '2026-11-16T13:00:00Z' });
const { ada, bea, cleo, sol, at, hidePeople, settings } = stage;
const wording = { organisation: 'Quay Bank', nature: 'Holds 200 shares', since: '4/2019' };
const ended = 'This interest has ended and cannot be changed.';

const list = async (who: TestClient) => (await who.get('/ajax/interests')).json.data;
const namesSeenBy = async (who: TestClient) => (await list(who)).people.map(({ name }: { name: string }) => name);
const declare = async (who: TestClient, more: object = {}) =>
  (await who.post('/ajax/interests', { ...wording, ...more })).json.data.interest;
const confirm = (who: TestClient) => who.post('/ajax/interests/confirm', {});
const get = (who: TestClient, id: string) => who.get(`/ajax/interests/${id}`);
const patch = (who: TestClient, id: string, body: object) => who.patch(`/ajax/interests/${id}`, body);
const set = (change: object, { id }: Actor = bea) =>
  stage.inBoard((tx) => tx.updateTable('members').set(change).where('id', '=', id).execute());
const removeVote = ({ id }: Actor) => {
  const row = { board_id: stage.board.id, body_id: stage.board.id, member_id: id };
  return stage.inBoard((tx) => tx.insertInto('non_voters').values(row).execute());
};

describe('the register of interests', () => {
  test('can be read in full by voting members and officers, while other members see only their own entries', async () => {
    const { id } = await declare(bea);
    expect(await namesSeenBy(cleo)).toEqual(['Ada Byron', 'Bea Byron', 'Cleo Byron', 'Sol Byron']);
    expect((await get(cleo, id)).status).toBe(200);
    expect(await namesSeenBy(sol)).toEqual(['Sol Byron']);
    expect((await list(sol)).can).toEqual({ read_all: false, write_all: false });
    expect((await get(sol, id)).status).toBe(404);
    expect((await patch(sol, id, { nature: 'x', revision: 1 })).status).toBe(404);
    await stage.body({ secretary_id: sol.id });
    expect((await list(sol)).can.read_all).toBe(true);
    expect((await get(sol, id)).status).toBe(200);
  });

  test('can be read in full only by board admins if members are hidden from each other', async () => {
    await removeVote(ada);
    await hidePeople();
    const { id } = await declare(bea);
    expect(await namesSeenBy(ada)).toEqual(['Ada Byron', 'Bea Byron', 'Cleo Byron', 'Sol Byron']);
    expect(await namesSeenBy(cleo)).toEqual(['Cleo Byron']);
    expect((await get(cleo, id)).status).toBe(404);
    expect((await get(bea, id)).status).toBe(200);
  });

  test('accepts entries from members for themselves and from board admins for anyone', async () => {
    expect((await cleo.post('/ajax/interests', { ...wording, member_id: bea.id })).status).toBe(403);
    const { id, can } = await declare(ada, { member_id: bea.id });
    expect(can.edit).toBe(true);
    expect((await patch(cleo, id, { nature: 'x', revision: 1 })).status).toBe(403);
    expect((await patch(bea, id, { nature: 'Director', revision: 1 })).json.data.interest.nature).toBe('Director');
    expect((await get(cleo, id)).json.data.wordings).toMatchObject([
      { by: 'Bea Byron', nature: 'Director' },
      { by: 'Ada Byron', nature: 'Holds 200 shares' },
    ]);
  });

  test('shows entries of inactive and former members only to board admins', async () => {
    await declare(bea);
    await set({ status: 'inactive' });
    expect(await namesSeenBy(ada)).toContain('Bea Byron');
    expect(await namesSeenBy(cleo)).not.toContain('Bea Byron');
    await set({ removed_at: server.context.clock.now() });
    const [left] = (await list(ada)).people.filter(({ is_removed }: { is_removed: boolean }) => is_removed);
    expect(left).toMatchObject({ name: 'Bea Byron', interests: [{ can: { edit: false } }] });
    const gone = 'This person is no longer on the board.';
    expect(message(await patch(ada, left.interests[0].id, { nature: 'x', revision: 1 }))).toBe(gone);
    expect(message(await ada.post('/ajax/interests', { ...wording, member_id: bea.id }))).toBe(gone);
    expect(await namesSeenBy(cleo)).not.toContain('Bea Byron');
  });

  test('can be downloaded as a PDF only by those who can read it in full', async () => {
    await declare(bea);
    const pdf = (who: TestClient) => who.get(`/ajax/interests/pdf?board=${stage.board.id}`);
    for (const reader of [ada, cleo]) {
      const { status, headers } = await pdf(reader);
      expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    }
    expect((await pdf(sol)).status).toBe(403);
  });

  test('sends live events about a change only to those who may see it', async () => {
    await stage.body({ chair_id: cleo.id });
    await removeVote(cleo);
    const voter = await server.make.member({ board: stage.board });
    const timesHeard = async () => {
      const all = [sol, cleo, voter, bea].map((member) => stage.hear(member));
      const admins = stage.hear(ada, true);
      const { id } = await declare(bea);
      await patch(ada, id, { nature: 'Director', revision: 1 });
      await confirm(bea);
      const heard = (nouns: readonly string[]) => nouns.filter((noun) => noun === 'interests').length;
      await expect.poll(() => heard(admins)).toBe(3);
      return all.map(heard);
    };
    expect(await timesHeard()).toEqual([0, 3, 3, 3]);
    await removeVote(bea);
    await hidePeople();
    expect(await timesHeard()).toEqual([0, 0, 0, 3]);
  });
});

describe('an interest', () => {
  test('accepts a start such as “4/2019” and rejects one such as “long ago”', async () => {
    expect((await declare(bea)).since).toBe('2019-04');
    const wrong = await bea.post('/ajax/interests', { ...wording, since: 'long ago' });
    expect(wrong.json.errors).toEqual({ since: 'Enter a year, or a month and year, such as 2009 or 4/2024.' });
  });

  test('cannot end before its start or in the future, and cannot be changed once it has ended', async () => {
    const { id } = await declare(bea);
    const end = (until: string) => patch(bea, id, { until, revision: 1 });
    expect((await end('3/2019')).json.errors).toEqual({ until: 'The end cannot be before the start.' });
    expect((await end('12/2026')).json.errors).toEqual({
      until: 'The end cannot be in the future. Enter it once the interest has ended.',
    });
    expect((await end('11/2026')).json.data.interest).toMatchObject({ until: '2026-11', can: { edit: false } });
    expect(message(await patch(ada, id, { nature: 'x', revision: 2 }))).toBe(ended);
  });

  test('is changed by an outdated edit only in fields that nobody else has changed, and the conflicts are reported', async () => {
    const { id } = await declare(bea);
    await patch(ada, id, { organisation: 'Harbour Bank', revision: 1 });
    at('2026-11-16T14:00:00Z');
    await patch(bea, id, { nature: 'Director', revision: 2 });
    await set({ is_board_admin: true }, cleo);
    const body = { organisation: 'Pier Bank', nature: 'Adviser', since: '2018', revision: 1 };
    const late = (await patch(cleo, id, body)).json.data;
    expect(late.interest).toMatchObject({
      organisation: 'Harbour Bank',
      nature: 'Director',
      since: '2018',
      revision: 4,
    });
    expect(late.conflicts).toEqual([
      { field: 'organisation', by: 'Ada Byron', at: '2026-11-16T13:00:00.000Z' },
      { field: 'nature', by: 'Bea Byron', at: '2026-11-16T14:00:00.000Z' },
    ]);
  });

  test('does not show a member the names of its other editors if members are hidden from each other', async () => {
    const { id } = await declare(bea);
    await patch(ada, id, { organisation: 'Harbour Bank', revision: 1 });
    await hidePeople();
    const writers = async (who: TestClient) =>
      (await get(who, id)).json.data.wordings.map(({ by }: { by: string }) => by);
    expect(await writers(bea)).toEqual(['', 'Bea Byron']);
    expect(await writers(ada)).toEqual(['Ada Byron', 'Bea Byron']);
    const late = await patch(bea, id, { organisation: 'Pier Bank', revision: 1 });
    expect(late.json.data.conflicts).toMatchObject([{ field: 'organisation', by: '' }]);
  });

  test('cannot be deleted or rewritten by the server’s database role', async () => {
    await declare(bea);
    await confirm(bea);
    const changes: readonly Parameters<typeof inBoard>[2][] = [
      (tx) => tx.updateTable('interest_wordings').set({ nature: 'x' }).execute(),
      (tx) => tx.deleteFrom('interest_wordings').execute(),
      (tx) => tx.updateTable('interest_confirmations').set({ member_id: cleo.id }).execute(),
      (tx) => tx.deleteFrom('interest_confirmations').execute(),
      (tx) => tx.deleteFrom('interests').execute(),
    ];
    for (const change of changes) {
      await expect(stage.inBoard(change)).rejects.toThrow(/what was declared stays as it was/);
    }
  });

  test('is logged under “Decisions” when it is declared, changed, ended or confirmed', async () => {
    const { id } = await declare(bea);
    await patch(bea, id, { nature: 'Director', revision: 1 });
    await patch(bea, id, { until: '2025', revision: 2 });
    await confirm(bea);
    const { lines } = (await ada.get('/ajax/audit?kind=decisions')).json.data;
    const acts = ['confirmed', 'ended', 'changed', 'declared'].map((act) => ({ action: `interest.${act}` }));
    expect(lines).toMatchObject(acts);
  });
});

describe('the request to confirm interests', () => {
  const run = async (name: 'find' | 'ask') => {
    const [find, ask] = interestJobs(server.context);
    const turn = { attempt: 1, isLast: false };
    const { id } = stage.board;
    const once = () => (name === 'find' ? find.handle({}, turn) : ask.handle({ board_id: id, id }, turn));
    await Promise.all([once(), once()]);
    await server.context.runJobs();
  };
  const asked = () =>
    server.context.sent
      .filter(({ subject }) => subject.startsWith('Please confirm your interests'))
      .flatMap(({ to }) => stage.voters.filter(({ email }) => email === to.address))
      .map(({ firstName }) => firstName)
      .toSorted();
  const askedAt = async (instant: string) => {
    at(instant);
    await run('find');
    return asked();
  };
  beforeEach(() =>
    stage.inBoard((tx) => tx.updateTable('members').set({ created_at: '2026-01-05T12:00:00Z' }).execute()),
  );

  test('is sent once to active members without entries, at 08:00 on the day after the register gets its first entry', async () => {
    await run('find');
    expect(asked()).toEqual([]);
    await declare(bea);
    expect(await askedAt('2026-11-17T11:59:00Z')).toEqual([]);
    await server.make.member({ board: stage.board, status: 'invited' });
    at('2026-11-17T12:00:00Z');
    await run('ask');
    await run('find');
    expect(asked()).toEqual(['Ada', 'Cleo']);
    expect(await askedAt('2026-11-18T12:00:00Z')).toHaveLength(2);
  });

  test('is not sent to a disabled account', async () => {
    await declare(bea);
    await server.sql('update users set disabled_at = now() where id = $1', [cleo.userId]);
    expect(await askedAt('2026-11-17T12:00:00Z')).toEqual(['Ada']);
  });

  test('is repeated when the last confirmation or entry is older than the configured number of months, unless switched off', async () => {
    await makeInterest(server.context, { member: bea });
    await confirm(cleo);
    expect(await askedAt('2026-11-17T12:00:00Z')).toEqual(['Ada']);
    expect(await askedAt('2027-11-16T12:00:00Z')).toEqual(['Ada', 'Bea', 'Cleo']);
    expect(await askedAt('2027-11-17T12:00:00Z')).toEqual(['Ada', 'Ada', 'Bea', 'Cleo']);
    await settings({ interests_months: 0 });
    expect(await askedAt('2029-11-17T12:00:00Z')).toHaveLength(4);
  });

  test('is due if the member has never confirmed their interests or the last confirmation has expired', async () => {
    expect((await list(bea)).own).toEqual({ confirmed_at: null, until: null, is_due: true, months: 12 });
    const { own } = (await confirm(bea)).json.data;
    expect(own).toEqual({ confirmed_at: '2026-11-16T13:00:00.000Z', until: '2027-11-16', is_due: false, months: 12 });
    at('2027-11-16T12:00:00Z');
    await stage.signInAgain();
    expect((await list(bea)).own.is_due).toBe(true);
  });
});
