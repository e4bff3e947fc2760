import { beforeEach, describe, expect, test } from 'vitest';
import { isoDate } from '#domain/dates.ts';
import { instantToLocal } from '#domain/local-time.ts';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import { resolutionsOpenMax } from '#domain/resolutions.ts';
import { confirmSession } from '#server/http/session.ts';
import { type Actor, message } from '#tests/support/boardroom.ts';
import { clientOf, type TestClient } from '#tests/support/client.ts';
import { sessionOf } from '#tests/support/session.ts';
import { signInSiteAdmin } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { switchVoter } from '#tests/support/voters.ts';
import { writtenStage } from '#tests/support/written-stage.ts';

const server = testApp();
const { stage, written } = writtenStage(server);
const { ada, bea, cleo, sol, settings, query } = stage;
const { create, draft, change, send, circulated, vote, pass, object, withdraw, read, register, end, settleAll } =
  written;
const year = new Date().getUTCFullYear();
const { notOpen: noLongerOpen, tooLate } = resolutionMessages;

const lastLogged = async (id: string) => (await stage.logged({ id })).at(-1);
let seen = 0;
const mails = async (): Promise<readonly string[]> => {
  await server.context.runJobs();
  const addresses = new Set([...stage.voters, sol].map(({ email }) => email));
  const sent = server.context.sent.slice(seen).filter(({ to }) => addresses.has(to.address));
  seen = server.context.sent.length;
  return sent.map(({ to, subject }) => `${to.name.split(' ')[0]}: ${subject.split(':')[0]}`).toSorted();
};

