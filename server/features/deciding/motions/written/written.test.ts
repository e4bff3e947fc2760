import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { WrittenResolution } from '#contract/resolutions.ts';
import { isoDate } from '#domain/dates.ts';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import { resolutionsOpenMax } from '#domain/resolutions.ts';
import { productJobs } from '#server/features/jobs.ts';
import { confirmSession } from '#server/http/session.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { clientOf, type TestClient } from '#tests/support/client.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeMember,
  makeAgendaItem,
  makeBoard,
  makeDocument,
  makeGroup,
  makeInvitee,
  makeMeeting,
  makeMember,
  makeUser,
} from '#tests/support/factories.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const pdfReader = 'pdftotext';

let board: MadeBoard;
let people: readonly MadeMember[];
let clients: readonly TestClient[];
/** An admin, who votes, too. */
let admin: TestClient;
let silent: MadeMember;
let watching: TestClient;
/** How many mails were looked at. */
let seen = 0;

const settings = (change: object, of = board) =>
  inBoard(server.context, of.id, (tx) => tx.updateTable('deciding_settings').set(change).execute());

/** Three voting members, of whom the first is an admin; one who has no vote. */
beforeEach(async () => {
  server.context.clock.set(new Date().toISOString());
  board = await makeBoard(server.context, { timeZone: 'UTC' });
  people = await Promise.all(
    ['Ada', 'Bea', 'Cleo'].map((firstName, nth) =>
      makeMember(server.context, { board, firstName, lastName: 'Moser', isBoardAdmin: nth === 0 }),
    ),
  );
  silent = await makeMember(server.context, { board, firstName: 'Sol', lastName: 'Moser' });
  await settings({ confirmed_at: server.context.clock.now() });
  await setVote(silent, false);
  clients = await Promise.all(people.map((member) => server.signIn(member)));
  [admin] = clients as [TestClient];
  watching = await server.signIn(silent);
});

const setVote = ({ id }: MadeMember, votes: boolean): Promise<unknown> =>
  inBoard<unknown>(server.context, board.id, (tx) =>
    votes
      ? tx.deleteFrom('non_voters').where('member_id', '=', id).execute()
      : tx.insertInto('non_voters').values({ board_id: board.id, body_id: board.id, member_id: id }).execute(),
  );
const by = (nth: number): TestClient => clients[nth] as TestClient;
const idOf = (nth: number): string => people[nth]?.id ?? '';
const text = 'That the line of credit be renewed.';
const create = (client = admin, rest: object = {}) =>
  client.post('/ajax/written-resolutions', { body_id: board.id, title: 'Line of credit', text, ...rest });
const draft = async (rest: object = {}): Promise<string> => (await create(admin, rest)).json.data.resolution.id;
const send = (id: string, revision = 1) => admin.post(`/ajax/written-resolutions/${id}/circulate`, { revision });
const circulated = async (rest: object = {}): Promise<string> => {
  const id = await draft(rest);
  expect((await send(id)).json.status).toBe('success');
  return id;
};
const vote = (nth: number, id: string, choice = 'for', reason = '') =>
  by(nth).put(`/ajax/written-resolutions/${id}/ballot`, { choice, reason });
const object = (nth: number, id: string, reason = 'Let us talk.') =>
  by(nth).post(`/ajax/written-resolutions/${id}/objection`, { reason });
const withdraw = (id: string, client = admin) =>
  client.post(`/ajax/written-resolutions/${id}/withdraw`, { reason: 'Outdated.' });
const read = async (id: string, client = admin): Promise<WrittenResolution> =>
  (await client.get(`/ajax/resolutions/${id}`)).json.data.resolution;
const register = async (client = admin, query = '') => (await client.get(`/ajax/resolutions${query}`)).json.data;
const end = (id: string, by = '1 second') =>
  asSuperuser(server.context, (client) =>
    client.query(`update written_resolutions set ends_at = clock_timestamp() - interval '${by}' where id = $1`, [id]),
  );
