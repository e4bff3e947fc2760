import { beforeEach, describe, expect, test } from 'vitest';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import { message } from '#tests/support/boardroom.ts';
import { untilLockWaiter } from '#tests/support/lock-waiters.ts';
import { minutesStage } from '#tests/support/minutes-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { stage, minutes } = minutesStage(server);
const { ada, bea, cleo, dora, eve, sol, path, settings, open, itemAt } = stage;
const { shown, save, circulate, hold, holdAndCirculate, approvalMotion, moveApproval, vote, close, approve } = minutes;
const { resolution, circulateResolution, proposeLate, openLate } = minutes;
const asCorrected = 'That the minutes of November Board Meeting, November 19, 2026, be approved as corrected.';
const titleOf = (meeting_title: string) => ({ state: 'approved', approval: { meeting_title } });

describe('approval of minutes by a motion', () => {
  test('happens in the body’s next meeting and makes the minutes final', async () => {
    const { next } = minutes;
    await holdAndCirculate();
    expect((await shown()).decision).toMatchObject({ kind: 'next-meeting', meeting: { id: next.id } });
    const { agenda_items: agenda } = (await bea.get(`/ajax/meetings/${next.id}`)).json.data.meeting;
    expect(agenda).toMatchObject([{ title: 'Minutes of November 19, 2026', kind: 'minutes' }]);
    const voteId = await vote();
    expect((await shown()).is_voted_on).toBe(true);
    expect(message(await save(1, 'Late.', 0))).toBe(minutesMessages.votedOn);
    await close(voteId);
    expect(await shown(sol)).toMatchObject({
      state: 'approved',
      approval: { kind: 'motion', number: '2026-002', meeting_title: 'December Board Meeting' },
    });
    expect(message(await save(1, 'Late.', 0))).toBe(minutesMessages.approved);
    expect((await ada.post(path('reopen'), {})).json.status).toBe('success');
    const late = await bea.post(path('guests'), { name: 'Late Guest', role: '' });
    expect(message(late)).toBe(minutesMessages.approved);
    expect(await minutes.mailed('minutes-approved')).toHaveLength(6);
    const [item] = (await bea.get(path('filled-items', next))).json.data.items;
    expect(item).toMatchObject({ kind: 'minutes', filling: { of: { meeting_id: stage.meeting.id } } });
  });

  test('generates the motion’s wording from the minutes, and nobody can edit it', async () => {
    await holdAndCirculate();
    const { id, revision, text } = await approvalMotion();
    expect(text).toBe('That the minutes of November Board Meeting, November 19, 2026, be approved.');
    const reword = { revision, text: 'That the caterers be thanked.' };
    expect(message(await bea.patch(`/ajax/motions/${id}`, reword))).toBe(minutesMessages.wordsFollow);
    await save(1, 'A word more.', 0);
    const voteId = await vote();
    expect((await approvalMotion()).votes).toMatchObject([{ id: voteId, text: asCorrected }]);
  });

  test('publishes uncirculated corrections as the next version when the vote opens', async () => {
    await holdAndCirculate();
    await save(1, 'A word more.', 0);
    expect(JSON.stringify(await shown(sol))).not.toContain('A word more.');
    const voteId = await vote();
    const put = await shown(sol);
    expect(JSON.stringify(put.sections)).toContain('A word more.');
    expect(put).toMatchObject({
      version: 2,
      is_voted_on: true,
      versions: [{ recipients: 5 }, { recipients: 0, changes: [{ number: '2', title: 'Wharf Road' }] }],
    });
    await close(voteId);
    expect(await shown(sol)).toMatchObject({ state: 'approved', version: 2, sections: put.sections.map(() => ({})) });
    expect(JSON.stringify((await shown(sol)).sections)).toContain('A word more.');
  });

  test('keeps names and action items as circulated even if they have changed elsewhere', async () => {
    await hold();
    await minutes.addTask();
    await circulate();
    await minutes.place();
    const names = async () => (await shown()).head.attendees?.map(({ name }) => name);
    const asCirculated = await names();
    await stage.query(`update members set first_name = 'Zoe', last_name = 'Abel' where id = $1`, [cleo.id]);
    await minutes.addTask({ title: 'Paint the door' });
    await stage.query(`update action_items set title = 'Call somebody' where title = 'Call the roofer'`);
    expect(await shown()).toMatchObject({ version: 1, changed: 0 });
    const { id, revision } = await stage.presenceOf(ada);
    await bea.patch(`/ajax/presences/${id}`, { revision, mode: 'remote' });
    await vote();
    const put = await shown();
    expect(put).toMatchObject({ version: 2, versions: [{}, { changes: [{ section_id: null }] }] });
    expect((await names())?.toSorted()).toEqual(asCirculated?.toSorted());
    const text = JSON.stringify(put.sections);
    expect(text).toContain('Call the roofer');
    for (const word of ['Zoe', 'Paint the door', 'Call somebody']) expect(text).not.toContain(word);
  });

  test('leaves the minutes circulated and editable if the motion is lost', async () => {
    await holdAndCirculate();
    await close(await vote('against'));
    expect(await shown()).toMatchObject({ state: 'circulated', is_voted_on: false });
    expect((await save(1, 'A word more.', 0)).status).toBe(200);
  });

  test('happens in the meeting to which the motion is deferred', async () => {
    const start = '2026-12-18T14:00:00Z';
    const later = await stage.anotherMeeting(start, { title: 'Extra Board Meeting' });
    await holdAndCirculate();
    const motionId = await moveApproval();
    await bea.post(`/ajax/motions/${motionId}/state`, { to: 'deferred', meeting_id: later.id });
    expect((await shown()).decision).toMatchObject({ kind: 'next-meeting', meeting: { id: later.id } });
    await close(await vote('for', later, start));
    expect(await shown()).toMatchObject(titleOf('Extra Board Meeting'));
  });

  test('can be voted on after the next meeting is adjourned, and the minutes cannot be changed while the vote is open', async () => {
    await holdAndCirculate();
    await save(1, 'A word more.', 0);
    const id = await moveApproval();
    await stage.phase('adjourned', { meeting: minutes.next });
    const [motion] = (await open('named', { id })).json.data.motions;
    expect(motion.votes[0].text).toBe(asCorrected);
    expect(await shown()).toMatchObject({ is_voted_on: true, can: { write: false, circulate: false } });
    expect(message(await save(1, 'Late.', 1))).toBe(minutesMessages.votedOn);
    expect(message(await circulate())).toBe(minutesMessages.votedOn);
    for (const { id: voter } of [ada, cleo])
      await bea.put(`/ajax/votes/${motion.votes[0].id}/ballots/${voter}`, { choice: 'for' });
    await close(motion.votes[0].id);
    expect(await shown()).toMatchObject(titleOf('December Board Meeting'));
  });

  test('cannot be put to a vote while a vote is open in the recorded meeting, and vice versa', async () => {
    await holdAndCirculate();
    const opened = await openLate('That the roof be mended.');
    expect(opened.json.status).toBe('success');
    const id = await moveApproval();
    expect(message(await open('named', { id }))).toBe(motionMessages.anotherVote);
    await close(opened.json.data.motions.at(-1).votes[0].id);
    const idle = await proposeLate('That the door be mended.');
    expect((await open('named', { id })).json.status).toBe('success');
    expect(message(await open('named', { id: idle.id }))).toBe(minutesMessages.votedOn);
  });

  test('prevents changes to the recorded events once the vote on the minutes is open', async () => {
    await settings({ casting_vote: true });
    await holdAndCirculate();
    const tied = (await openLate('That the roof be mended.')).json.data.motions.at(-1).votes[0].id;
    await bea.put(`/ajax/votes/${tied}/ballots/${ada.id}`, { choice: 'for' });
    await bea.put(`/ajax/votes/${tied}/ballots/${dora.id}`, { choice: 'against' });
    expect((await close(tied)).json.data.motions.at(-1).votes[0].state).toBe('tied');
    const idle = await proposeLate('That the door be mended.');
    const voteId = await vote();
    const record = async () =>
      (await shown()).sections.map((each) => 'events' in each && [each.title, each.events, each.tasks]);
    const asPut = await record();
    const { id, revision } = await stage.presenceOf(ada);
    const rejected = [
      cleo.post(`/ajax/votes/${tied}/casting`, { choice: 'for' }),
      stage.propose({ text: 'That the window be mended.' }, { item: itemAt(2) }),
      bea.patch(`/ajax/motions/${idle.id}`, { revision: idle.revision, text: 'That it be painted.' }),
      bea.post(`/ajax/motions/${idle.id}/state`, { to: 'withdrawn' }),
      bea.patch(`/ajax/presences/${id}`, { revision, mode: 'remote' }),
    ];
    for (const answer of await Promise.all(rejected)) expect(message(answer)).toBe(minutesMessages.votedOn);
    expect((await minutes.addTask()).json.status).toBe('success');
    expect(await record()).toEqual(asPut);
    await close(voteId);
    expect((await shown()).state).toBe('approved');
    expect(await record()).toEqual(asPut);
    const { motions } = await stage.motions(cleo);
    for (const { can, votes } of motions) {
      for (const each of [can, ...votes.map((one) => one.can)]) expect(Object.values(each)).not.toContain(true);
    }
  });

  test('allows only one vote even if two later meetings open it at the same time', async () => {
    const start = '2027-01-14T14:00:00Z';
    const later = await stage.anotherMeeting(start, { title: 'January Board Meeting' });
    await holdAndCirculate();
    const lateId = await moveApproval();
    stage.at('2026-12-17T15:00:00Z');
    await stage.phase('adjourned', { meeting: minutes.next });
    await minutes.place(later);
    expect((await shown()).decision).toMatchObject({ meeting: { id: later.id } });
    const id = await moveApproval(later, start);
    const answers = await Promise.all([open('named', { id }), open('named', { id: lateId, by: ada })]);
    const [opened, ...more] = answers.filter(({ json }) => json.status === 'success');
    expect(more).toEqual([]);
    expect(answers.find((each) => each !== opened)?.json.msg).toBe(minutesMessages.votedOn);
    const voteId = opened?.json.data.motions[0].votes[0].id;
    for (const { id: voter } of [ada, cleo]) await bea.put(`/ajax/votes/${voteId}/ballots/${voter}`, { choice: 'for' });
    await close(voteId);
    const select = 'select approved_vote_id from meeting_minutes where meeting_id = $1';
    expect((await stage.query(select, [stage.meeting.id])).rows).toEqual([{ approved_vote_id: voteId }]);
  });

  test('does not deadlock with a simultaneous circulation of the minutes', async () => {
    const sooner = '2026-12-03T14:00:00Z';
    let between = await stage.anotherMeeting(sooner);
    while (between.id > stage.meeting.id) {
      await stage.setMeeting({ state: 'cancelled' }, between);
      between = await stage.anotherMeeting(sooner);
    }
    await hold();
    await circulate();
    await minutes.place(between);
    await save(1, 'A word more.', 0);
    const circulating = await stage.inBoard(async (tx) => {
      const lock = (id: string) =>
        tx.selectFrom('meetings').select('id').where('id', '=', id).forUpdate().noWait().execute();
      await lock(between.id);
      const answer = circulate();
      await untilLockWaiter(server.context);
      await lock(stage.meeting.id);
      return { answer };
    });
    expect((await circulating.answer).json.data.minutes.decision).toMatchObject({ meeting: { id: between.id } });
  });
});