describe('a written resolution', () => {
  test('cannot be created once the maximum number of undecided resolutions is reached', async () => {
    await query(
      `insert into written_resolutions (board_id, body_id, title, text, created_by, created_at)
       select $1, $1, 'Draft ' || n, 'That it be.', $2, now() from generate_series(2, $3::int) n`,
      [stage.board.id, ada.id, resolutionsOpenMax],
    );
    const answers = await Promise.all([create(), create()]);
    const [made, rejected] = answers.toSorted(({ json: one }) => (one.status === 'success' ? -1 : 1));
    expect(rejected?.json.msg).toBe(resolutionMessages.tooMany(resolutionsOpenMax));
    const open = (await register()).open.map(({ id }) => id);
    expect(open).toHaveLength(resolutionsOpenMax);
    expect(open).toContain(made?.json.data.resolution.id);
  });

  test('reports a conflict to the second of two editors, and cannot be edited after circulation', async () => {
    const id = await draft();
    const saved = { has_conflict: false, resolution: { title: 'Credit', revision: 2 } };
    expect((await change(id, { revision: 1, title: 'Credit' })).json.data).toMatchObject(saved);
    const late = { has_conflict: true, resolution: { title: 'Credit' } };
    expect((await change(id, { revision: 1, title: 'Mine' })).json.data).toMatchObject(late);
    expect(message(await send(id))).toContain('Somebody else has changed this resolution');
    await send(id, { revision: 2 });
    for (const answer of [await change(id, { revision: 2, title: 'Later' }), await send(id, { revision: 2 })])
      expect(message(answer)).toBe(resolutionMessages.circulated);
    expect((await send(id, { revision: 2, by: bea })).status).toBe(403);
    expect((await change(id, { revision: 2, title: 'x' }, bea)).status).toBe(403);
  });

  test('cannot be circulated if its papers have changed since the sender last saw them', async () => {
    const id = await draft();
    const papersOf = async () =>
      (await read(id)).documents.map((paper) => ({ document_id: paper.id, version_id: paper.version_id }));
    await written.addPaper(id, 'Offer');
    const papers = await papersOf();
    await written.addPaper(id, 'Another');
    expect(message(await send(id, { papers }))).toBe(resolutionMessages.changedMeanwhile);
    expect((await send(id, { papers: (await papersOf()).toReversed() })).json.status).toBe('success');
  });

  test('can be circulated only if voters are confirmed, a quorum can vote, and written resolutions are switched on', async () => {
    const id = await draft();
    await settings({ confirmed_at: null });
    expect(message(await send(id))).toBe(resolutionMessages.votersUnknown);
    await settings({ confirmed_at: server.context.clock.now(), written_needs: 'off' });
    for (const answer of [await send(id), await create()]) expect(message(answer)).toBe(resolutionMessages.off);
    expect((await register()).can.create).toBe(false);
    await settings({ written_needs: 'all' });
    const recused = await change(id, { revision: 1, recused_ids: [bea.id, cleo.id] });
    expect(recused.json.data.resolution.recused).toHaveLength(2);
    expect(message(await send(id, { revision: 2 }))).toBe('There would be no quorum: 1 can vote, but 2 are needed.');
    const wrong = await change(id, { revision: 2, recused_ids: [sol.id] });
    expect(wrong.json.errors).toEqual({ recused_ids: 'Choose a voting member of this body.' });
  });

  test('can list recused members, who cannot vote but can still object', async () => {
    const id = await draft();
    await change(id, { revision: 1, recused_ids: [bea.id, cleo.id] });
    await change(id, { revision: 2, recused_ids: [cleo.id] });
    const sent = (await send(id, { revision: 3 })).json.data.resolution;
    expect(sent).toMatchObject({ state: 'circulating', eligible: 2, needs: 'all' });
    expect(message(await vote(id, cleo))).toBe('You are recused from this item.');
    expect(await read(id, cleo)).toMatchObject({ own: { is_recused: true }, can: { vote: false, object: true } });
    expect(await mails()).toContain('Cleo: You are recused from a written resolution');
    const recusals = (await stage.logged({ id })).filter(({ action }) => action.includes('recus'));
    expect(recusals).toMatchObject([
      { action: 'resolution.recused', detail: { for_member_id: bea.id } },
      { action: 'resolution.recused', detail: { for_member_id: cleo.id } },
      { action: 'resolution.recusal-lifted', detail: { for_member_id: bea.id } },
    ]);
    expect((await object(id, cleo)).json.data.resolution.state).toBe('to-meeting');
  });

  test('sends mail to a recused member even if it passes at once', async () => {
    const id = await draft();
    await change(id, { revision: 1, recused_ids: [cleo.id] });
    await send(id, { revision: 2 });
    for (const voter of [ada, bea]) await vote(id, voter);
    expect((await read(id)).state).toBe('passed');
    expect(await mails()).toContain('Cleo: You are recused from a written resolution');
  });

  test('requires voters to confirm their password if the board required it at the time of circulation', async () => {
    await settings({ written_confirmed: true });
    const id = await circulated();
    await settings({ written_confirmed: false });
    expect((await vote(id, bea)).status).toBe(423);
    const token = await confirmSession(server.context, await sessionOf(server.context, bea));
    const confirmed = clientOf(server.app, server.context, { token, boardId: stage.board.id });
    expect((await vote(id, confirmed)).json.data.resolution.own.choice).toBe('for');
  });

  test('can be withdrawn before circulation only by officers and editors, and no mail is sent', async () => {
    const id = await draft();
    await mails();
    expect((await withdraw(id, bea)).status).toBe(404);
    const withdrawn = { state: 'withdrawn', ended_by: 'Ada Byron' };
    expect((await withdraw(id)).json.data.resolution).toMatchObject(withdrawn);
    expect((await send(id)).json.status).toBe('error');
    expect(await mails()).toEqual([]);
    expect(await register()).toMatchObject({ open: [], entries: [] });
  });
});