const runJob = async (name: string): Promise<void> => {
  await productJobs(server.context)
    .find((job) => job.name === name)
    ?.handle({}, { attempt: 1, isLast: true });
  await server.context.runJobs();
};
const settleAll = () => runJob('settle-resolutions');
const logged = (id: string) =>
  inBoard(server.context, board.id, (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['action', 'member_id', 'detail'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute(),
  );
/** To people of this board, since this was last asked. */
const mails = async (): Promise<readonly string[]> => {
  await server.context.runJobs();
  const addresses = new Set([...people, silent].map(({ email }) => email));
  const sent = server.context.sent.slice(seen).filter(({ to }) => addresses.has(to.address));
  seen = server.context.sent.length;
  return sent.map(({ to, subject }) => `${to.name}: ${subject}`).toSorted();
};

describe('a draft', () => {
  test('is the desk’s: others neither make nor see it', async () => {
    const id = await draft();
    for (const client of [by(1), watching]) {
      expect((await create(client)).status).toBe(403);
      expect((await client.get(`/ajax/resolutions/${id}`)).status).toBe(404);
      expect((await register(client)).open).toEqual([]);
      expect((await client.patch(`/ajax/written-resolutions/${id}`, { revision: 1, title: 'Mine' })).status).toBe(404);
    }
    expect(await read(id)).toMatchObject({
      state: 'draft',
      round: 0,
      can: { edit: true, circulate: true, vote: false },
    });
    expect((await register()).open).toMatchObject([{ id, state: 'draft', waits: false }]);
    await inBoard(server.context, board.id, (tx) =>
      tx
        .updateTable('bodies')
        .set({ secretary_id: idOf(1) })
        .where('id', '=', board.id)
        .execute(),
    );
    expect((await create(by(1))).json.status).toBe('success');
    expect((await read(id, by(1))).can.edit).toBe(true);
  });

  test('is one of so many that are not decided, all of which are listed', async () => {
    await inBoard(server.context, board.id, async (tx) => {
      const values = Array.from({ length: resolutionsOpenMax - 1 }, (_, nth) => ({
        ...{ board_id: board.id, body_id: board.id, title: `Draft ${nth}`, text },
        ...{ created_by: idOf(0), created_at: new Date() },
      }));
      await tx.insertInto('written_resolutions').values(values).execute();
    });
    const answers = await Promise.all([create(), create()]);
    const [made, refused] = answers.toSorted(({ json: one }) => (one.status === 'success' ? -1 : 1));
    expect(refused?.json.msg).toBe(resolutionMessages.tooMany(resolutionsOpenMax));
    const { open } = (await admin.get('/ajax/resolutions')).json.data;
    expect(open).toHaveLength(resolutionsOpenMax);
    expect(open.map(({ id }: { id: string }) => id)).toContain(made?.json.data.resolution.id);
  });

  test('is changed by one at a time, and never once it circulates', async () => {
    const id = await draft();
    const change = (body: object) => admin.patch(`/ajax/written-resolutions/${id}`, body);
    expect((await change({ revision: 1, title: 'Credit' })).json.data).toMatchObject({
      ...{ has_conflict: false, resolution: { title: 'Credit', revision: 2 } },
    });
    expect((await change({ revision: 1, title: 'Mine' })).json.data).toMatchObject({
      ...{ has_conflict: true, resolution: { title: 'Credit' } },
    });
    expect((await send(id)).json.msg).toContain('Somebody else has changed this resolution');
    await send(id, 2);
    const stays = 'This has been circulated and stays as it is. Withdraw it to change it.';
    expect((await change({ revision: 2, title: 'Later' })).json.msg).toBe(stays);
    expect((await send(id, 2)).json.msg).toBe(stays);
    expect((await by(1).post(`/ajax/written-resolutions/${id}/circulate`, { revision: 2 })).status).toBe(403);
    expect((await by(1).patch(`/ajax/written-resolutions/${id}`, { revision: 2, title: 'x' })).status).toBe(403);
  });

  test('is circulated with the papers that its desk has seen, and no others', async () => {
    const id = await draft();
    const make = (title: string) => makeDocument(server.context, { resolution: { id, boardId: board.id }, title });
    const papersOf = async () =>
      (await admin.get(`/ajax/resolutions/${id}`)).json.data.resolution.documents.map(
        (each: { id: string; version_id: string }) => ({ document_id: each.id, version_id: each.version_id }),
      );
    await make('Offer');
    const seen = await papersOf();
    await make('Another');
    const circulate = (papers: object[]) =>
      admin.post(`/ajax/written-resolutions/${id}/circulate`, { revision: 1, papers });
    expect((await circulate(seen)).json.msg).toBe(resolutionMessages.changedMeanwhile);
    expect((await circulate((await papersOf()).toReversed())).json.status).toBe('success');
  });

  test('is circulated once it is known who votes, with a quorum, where the board decides in writing', async () => {
    const id = await draft();
    await settings({ confirmed_at: null });
    expect((await send(id)).json.msg).toBe('Say first who votes: Admin, Setup, Deciding.');
    await settings({ confirmed_at: server.context.clock.now(), written_needs: 'off' });
    const off = 'Written resolutions are switched off: Admin, Setup, Deciding.';
    expect((await send(id)).json.msg).toBe(off);
    expect((await create()).json.msg).toBe(off);
    expect((await register()).can.create).toBe(false);
    await settings({ written_needs: 'all' });
    const recused = await admin.patch(`/ajax/written-resolutions/${id}`, {
      ...{ revision: 1, recused_ids: [idOf(1), idOf(2)] },
    });
    expect(recused.json.data.resolution.recused).toHaveLength(2);
    expect((await send(id, 2)).json.msg).toBe('There would be no quorum: 1 may vote, 2 are needed.');
    const wrong = await admin.patch(`/ajax/written-resolutions/${id}`, { revision: 2, recused_ids: [silent.id] });
    expect(wrong.json.errors).toEqual({ recused_ids: 'Choose a voting member of this body.' });
    await admin.patch(`/ajax/written-resolutions/${id}`, { revision: 2, recused_ids: [idOf(2)] });
    expect((await send(id, 3)).json.data.resolution).toMatchObject({ state: 'circulating', eligible: 2, needs: 'all' });
    expect((await vote(2, id)).json.msg).toBe('You are recused from this item.');
    expect((await read(id, by(2))).own.is_recused).toBe(true);
    expect(await mails()).toContain(
      `Cleo Moser: A resolution circulates from which you are recused: Line of credit, ${board.title}`,
    );
    const recusals = (await logged(id)).filter(({ action }) => action.includes('recus'));
    expect(recusals.map(({ action, detail }) => [action, (detail as { for_member_id: string }).for_member_id])).toEqual(
      [
        ['resolution.recused', idOf(1)],
        ['resolution.recused', idOf(2)],
        ['resolution.recusal-lifted', idOf(1)],
      ],
    );
    expect((await read(id, by(2))).can).toMatchObject({ vote: false, object: true });
    expect((await object(2, id)).json.data.resolution.state).toBe('to-meeting');
  });

  test('who is entered as recused hears of it, also where it passes at once, and is counted on its PDF', async () => {
    const id = await draft();
    await admin.patch(`/ajax/written-resolutions/${id}`, { revision: 1, recused_ids: [idOf(2)] });
    await send(id, 2);
    for (const nth of [0, 1]) await vote(nth, id);
    expect((await read(id)).state).toBe('passed');
    expect(await mails()).toContain(
      `Cleo Moser: A resolution circulates from which you are recused: Line of credit, ${board.title}`,
    );
    await server.context.runJobs();
    const { bytes } = await inBoard(server.context, board.id, (tx) =>
      tx.selectFrom('written_files').select('bytes').where('resolution_id', '=', id).executeTakeFirstOrThrow(),
    );
    expect(execFileSync(pdfReader, ['-', '-'], { input: bytes }).toString()).toContain('Recused: 1');
  });

  test('asks who votes on it for their password where the board wants that', async () => {
    await settings({ written_confirmed: true });
    const id = await circulated();
    await settings({ written_confirmed: false });
    const answer = await vote(1, id);
    expect(answer.status).toBe(423);
    const token = await confirmSession(server.context, await sessionOf(server.context, people[1] as MadeMember));
    const confirmed = clientOf(server.app, server.context, { token, boardId: board.id });
    const cast = await confirmed.put(`/ajax/written-resolutions/${id}/ballot`, { choice: 'for', reason: '' });
    expect(cast.json.data.resolution.own.choice).toBe('for');
  });

  test('may be withdrawn, and nobody hears of it', async () => {
    const id = await draft();
    expect((await withdraw(id, by(1))).status).toBe(404);
    expect((await withdraw(id)).json.data.resolution).toMatchObject({ state: 'withdrawn', ended_by: 'Ada Moser' });
    expect((await send(id)).json.status).toBe('error');
    expect(await mails()).toEqual([]);
    expect(await register()).toMatchObject({ open: [], entries: [] });
  });
});

describe('a resolution that needs all', () => {
  test('passes at once when all are for, with the next number of its body; all hear of it', async () => {
    const id = await circulated();
    expect(await mails()).toEqual(
      ['Ada', 'Bea', 'Cleo'].map((name) => expect.stringContaining(`${name} Moser: Your ballot is asked for`)),
    );
    expect(await read(id, by(1))).toMatchObject({
      ...{ state: 'circulating', received: 0, eligible: 3, missing: null, ballots: null, number: null },
      can: { vote: true, object: true, withdraw: false },
    });
    expect((await vote(1, id, 'against', 'Too dear')).json.data.resolution.own).toMatchObject({ choice: 'against' });
    expect(await mails()).toEqual([expect.stringContaining('Bea Moser: Your ballot is in')]);
    await vote(1, id);
    await vote(1, id);
    await vote(2, id);
    expect((await read(id)).missing).toEqual([{ member_id: idOf(0), name: 'Ada Moser', has_joined: true }]);
    expect(JSON.stringify(await read(id, by(2)))).not.toContain('Bea');
    await mails();
    expect((await vote(0, id)).json.data.resolution).toMatchObject({
      ...{ state: 'passed', number: `${new Date().getUTCFullYear()}-001`, counts: { for: 3, against: 0, abstain: 0 } },
      can: { vote: false, object: false, withdraw: false },
    });
    expect(await mails()).toEqual([
      expect.stringContaining('Ada Moser: Passed in writing'),
      expect.stringContaining('Ada Moser: Your ballot is in'),
      ...['Bea', 'Cleo', 'Sol'].map((name) => expect.stringContaining(`${name} Moser: Passed in writing`)),
    ]);
    const acts = await logged(id);
    expect(acts.map(({ action }) => action)).toEqual([
      ...['resolution.drafted', 'resolution.circulated', ...Array(4).fill('resolution.ballot-cast')],
      'resolution.passed',
    ]);
    expect(acts.at(-1)).toMatchObject({ member_id: idOf(0), detail: { state: 'passed', was: 'circulating' } });
    expect(JSON.stringify(acts)).not.toContain('choice');
  });

  test('who has no vote hears so, and so does everybody once it is decided', async () => {
    const id = await circulated();
    expect((await watching.put(`/ajax/written-resolutions/${id}/ballot`, { choice: 'for' })).json.msg).toBe(
      'You have no vote here.',
    );
    await withdraw(id);
    expect((await vote(1, id)).json.msg).toBe('This resolution is no longer open.');
    expect((await object(1, id)).json.msg).toBe('This resolution is no longer open.');
    expect((await withdraw(id)).json.msg).toBe('This resolution is no longer open.');
  });

  test('is not passed at its deadline, which whoever looks first writes down', async () => {
    const id = await circulated();
    await vote(1, id);
    await end(id);
    expect(await read(id, by(2))).toMatchObject({ state: 'not-passed', counts: { for: 1 }, number: null });
    expect((await vote(2, id)).json.msg).toBe('The deadline has passed. Your ballot was not counted.');
    expect((await logged(id)).at(-1)).toMatchObject({ action: 'resolution.not-passed', member_id: null });
    const late = await circulated();
    await end(late);
    expect((await vote(2, late)).json.msg).toBe('The deadline has passed. Your ballot was not counted.');
    expect((await logged(late)).at(-1)).toMatchObject({ action: 'resolution.not-passed', member_id: null });
    const other = await circulated();
    await end(other);
    await settleAll();
    expect((await logged(other)).at(-1)?.action).toBe('resolution.not-passed');
  });

  test('goes to a meeting when a voter objects, where the board lets them', async () => {
    const id = await circulated();
    expect((await object(1, id)).json.data.resolution).toMatchObject({
      ...{ state: 'to-meeting', ended_by: 'Bea Moser', reason: 'Let us talk.', counts: null, number: null },
    });
    expect(await mails()).toContainEqual(expect.stringContaining('Cleo Moser: To a meeting'));
    await settings({ written_objection: false });
    const other = await circulated();
    expect((await read(other, by(1))).can.object).toBe(false);
    expect((await object(1, other)).status).toBe(403);
  });

  test('keeps the settings that held when it was circulated', async () => {
    const id = await circulated();
    await settings({ written_needs: 'majority', written_objection: false, written_hours: 1 });
    expect(await read(id, by(1))).toMatchObject({ needs: 'all', can: { object: true } });
  });
});

describe('a resolution that needs the majority', () => {
  beforeEach(() => settings({ written_needs: 'majority' }));

  test('passes when all have answered and more than half of those in office are for', async () => {
    const id = await circulated();
    await vote(0, id);
    await vote(1, id);
    expect((await read(id)).state).toBe('circulating');
    expect((await vote(2, id, 'abstain')).json.data.resolution).toMatchObject({
      ...{ state: 'passed', counts: { for: 2, against: 0, abstain: 1 } },
    });
  });

  test('passes at the deadline if those who answered are a quorum', async () => {
    const [passes, fails] = [await circulated(), await circulated()];
    await vote(0, passes);
    await vote(1, passes);
    await vote(0, fails);
    const lastYear = new Date().getUTCFullYear() - 1;
    await end(passes, '1 year');
    await end(fails);
    await settleAll();
    expect(await read(passes)).toMatchObject({ state: 'passed', number: `${lastYear}-001` });
    expect(await read(fails)).toMatchObject({ state: 'not-passed' });
  });
});

describe('when those who vote change', () => {
  test('it is circulated anew to all of them, and earlier ballots do not count', async () => {
    const id = await circulated();
    await vote(0, id);
    await vote(1, id);
    await setVote(silent, true);
    await mails();
    await settleAll();
    expect(await read(id)).toMatchObject({ state: 'circulating', round: 2, received: 0, eligible: 4 });
    const sent = await mails();
    expect([sent.length, sent[0]]).toEqual([4, expect.stringContaining('Circulated anew')]);
    expect((await logged(id)).at(-1)).toMatchObject({ action: 'resolution.circulated-anew', member_id: null });
    await setVote(silent, false);
    // Seen by whoever acts first.
    await vote(2, id);
    expect(await read(id)).toMatchObject({ round: 3, received: 1, eligible: 3 });
    for (const nth of [0, 1]) await vote(nth, id);
    expect((await read(id)).state).toBe('passed');
  });

  test('in Setup, at once, and who has voted is told that their ballot does not count any more', async () => {
    const id = await circulated();
    await vote(1, id);
    const switched = { member_id: silent.id, votes: true };
    expect((await admin.post(`/ajax/bodies/${board.id}/voters`, switched)).json.status).toBe('success');
    await server.context.runJobs();
    expect((await logged(id)).at(-1)).toMatchObject({ action: 'resolution.circulated-anew' });
    const own = { choice: null, is_outdated: true };
    expect(await read(id, by(1))).toMatchObject({ round: 2, own });
    expect(await read(id, by(2))).toMatchObject({ round: 2, own: { choice: null, is_outdated: false } });
    await vote(1, id);
    expect(await read(id, by(1))).toMatchObject({ own: { choice: 'for', is_outdated: false } });
  });

  test('it is withdrawn where there would be no quorum', async () => {
    const id = await circulated();
    await admin.post(`/ajax/people/${idOf(1)}/status`, { status: 'inactive' });
    await admin.post(`/ajax/people/${idOf(2)}/status`, { status: 'inactive' });
    await settings({ written_needs: 'all' });
    await inBoard(server.context, board.id, (tx) => tx.updateTable('bodies').set({ seats: 3 }).execute());
    await settleAll();
    expect(await read(id)).toMatchObject({
      ...{ state: 'withdrawn', ended_by: null },
      reason: 'Who votes has changed, and there would be no quorum any more.',
    });
  });

  test('one of a group that is deleted is withdrawn', async () => {
    const group = await makeGroup(server.context, { board, name: 'Audit', members: [...people] });
    const id = await circulated({ body_id: group.id });
    await admin.post(`/ajax/groups/${group.id}/delete`, { audience_goes_to: 'members' });
    expect(await read(id)).toMatchObject({ state: 'withdrawn', body: { name: 'Audit' } });
  });
});

describe('while the board is suspended', () => {
  const setSuspended = async (to: 'suspend' | 'resume'): Promise<void> => {
    const { id } = await makeUser(server.context);
    await asSuperuser(server.context, (client) =>
      client.query('update users set is_site_admin = true where id = $1', [id]),
    );
    const site = await server.signIn({ userId: id, boardId: null });
    await asSuperuser(server.context, (client) =>
      client.query('update sessions set confirmed_at = $2 where user_id = $1', [id, server.context.clock.now()]),
    );
    expect((await site.post(`/ajax/site/boards/${board.id}/${to}`, {})).status).toBe(200);
  };

  test('deadlines stand still', async () => {
    const [id, over] = [await circulated(), await circulated()];
    await end(id, '-1 hour');
    await end(over);
    await setSuspended('suspend');
    await asSuperuser(server.context, (client) =>
      client.query(
        `update written_resolutions set stopped_at = stopped_at - interval '3 hours', ends_at = ends_at - interval '3 hours' where id = $1`,
        [id],
      ),
    );
    await settleAll();
    await setSuspended('resume');
    const { state, ends_at: ends } = await read(id);
    expect(state).toBe('circulating');
    expect(Math.abs(Date.parse(ends ?? '') - Date.now() - 3_600_000)).toBeLessThan(60_000);
    expect((await read(over)).state).toBe('not-passed');
  });
});

describe('what is decided', () => {
  test('stays: no row of it is changed or deleted, and what circulates keeps its words', async () => {
    const open = await circulated();
    const id = await circulated();
    for (const nth of [0, 1, 2]) await vote(nth, id);
    await server.context.runJobs();
    for (const change of [
      `update written_resolutions set votes_for = 2 where id = '${id}'`,
      `update written_resolutions set state = 'circulating', decided_at = null where id = '${id}'`,
      `delete from written_resolutions where id = '${id}'`,
      `update written_ballots set choice = 'against' where resolution_id = '${id}'`,
      `delete from written_ballots where resolution_id = '${id}'`,
      `update written_voters set is_recused = true where resolution_id = '${id}'`,
      `delete from written_voters where resolution_id = '${id}'`,
      `update written_files set bytes = 'x' where resolution_id = '${id}'`,
      `delete from written_files where resolution_id = '${id}'`,
      `delete from resolution_numbers where written_id = '${id}'`,
      `update written_resolutions set text = 'x' where id = '${open}'`,
      `delete from written_voters where resolution_id = '${open}'`,
    ]) {
      await expect(
        asSuperuser(server.context, (client) => client.query(change)),
        change,
      ).rejects.toThrow(/decided|final|not open|circulates|violates/);
    }
  });

  test('has a PDF that is made once and served byte for byte to whoever sees it', async () => {
    const id = await circulated({ text: `${'A long clause of many words. '.repeat(160)}\nThe end.` });
    const address = `/resolutions/${id}/pdf?board=${board.id}`;
    expect((await admin.get(address)).status).toBe(404);
    for (const nth of [0, 1, 2]) await vote(nth, id);
    await server.context.runJobs();
    expect((await read(id)).has_pdf).toBe(true);
    const file = await admin.get(address);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(file.text.startsWith('%PDF-1.7')).toBe(true);
    await productJobs(server.context)
      .find((job) => job.name === 'make-resolution-file')
      ?.handle({ board_id: board.id, resolution_id: id }, { attempt: 1, isLast: true });
    expect((await watching.get(address)).text).toBe(file.text);
    const stranger = await server.signIn(await makeMember(server.context, { board: await makeBoard(server.context) }));
    expect((await stranger.get(address)).status).toBe(404);
  });

  test('names who voted how to whom the board shows it', async () => {
    const reveal = async (to: string) => {
      await settings({ ballots_shown_to: to });
      const id = await circulated();
      for (const nth of [0, 1, 2]) await vote(nth, id, 'for', nth === 1 ? 'A good rate' : '');
      const seen = await Promise.all([admin, by(1), watching].map(async (client) => (await read(id, client)).ballots));
      expect(seen[0]?.[1]).toEqual({ member_id: idOf(1), name: 'Bea Moser', choice: 'for', reason: 'A good rate' });
      return seen.map((ballots) => ballots?.length ?? null);
    };
    expect(await reveal('desk')).toEqual([3, null, null]);
    expect(await reveal('body')).toEqual([3, 3, null]);
    expect(await reveal('audience')).toEqual([3, 3, 3]);
    await inBoard(server.context, board.id, (tx) => tx.updateTable('boards').set({ people_hidden: true }).execute());
    const [last] = (await register(watching)).entries;
    const shown = JSON.stringify(await read(last.id, watching));
    for (const { firstName, id } of people) {
      expect(shown).not.toContain(firstName);
      expect(shown).not.toContain(id);
    }
  });
});

describe('the register', () => {
  const carry = async (title: string) => {
    const startsAt = new Date().toISOString();
    const meeting = await makeMeeting(server.context, { board, title: 'Winter meeting', startsAt });
    const item = await makeAgendaItem(server.context, { meeting, title });
    for (const member of people) await makeInvitee(server.context, { meeting, member });
    const path = (rest: string) => `/ajax/meetings/${meeting.id}/${rest}`;
    for (const client of clients) await client.post(path('presence'), { mode: 'remote' });
    await admin.post(path('room/phase'), { to: 'in-session' });
    const put = { text: 'That the land be bought.', mover_id: idOf(0), seconder_id: idOf(1) };
    const added = await admin.post(`/ajax/agenda-items/${item.id}/motions`, put);
    const opened = await admin.post(`/ajax/motions/${added.json.data.motions[0].id}/votes`, { way: 'hands' });
    const vote = opened.json.data.motions[0].votes[0].id;
    await admin.post(`/ajax/votes/${vote}/close`, { counts: { for: 2, against: 1, abstain: 0 } });
    return { meeting, vote };
  };

  test('lists by number what was carried in meetings and what passed in writing, in one sequence', async () => {
    const year = new Date().getUTCFullYear();
    const { meeting, vote: voteId } = await carry('Wharf Road');
    const id = await circulated();
    for (const nth of [0, 1, 2]) await vote(nth, id);
    await withdraw(await circulated({ title: 'Roof', text: 'That it be mended.' }));
    const found = await register(watching);
    expect(found).toMatchObject({
      ...{ years: [year], year, figures: { numbers: 2, carried: 1, passed: 1, void: 0 }, has_more: false },
      entries: [
        { kind: 'written', state: 'withdrawn', number: null, title: 'Roof', counts: null },
        { id, kind: 'written', state: 'passed', number: `${year}-002`, title: 'Line of credit', counts: { for: 3 } },
        {
          ...{
            id: voteId,
            kind: 'meeting',
            state: 'carried',
            number: `${year}-001`,
            title: 'Wharf Road',
            way: 'hands',
          },
          ...{ meeting: { id: meeting.id, title: 'Winter meeting' }, counts: { for: 2, against: 1 } },
        },
      ],
    });
    const titles = async (query: string) =>
      (await register(watching, query)).entries.map(({ title }: { title: string }) => title);
    expect(await titles('?words=crédit renew')).toEqual(['Line of credit']);
    expect(await titles('?words=land 2026')).toEqual(year === 2026 ? ['Wharf Road'] : []);
    expect(await titles('?words=edit')).toEqual([]);
    expect(await titles(`?after=${id}`)).toEqual(['Wharf Road']);
    expect(await titles('?year=1999')).toEqual([]);
    expect(await titles('?result=decided')).toEqual(['Line of credit', 'Wharf Road']);
    expect(await titles('?result=undecided')).toEqual(['Roof']);
    expect(await titles('?result=void')).toEqual([]);
    await admin.post(`/ajax/votes/${voteId}/void`, { reason: 'Miscounted' });
    expect((await register()).figures).toEqual({ numbers: 2, carried: 0, passed: 1, void: 1 });
    expect(await titles('?result=void')).toEqual(['Wharf Road']);
    expect(await titles('?result=decided')).toEqual(['Line of credit']);
  });

  test('is a PDF of what its reader sees, the oldest first', async () => {
    const pdf = async (client: TestClient, query = '') => {
      const { status, headers, bytes } = await client.get(`/resolutions/register/pdf?board=${board.id}${query}`);
      expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
      return execFileSync(pdfReader, ['-layout', '-', '-'], { input: bytes }).toString();
    };
    expect(await pdf(admin, '&words=roof')).toMatch(
      /^ *Harbour Trust\s+Resolutions\s+with ‘roof’\s+No resolutions yet\.\s+As Ada Moser sees it, \w+day/,
    );
    const year = new Date().getUTCFullYear();
    const { vote: voteId } = await carry('Wharf Road');
    const group = await makeGroup(server.context, { board, name: 'Audit', members: people.slice(1) });
    const ofGroup = await circulated({ body_id: group.id, title: 'Auditor' });
    for (const nth of [1, 2]) await vote(nth, ofGroup);
    const id = await circulated();
    for (const nth of [0, 1, 2]) await vote(nth, id);
    await withdraw(await circulated({ title: 'Roof', text: 'That it be mended.' }));
    const whole = await pdf(admin);
    expect(whole).toMatch(new RegExp(`Resolutions of ${year}\\s+All bodies\\s+In the year +3 numbers`));
    const titles = ['Wharf Road', 'Auditor', 'Line of credit', 'Roof'];
    expect(whole).toMatch(new RegExp(titles.join('[^]*')));
    expect(whole).toMatch(
      new RegExp(`${year}-001 +Wharf Road\\s+That the land be bought\\.\\s+Winter meeting.* By hands .*Carried, 2 – 1`),
    );
    expect(whole).toMatch(/– +Roof\s+That it be mended\.\s+Written resolution .*Withdrawn/);
    expect(whole).toMatch(/As Ada Moser sees it, \w+day, .* [AP]M UTC\. Others may see more or less\./);
    expect(await pdf(admin, '&words=nothing like it')).toMatch(/Nothing matches\./);
    const unknown = await admin.get(`/resolutions/register/pdf?board=${board.id}&body=${randomUUID()}`);
    expect(unknown.status).toBe(404);
    // Whoever is not of the group has none of its numbers.
    const others = await pdf(watching);
    expect(others).not.toContain('Audit');
    expect(others).toContain('2 numbers');
    await admin.post(`/ajax/votes/${voteId}/void`, { reason: 'Miscounted' });
    const inForce = await pdf(admin, `&result=decided&body=${board.id}`);
    expect(inForce).toMatch(/Whole board, carried and passed/);
    expect(titles.filter((title) => inForce.includes(title))).toEqual(['Line of credit']);
  });

  test('of a group is its own people’s and the board admins’', async () => {
    const [, bea, cleo] = people as [MadeMember, MadeMember, MadeMember];
    const group = await makeGroup(server.context, { board, name: 'Audit', members: [bea, cleo] });
    const id = await circulated({ body_id: group.id });
    expect((await watching.get(`/ajax/resolutions/${id}`)).status).toBe(404);
    expect((await register(watching)).open).toEqual([]);
    expect((await vote(0, id)).json.msg).toBe('You have no vote here.');
    for (const nth of [1, 2]) await vote(nth, id);
    const number = `AUD-${new Date().getUTCFullYear()}-001`;
    expect((await register(by(1))).entries).toMatchObject([{ id, number, body: { name: 'Audit' } }]);
    expect((await register(admin)).entries).toHaveLength(1);
    expect((await register(admin, `?body=${board.id}`)).entries).toEqual([]);
    expect((await register(watching)).entries).toEqual([]);
  });

  test('comes in pages of fifty', async () => {
    const at = new Date();
    await inBoard(server.context, board.id, async (tx) => {
      for (let nth = 0; nth < 52; nth += 1) {
        await tx
          .insertInto('written_resolutions')
          .values({
            ...{ board_id: board.id, body_id: board.id, title: `Number ${nth}`, text, state: 'withdrawn', round: 1 },
            ...{ created_by: idOf(0), created_at: at, circulated_by: idOf(0), circulated_at: at, ends_at: at },
            ...{ needs: 'all', may_object: true, ballots_shown_to: 'body', quorum_rule: '{}', decided_at: at },
          })
          .execute();
      }
    });
    const first = await register();
    expect([first.entries.length, first.has_more]).toEqual([50, true]);
    const rest = await register(admin, `?after=${first.entries.at(-1).id}`);
    expect([rest.entries.length, rest.has_more]).toEqual([2, false]);
  });
});

test('lists and single reads agree on who sees a resolution: the desk, and its people once it circulates', async () => {
  const [ada, bea, cleo] = people as [MadeMember, MadeMember, MadeMember];
  const lead = await makeMember(server.context, { board, firstName: 'Lea' });
  const group = await makeGroup(server.context, { board, name: 'Audit', members: [bea, cleo], admins: [lead] });
  await inBoard(server.context, board.id, (tx) =>
    tx.updateTable('bodies').set({ chair_id: silent.id }).where('id', '=', group.id).execute(),
  );
  const ids = new Map<string, string>([
    ['draft of the board', await draft()],
    ['draft of the group', await draft({ body_id: group.id })],
    ['circulates in the board', await circulated()],
    ['circulates in the group', await circulated({ body_id: group.id })],
  ]);
  const all = [...ids.keys()];
  const expected = new Map<MadeMember, readonly string[]>([
    [ada, all],
    [lead, ['draft of the group', 'circulates in the board', 'circulates in the group']],
    [silent, ['draft of the group', 'circulates in the board', 'circulates in the group']],
    [bea, ['circulates in the board', 'circulates in the group']],
    [await makeMember(server.context, { board, firstName: 'Ola' }), ['circulates in the board']],
  ]);
  for (const [member, seen] of expected) {
    const client = await server.signIn(member);
    const listed = new Set((await register(client)).open.map(({ id }: { id: string }) => id));
    expect(all.filter((name) => listed.has(ids.get(name)))).toEqual(seen);
    for (const [name, id] of ids) {
      expect((await client.get(`/ajax/resolutions/${id}`)).status).toBe(seen.includes(name) ? 200 : 404);
    }
  }
});

describe('its papers', () => {
  const titles = async (id: string, client = admin) => (await read(id, client)).documents.map(({ title }) => title);
  const withPaper = async (title: string, rest: object = {}) => {
    const id = await draft(rest);
    const paper = await makeDocument(server.context, { resolution: { id, boardId: board.id }, title });
    return { id, paper };
  };

  test('are read by whoever sees it: beside its text, in the viewer, in search and on the dashboard', async () => {
    const [ada, bea, cleo] = people as [MadeMember, MadeMember, MadeMember];
    const lead = await makeMember(server.context, { board, firstName: 'Lea' });
    const group = await makeGroup(server.context, { board, name: 'Audit', members: [bea, cleo], admins: [lead] });
    const made = {
      draft: await withPaper('Quartz one'),
      'draft of the group': await withPaper('Quartz two', { body_id: group.id }),
      board: await withPaper('Quartz three'),
      group: await withPaper('Quartz four', { body_id: group.id }),
    };
    for (const { id } of [made.board, made.group]) expect((await send(id)).json.status).toBe('success');
    const all = Object.keys(made) as (keyof typeof made)[];
    const stranger = await makeMember(server.context, { board: await makeBoard(server.context) });
    const expected = new Map<MadeMember, readonly string[]>([
      [ada, all],
      [lead, ['draft of the group', 'board', 'group']],
      [bea, ['board', 'group']],
      [silent, ['board']],
      [stranger, []],
    ]);
    for (const [member, seen] of expected) {
      const client = await server.signIn(member);
      for (const name of all) {
        const { id, paper } = made[name];
        const status = seen.includes(name) ? 200 : 404;
        expect((await client.get(`/ajax/documents/${paper.id}`)).status, name).toBe(status);
        expect((await client.get(`/ajax/resolutions/${id}`)).status, name).toBe(status);
        if (status === 200) expect(await titles(id, client)).toHaveLength(1);
      }
      const found = (await client.post('/search', { itemType: 'documents', searchString: 'quartz' })).json.data;
      const shownIn = (answer: unknown): readonly string[] =>
        all.filter((name) => JSON.stringify(answer).includes(made[name].paper.id));
      expect(shownIn(found)).toEqual(seen);
      expect(shownIn((await client.get('/ajax/dashboard')).json.data)).toEqual(
        seen.filter((name) => name === 'board' || name === 'group'),
      );
    }
  });

  test('are the desk’s to change while it is a draft, and nobody’s once it circulates', async () => {
    const { id, paper } = await withPaper('Agreement');
    const kept = await makeDocument(server.context, { resolution: { id, boardId: board.id }, title: 'Letter' });
    const rename = (title: string, client = admin) => client.patch(`/ajax/documents/${paper.id}`, { title });
    const link = () =>
      admin.post('/ajax/library/links', {
        home: { kind: 'resolution', id },
        title: 'Rates',
        url: 'https://example.com',
      });
    expect((await rename('Mine', by(1))).status).toBe(404);
    expect((await rename('Renewal agreement')).json.status).toBe('success');
    const place = { home: { kind: 'resolution', id }, before_id: paper.id };
    expect((await admin.post(`/ajax/documents/${kept.id}/move`, place)).json.status).toBe('success');
    expect((await link()).json.status).toBe('success');
    expect(await titles(id)).toEqual(['Letter', 'Renewal agreement', 'Rates']);
    const left = await makeDocument(server.context, { resolution: { id, boardId: board.id }, title: 'Left out' });
    expect((await admin.delete(`/ajax/documents/${left.id}`)).json.status).toBe('success');
    const { paper: elsewhere } = await withPaper('Of another one');
    expect((await read(id)).can.edit_papers).toBe(true);
    expect((await admin.delete(`/ajax/documents/${kept.id}`)).json.status).toBe('success');
    expect((await admin.post(`/ajax/documents/${kept.id}/restore`)).json.status).toBe('success');
    expect((await send(id)).json.status).toBe('success');
    expect((await read(id)).can.edit_papers).toBe(false);
    expect((await rename('Another agreement')).status).toBe(403);
    expect((await admin.delete(`/ajax/documents/${kept.id}`)).status).toBe(403);
    expect((await admin.post(`/ajax/documents/${kept.id}/move`, place)).status).toBe(403);
    expect((await link()).json.msg).toBe(resolutionMessages.circulated);
    expect(await titles(id)).toEqual(['Letter', 'Renewal agreement', 'Rates']);
    for (const change of [
      `update documents set title = 'x' where id = '${paper.id}'`,
      `update documents set deleted_at = now() where id = '${paper.id}'`,
      `delete from documents where id = '${paper.id}'`,
      `update documents set deleted_at = null where id = '${left.id}'`,
      `update documents set written_resolution_id = '${id}' where id = '${elsewhere.id}'`,
      `insert into documents (board_id, title, extension, mime_type, written_resolution_id) values ('${board.id}', 'x', 'pdf', 'application/pdf', '${id}')`,
      `insert into document_versions (board_id, document_id, number, filename, storage_key, byte_size, sha256)
       select board_id, document_id, 2, filename, storage_key || 'x', byte_size, sha256 from document_versions where document_id = '${paper.id}'`,
      `update written_resolutions set papers = '[]' where id = '${id}'`,
    ]) {
      await expect(
        asSuperuser(server.context, (client) => client.query(change)),
        change,
      ).rejects.toThrow(/put to the vote|circulates/);
    }
  });

  test('are named as they stood where it is mailed and on its PDF, with links that show papers', async () => {
    const { id, paper } = await withPaper('Renewal agreement');
    await withPaper('Of another one');
    const isRight = [{ document_id: paper.id, title: 'Renewal agreement', version_id: paper.versionId }];
    seen = server.context.sent.length;
    await send(id);
    await server.context.runJobs();
    const addresses = new Set(people.map(({ email }) => email));
    const letters = server.context.sent.slice(seen).filter(({ to }) => addresses.has(to.address));
    expect(letters).toHaveLength(3);
    for (const letter of letters) expect(letter.text).toContain('Papers: Renewal agreement');
    const row = await inBoard(server.context, board.id, (tx) =>
      tx.selectFrom('written_resolutions').select('papers').where('id', '=', id).executeTakeFirstOrThrow(),
    );
    expect(row.papers).toEqual(isRight);
    for (const nth of [0, 1, 2]) await vote(nth, id);
    await server.context.runJobs();
    const { bytes } = await inBoard(server.context, board.id, (tx) =>
      tx.selectFrom('written_files').select('bytes').where('resolution_id', '=', id).executeTakeFirstOrThrow(),
    );
    expect(execFileSync(pdfReader, ['-', '-'], { input: bytes }).toString()).toContain('Papers: Renewal agreement');
  });
});

test('what circulates waits for whoever votes, on the dashboard too, until their ballot is in', async () => {
  const id = await circulated();
  const waiting = async (client: TestClient) => {
    const { items } = (await client.get('/ajax/waiting')).json.data;
    const found = items.filter(({ kind }: { kind: string }) => kind === 'resolution');
    // The dashboard shows the same.
    const { waiting_resolutions: shown } = (await client.get('/ajax/dashboard')).json.data;
    expect(shown.map(({ id }: { id: string }) => id)).toEqual(found.map(({ id }: { id: string }) => id));
    return found;
  };
  const day = isoDate(new Date(Date.now() + 168 * 3_600_000), 'UTC');
  expect(await waiting(by(1))).toMatchObject([{ id, title: 'Line of credit', due_on: day }]);
  expect(await waiting(watching)).toEqual([]);
  await vote(1, id);
  expect(await waiting(by(1))).toEqual([]);
  expect((await register(by(1))).open[0].waits).toBe(false);
  await end(id);
  expect(await waiting(by(2))).toEqual([]);
});