describe('approval of minutes in writing', () => {
  beforeEach(async () => {
    await settings({ minutes_approval: 'written' });
    await holdAndCirculate();
  });

  test('happens through a resolution that is drafted when the minutes are circulated', async () => {
    const made = await resolution();
    expect(made).toMatchObject({
      state: 'draft',
      title: 'Minutes of November 19, 2026: November Board Meeting',
      minutes_of: { id: stage.meeting.id, title: 'November Board Meeting' },
    });
    expect((await shown(sol)).decision).toEqual({ kind: 'written', resolution_id: null });
    await circulateResolution(made);
    expect((await shown(sol)).decision).toEqual({ kind: 'written', resolution_id: made.id });
    expect(message(await save(1, 'Late.', 0))).toBe(minutesMessages.votedOn);
    for (const voter of stage.voters) await voter.put(`/ajax/written-resolutions/${made.id}/ballot`, { choice: 'for' });
    expect(await shown()).toMatchObject({
      state: 'approved',
      approval: { kind: 'written', number: '2026-002', resolution_id: made.id, meeting_title: null },
    });
  });

  test('generates the resolution’s wording, which nobody can edit, and does not circulate it if it has changed since the sender read it', async () => {
    const { id } = await resolution();
    const change = (body: object) => bea.patch(`/ajax/written-resolutions/${id}`, { revision: 1, ...body });
    expect(message(await change({ text: 'That the caterers be thanked.' }))).toBe(minutesMessages.wordsFollow);
    expect((await change({ title: 'Another title' })).json.status).toBe('success');
    const made = await resolution();
    expect(made.text).not.toContain('as corrected');
    await save(1, 'A word more.', 0);
    expect(message(await circulateResolution(made))).toBe(resolutionMessages.changedMeanwhile);
    const now = await resolution();
    expect(now).toMatchObject({ state: 'draft', revision: made.revision + 1, text: asCorrected });
    await circulateResolution(now);
    expect(await resolution()).toMatchObject({ state: 'circulating', text: now.text });
  });

  test('does not deadlock with a simultaneous circulation of the minutes', async () => {
    await save(1, 'A word more.', 0);
    const { resolution_id: id } = (await shown()).decision as { resolution_id: string };
    const again = await stage.inBoard(async (tx) => {
      await tx.selectFrom('written_resolutions').select('id').where('id', '=', id).forUpdate().execute();
      const circulating = circulate();
      await untilLockWaiter(server.context);
      const rows = tx.selectFrom('meeting_minutes').select('state').where('meeting_id', '=', stage.meeting.id);
      await rows.forUpdate().noWait().execute();
      return { circulating };
    });
    expect((await again.circulating).json.data.minutes.version).toBe(2);
    expect((await resolution()).text).toBe(asCorrected);
  });
});