describe('a written resolution that needs all votes', () => {
  test('passes and gets a number as soon as all voters are for it', async () => {
    await mails();
    const id = await circulated();
    expect(await mails()).toEqual(['Ada', 'Bea', 'Cleo'].map((name) => `${name}: Please vote`));
    expect(await read(id, bea)).toMatchObject({
      state: 'circulating',
      received: 0,
      eligible: 3,
      missing: null,
      ballots: null,
      number: null,
      can: { vote: true, object: true, withdraw: false },
    });
    const own = { choice: 'against' };
    expect((await vote(id, bea, 'against', 'Too dear')).json.data.resolution.own).toMatchObject(own);
    expect(await mails()).toEqual(['Bea: Your ballot was received']);
    await vote(id, bea);
    await vote(id, bea);
    await vote(id, cleo);
    expect((await read(id)).missing).toEqual([{ member_id: ada.id, name: 'Ada Byron', has_left: false }]);
    expect(JSON.stringify(await read(id, cleo))).not.toContain('Bea');
    await mails();
    expect((await vote(id, ada)).json.data.resolution).toMatchObject({
      state: 'passed',
      number: `${year}-001`,
      counts: { for: 3, against: 0, abstain: 0 },
      can: { vote: false, object: false, withdraw: false },
    });
    const passed = ['Ada', 'Bea', 'Cleo', 'Sol'].map((name) => `${name}: Passed in writing`);
    expect(await mails()).toEqual([...passed, 'Ada: Your ballot was received'].toSorted());
    const acts = await stage.logged({ id });
    const ballots = Array(4).fill('resolution.ballot-cast');
    const actions = ['resolution.drafted', 'resolution.circulated', ...ballots, 'resolution.passed'];
    expect(acts.map(({ action }) => action)).toEqual(actions);
    expect(acts.at(-1)).toMatchObject({ member_id: ada.id, detail: { state: 'passed', was: 'circulating' } });
    expect(JSON.stringify(acts)).not.toContain('choice');
  });

  test('rejects ballots from members without a vote, and all ballots after it is withdrawn', async () => {
    const id = await circulated();
    expect(message(await vote(id, sol))).toBe('You cannot vote on this resolution.');
    await withdraw(id);
    for (const answer of [await vote(id, bea), await object(id, bea), await withdraw(id)]) {
      expect(message(answer)).toBe(noLongerOpen);
    }
  });

  test('expires at the deadline, and the first read, vote or job afterwards records that it has not passed', async () => {
    const notPassed = { action: 'resolution.not-passed', member_id: null };
    const ids = [await circulated(), await circulated(), await circulated()] as const;
    await vote(ids[0], bea);
    for (const id of ids) await end(id);
    expect(await read(ids[0], cleo)).toMatchObject({ state: 'not-passed', counts: { for: 1 }, number: null });
    const missing = [ada, cleo].map(({ id }) => expect.objectContaining({ member_id: id }));
    expect(await read(ids[0], cleo)).toMatchObject({ received: 1, eligible: 3, missing });
    expect((await read(ids[0], sol)).missing).toBeNull();
    expect(message(await vote(ids[0], cleo))).toBe(tooLate);
    expect(message(await vote(ids[1], cleo))).toBe(tooLate);
    expect(await lastLogged(ids[1])).toMatchObject(notPassed);
    const group = await server.make.group({ board: stage.board, name: 'Audit', members: [cleo] });
    const unseen = await circulated({ body_id: group.id });
    await end(unseen);
    expect((await vote(unseen, bea)).status).toBe(404);
    expect(await lastLogged(unseen)).not.toMatchObject(notPassed);
    await settleAll();
    for (const id of ids) expect(await lastLogged(id)).toMatchObject(notPassed);
  });

  test('is taken to a meeting if a voter objects and the board allows objections', async () => {
    const id = await circulated();
    expect((await object(id, bea)).json.data.resolution).toMatchObject({
      state: 'to-meeting',
      ended_by: 'Bea Byron',
      reason: 'Let us talk.',
      counts: null,
      number: null,
    });
    expect(await mails()).toContain('Cleo: Moved to a meeting');
    await settings({ written_objection: false });
    const other = await circulated();
    expect((await read(other, bea)).can.object).toBe(false);
    expect((await object(other, bea)).status).toBe(403);
  });

  test('is not affected by later changes to the board’s settings', async () => {
    const id = await circulated();
    await settings({ written_needs: 'majority', written_objection: false, written_hours: 1 });
    expect(await read(id, bea)).toMatchObject({ needs: 'all', can: { object: true } });
  });

  test('appears on each voter’s dashboard until the voter has voted or the deadline has passed', async () => {
    const id = await circulated();
    const waiting = async (client: TestClient) => {
      const { items } = (await client.get('/ajax/waiting')).json.data;
      const found = items.filter(({ kind }: { kind: string }) => kind === 'resolution');
      const { waiting_resolutions: onDashboard } = (await client.get('/ajax/dashboard')).json.data;
      const ids = (of: readonly { id: string }[]) => of.map((each) => each.id);
      expect(ids(onDashboard)).toEqual(ids(found));
      return found;
    };
    const day = isoDate(new Date(Date.now() + 168 * 3_600_000), 'UTC');
    expect(await waiting(bea)).toMatchObject([{ id, title: 'Line of credit', due_on: day }]);
    expect(await waiting(sol)).toEqual([]);
    await vote(id, bea);
    expect(await waiting(bea)).toEqual([]);
    expect((await register(bea)).open[0]?.waits).toBe(false);
    await end(id);
    expect(await waiting(cleo)).toEqual([]);
  });
});

describe('a written resolution that needs a majority', () => {
  beforeEach(() => settings({ written_needs: 'majority' }));

  test('passes when everyone has voted and more than half of those in office are for it', async () => {
    const id = await circulated();
    for (const voter of [ada, bea]) await vote(id, voter);
    expect((await read(id)).state).toBe('circulating');
    const passed = { state: 'passed', counts: { for: 2, against: 0, abstain: 1 } };
    expect((await vote(id, cleo, 'abstain')).json.data.resolution).toMatchObject(passed);
  });

  test('passes at the deadline only if enough members for a quorum have voted', async () => {
    const [passes, fails] = [await circulated(), await circulated()];
    for (const voter of [ada, bea]) await vote(passes, voter);
    await vote(fails, ada);
    await end(passes, '1 year');
    await end(fails);
    await settleAll();
    expect(await read(passes)).toMatchObject({ state: 'passed', number: `${year - 1}-001` });
    expect(await read(passes)).toMatchObject({ missed_quorum: null });
    expect(await read(fails)).toMatchObject({ state: 'not-passed', missed_quorum: { answered: 1, needed: 2 } });
  });
});

describe('the voters of a circulating resolution', () => {
  const setStatus = ({ id }: Actor, status: string) => ada.post(`/ajax/people/${id}/status`, { status });
  const named = ({ id, firstName }: Actor) => ({ member_id: id, name: `${firstName} Byron` });

  test('do not change when another member gets a vote', async () => {
    const id = await circulated();
    for (const voter of [ada, bea]) await vote(id, voter);
    await mails();
    const switched = { member_id: sol.id, votes: true };
    expect((await switchVoter(ada, stage.board.id, switched)).json.status).toBe('success');
    await settleAll();
    expect(await mails()).toEqual([]);
    expect(await read(id)).toMatchObject({ state: 'circulating', round: 1, received: 2, eligible: 3 });
    expect(message(await vote(id, sol))).toBe('You cannot vote on this resolution.');
    await vote(id, cleo);
    expect(await read(id)).toMatchObject({ state: 'passed', counts: { for: 3, against: 0, abstain: 0 } });
  });

  test('include members who became inactive, and the result marks them as having left', async () => {
    const id = await circulated();
    await vote(id, bea);
    await setStatus(bea, 'inactive');
    await setStatus(cleo, 'inactive');
    await settleAll();
    expect(await read(id)).toMatchObject({
      state: 'circulating',
      round: 1,
      received: 1,
      eligible: 3,
      left: [named(bea), named(cleo)],
      missing: [
        { ...named(ada), has_left: false },
        { ...named(cleo), has_left: true },
      ],
    });
    await setStatus(bea, 'active');
    await end(id);
    expect(await read(id)).toMatchObject({ state: 'not-passed', counts: { for: 1 }, left: [named(cleo)] });
    await setStatus(bea, 'inactive');
    await setStatus(cleo, 'active');
    expect((await read(id)).left).toEqual([named(cleo)]);
  });

  test('include a member whose account was disabled or who left the group', async () => {
    const group = await server.make.group({ board: stage.board, name: 'Audit', members: stage.voters });
    const id = await circulated({ body_id: group.id });
    await query('update users set disabled_at = now() where id = $1', [cleo.userId]);
    await ada.post(`/ajax/people/${bea.id}/groups`, { group_ids: [] });
    expect(await read(id)).toMatchObject({ eligible: 3, left: [named(bea), named(cleo)] });
    expect((await vote(id, bea)).status).toBe(404);
  });

  test('are replaced by the current voters when the resolution is circulated again, and everyone must vote again', async () => {
    const id = await circulated();
    await vote(id, bea);
    await query('delete from non_voters where member_id = $1', [sol.id]);
    await setStatus(cleo, 'inactive');
    await mails();
    expect((await send(id, { by: bea, round: 1 })).status).toBe(403);
    expect((await send(id, { round: 1 })).json.data.resolution).toMatchObject({ round: 2, received: 0, eligible: 3 });
    expect(message(await send(id, { round: 1 }))).toBe(resolutionMessages.changedMeanwhile);
    expect(await mails()).toEqual(['Ada', 'Bea', 'Sol'].map((name) => `${name}: Circulated again`));
    expect(await lastLogged(id)).toMatchObject({ action: 'resolution.circulated-again', member_id: ada.id });
    expect(await read(id, bea)).toMatchObject({ own: { choice: null, is_outdated: true } });
    expect(await read(id, sol)).toMatchObject({ own: { choice: null, is_outdated: false } });
    for (const voter of [ada, bea, sol]) await vote(id, voter);
    expect(await read(id, bea)).toMatchObject({ state: 'passed', own: { is_outdated: false } });
    expect(message(await send(id, { round: 2 }))).toBe(noLongerOpen);
  });

  test('do not include an invited member who has not joined yet', async () => {
    const pending = await server.make.member({ board: stage.board, status: 'invited' });
    const id = await circulated();
    expect((await read(id)).eligible).toBe(3);
    expect(JSON.stringify(await read(id))).not.toContain(pending.id);
  });
});