test('a board cannot choose approval in writing while written resolutions are switched off', async () => {
  const { revision } = (await ada.get('/ajax/deciding')).json.data.deciding;
  const written = await ada.post('/ajax/deciding', { revision, minutes_approval: 'written', written_needs: 'off' });
  expect(written.status).toBe(422);
});

describe('approved minutes', () => {
  test('cannot be changed by the server’s database role, and neither can the events that they record', async () => {
    await approve();
    const tables = ['meeting_minutes', 'minutes_sections', 'presences', 'votes', 'ballots', 'minutes_versions'];
    for (const change of tables.flatMap((table) => [
      `update ${table} set board_id = board_id`,
      `delete from ${table}`,
    ])) {
      const sql = `${change} where board_id = '${stage.board.id}'`;
      await expect(
        stage.inBoard((tx) => tx.executeQuery({ sql, parameters: [] } as never)),
        change,
      ).rejects.toThrow(/approved|final|closed|violates foreign key/);
    }
    await ada.post(path('reopen'), {});
    const { id, revision } = await stage.presenceOf(ada);
    const rejected = [
      bea.patch(`/ajax/presences/${id}`, { revision, mode: 'remote' }),
      ada.patch(`/ajax/agenda-items/${itemAt(1).id}`, { revision: 1, title: 'Another name' }),
      ada.patch(`/ajax/meetings/${stage.meeting.id}`, { title: 'Another meeting' }),
      ada.post(path(`invitees/${eve.id}/attendance`), { attendance: true }),
      stage.propose(),
    ];
    for (const answer of await Promise.all(rejected)) expect(message(answer)).toBe(minutesMessages.approved);
    const [approvalVote] = (await approvalMotion()).votes;
    const voided = await bea.post(`/ajax/votes/${approvalVote?.id}/void`, { reason: 'Wrong.' });
    expect(message(voided)).toBe(minutesMessages.approvedByVote);
    const { meeting } = (await ada.get(`/ajax/meetings/${stage.meeting.id}`)).json.data;
    expect(meeting).toMatchObject({ has_final_minutes: true, can: { take_attendance: false } });
    expect(approvalVote?.can).toMatchObject({ void: false });
    expect((await stage.room()).can).toMatchObject({ run: true, correct_presences: false, take_back: false });
    expect(await stage.motions()).toMatchObject({
      can: { propose: false },
      motions: [{ votes: [{ can: { void: false, correct: false } }] }],
    });
  });

  test('prevent a recusal from being lifted', async () => {
    const offered = async () => (await stage.room()).declarations?.[0]?.can.lift;
    await stage.recuse(dora, { item: itemAt(2) });
    await holdAndCirculate();
    expect(await offered()).toBe(true);
    await close(await vote());
    expect(await offered()).toBe(false);
  });

  test('can be extended by the secretary with addenda', async () => {
    await holdAndCirculate();
    const add = (client = bea) => client.post(path('minutes/addenda'), { text: 'The price was 12.' });
    expect(message(await add())).toBe(minutesMessages.notApproved);
    await close(await vote());
    expect((await add(cleo)).status).toBe(403);
    await add();
    expect((await add()).json.data.minutes.addenda).toMatchObject([
      { number: 1, text: 'The price was 12.', by: 'Bea Byron' },
      { number: 2 },
    ]);
  });
});