describe('the deadline of a written resolution', () => {
  test('defaults to 5 PM on the day on which the configured voting period ends', async () => {
    await stage.inBoard((tx) => tx.updateTable('boards').set({ time_zone: 'America/Halifax' }).execute());
    const id = await draft();
    const { proposed_deadline: proposed, ends_at: none } = await read(id);
    expect([none, instantToLocal(proposed ?? '', 'America/Halifax').time]).toEqual([null, '17:00']);
    const hours = (Date.parse(proposed ?? '') - Date.now()) / 3_600_000;
    expect(Math.abs(hours - 168)).toBeLessThan(24);
    await send(id);
    expect((await read(id)).ends_at).toBe(proposed);
    const chosen = new Date(Date.now() + 3 * 3_600_000).toISOString();
    expect((await read(await circulated({}, { ends_at: chosen }))).ends_at).toBe(chosen);
  });

  test('must be in the future, within the next 60 days', async () => {
    const id = await draft();
    const sendUntil = async (days: number) =>
      (await send(id, { ends_at: new Date(Date.now() + days * 86_400_000).toISOString() })).json.errors;
    expect(await sendUntil(-0.01)).toEqual({ ends_at: resolutionMessages.deadlinePast });
    expect(await sendUntil(62)).toEqual({ ends_at: resolutionMessages.deadlineTooLate });
    expect((await read(id)).state).toBe('draft');
  });
});

test('officers and editors can remind members who can still vote, at most once an hour', async () => {
  const id = await circulated();
  const remind = (by: TestClient = ada) => by.post(`/ajax/written-resolutions/${id}/remind`, {});
  await ada.post(`/ajax/people/${cleo.id}/status`, { status: 'inactive' });
  await mails();
  expect((await remind(bea)).status).toBe(403);
  expect(await read(id)).toMatchObject({ reminded_at: null, can: { remind: true } });
  expect((await remind()).json.data).toEqual({ recipient_count: 1 });
  expect(await mails()).toEqual(['Bea: You have not voted yet']);
  expect(message(await remind())).toBe(resolutionMessages.remindedJustNow);
  expect(await read(id)).toMatchObject({ reminded_at: expect.any(String), can: { remind: false } });
  expect((await read(id, bea)).reminded_at).toBeNull();
  await query(`update written_resolutions set reminded_at = reminded_at - interval '61 minutes' where id = $1`, [id]);
  expect((await read(id)).can.remind).toBe(true);
  expect((await remind()).json.status).toBe('success');
  await vote(id, bea);
  expect(await mails()).toEqual(['Bea: Your ballot was received']);
  expect((await remind()).json.data).toEqual({ recipient_count: 0 });
  await query('update written_resolutions set reminded_at = null where id = $1', [id]);
  expect((await read(id)).can.remind).toBe(false);
  await withdraw(id);
  expect(message(await remind())).toBe(noLongerOpen);
});

test('a resolution whose group is deleted remains open until its deadline or withdrawal', async () => {
  const group = await server.make.group({ board: stage.board, name: 'Audit', members: stage.voters });
  const id = await circulated({ body_id: group.id });
  await ada.post(`/ajax/groups/${group.id}/delete`, { audience_goes_to: 'members' });
  expect(await read(id)).toMatchObject({ state: 'circulating', body: { name: 'Audit' }, can: { withdraw: true } });
  await end(id);
  expect((await read(id)).state).toBe('not-passed');
});

test('a written resolution’s deadline is extended by the length of the board’s suspension', async () => {
  const setSuspended = async (to: 'suspend' | 'resume'): Promise<void> => {
    const { client: site } = await signInSiteAdmin(server);
    expect((await site.post(`/ajax/site/boards/${stage.board.id}/${to}`, {})).status).toBe(200);
  };
  const [id, over] = [await circulated(), await circulated()];
  await end(id, '-1 hour');
  await end(over);
  await setSuspended('suspend');
  await query(
    `update written_resolutions set stopped_at = stopped_at - interval '3 hours', ends_at = ends_at - interval '3 hours' where id = $1`,
    [id],
  );
  await settleAll();
  await setSuspended('resume');
  const { state, ends_at: ends } = await read(id);
  expect(state).toBe('circulating');
  expect(Math.abs(Date.parse(ends ?? '') - Date.now() - 3_600_000)).toBeLessThan(60_000);
  expect((await read(over)).state).toBe('not-passed');
});

describe('a decided resolution', () => {
  test('cannot be changed or deleted in the database', async () => {
    const open = await circulated();
    const id = await circulated();
    await pass(id);
    await server.context.runJobs();
    const changes = [
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
    ];
    const reasons = /decided|final|not open|circulates|violates/;
    for (const each of changes) await expect(query(each), each).rejects.toThrow(reasons);
  });

  test('has a stored PDF that does not change', async () => {
    const id = await circulated({ text: `${'A long clause of many words. '.repeat(160)}\nThe end.` });
    const address = `/resolutions/${id}/pdf?board=${stage.board.id}`;
    const text = await ada.get(address);
    expect([text.status, text.headers['content-type']]).toEqual([200, 'application/pdf']);
    await pass(id);
    expect((await ada.get(address)).status).toBe(404);
    expect((await ada.get(`/resolutions/${await draft()}/pdf?board=${stage.board.id}`)).status).toBe(404);
    await server.context.runJobs();
    expect((await read(id)).has_pdf).toBe(true);
    const file = await ada.get(address);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(file.text.startsWith('%PDF-1.7')).toBe(true);
    await written.runJob('make-resolution-file', { board_id: stage.board.id, resolution_id: id });
    expect((await sol.get(address)).text).toBe(file.text);
    const stranger = await server.signIn(await server.make.member());
    expect((await stranger.get(address)).status).toBe(404);
  });

  test('shows the ballots only to the members whom the board allows to see them', async () => {
    const ballotsOf = (id: string) =>
      Promise.all([ada, bea, sol].map(async (client) => (await read(id, client)).ballots));
    const passed = async (to: string) => {
      await settings({ ballots_shown_to: to });
      const id = await circulated();
      for (const voter of stage.voters) await vote(id, voter, 'for', voter === bea ? 'A good rate' : '');
      return id;
    };
    const shownTo = await ballotsOf(await passed('body'));
    expect(shownTo.map((ballots) => ballots?.length ?? null)).toEqual([3, 3, null]);
    expect(shownTo[0]?.[1]).toEqual({ member_id: bea.id, name: 'Bea Byron', choice: 'for', reason: 'A good rate' });
    const last = await passed('audience');
    await stage.hidePeople();
    const shown = JSON.stringify(await read(last, sol));
    for (const words of stage.voters.flatMap(({ firstName, id }) => [firstName, id]))
      expect(shown).not.toContain(words);
  });
});
