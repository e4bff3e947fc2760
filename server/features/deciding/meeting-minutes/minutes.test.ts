import { describe, expect, test } from 'vitest';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { richTextToPlainText } from '#domain/rich-text.ts';
import { type Actor, message } from '#tests/support/boardroom.ts';
import { paragraph } from '#tests/support/minutes.ts';
import { minutesStage } from '#tests/support/minutes-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';
import { minutesJobs } from './jobs.ts';

const server = testApp();
const { stage, minutes } = minutesStage(server);
const { ada, bea, cleo, dora, eve, sol, at, path, itemAt, hear } = stage;
const { read, shown, section, sectionPath, save, comment, circulate, addTask, mailed, search } = minutes;
const { begin, adjourn, hold, holdAndCirculate } = minutes;
const pdf = () => `/meetings/${stage.meeting.id}/minutes/file?board=${stage.board.id}`;
const idsOf = (...actors: readonly Actor[]) => actors.map(({ id }) => id).toSorted();

describe('notes in the minutes', () => {
  test('can be saved only by the secretary and editors, and a save based on an older revision is reported as a conflict', async () => {
    await begin();
    expect((await save(1, 'Ada opened.', 0)).json.data).toMatchObject({ section: { revision: 1 }, conflicts: [] });
    const late = (await save(1, 'It was opened by Ada.', 0, ada)).json.data;
    expect(late.conflicts).toMatchObject([{ field: 'notes', by: 'Bea Byron' }]);
    expect(richTextToPlainText(late.section.notes)).toBe('Ada opened.');
    expect((await save(1, 'Ada opened.', 0, ada)).json.data.conflicts).toEqual([]);
    expect((await save(1, 'Both.', 1, ada)).json.data.section).toMatchObject({ revision: 2, changed_by: 'Ada Byron' });
    expect((await save(1, 'Mine.', 2, cleo)).status).toBe(403);
    expect((await save(1, 'Mine.', 2, sol)).status).toBe(404);
    const { wordings } = (await bea.get(sectionPath(1, '/wordings'))).json.data;
    expect(wordings.map(({ notes, by }: never) => [richTextToPlainText(notes), by])).toEqual([
      ['Both.', 'Ada Byron'],
      ['Ada opened.', 'Bea Byron'],
    ]);
  });

  test('are listed in agenda order while the minutes are a draft, and are kept when their item is deleted', async () => {
    const titles = async () => (await shown()).sections.map((each) => 'title' in each && [each.number, each.title]);
    await begin();
    await save(1, 'The roof leaks.', 0);
    await ada.delete(`/ajax/agenda-items/${itemAt(1).id}?revision=1&documents=`);
    const added = await ada.post(path('agenda-items'), { title: 'Heating', before_id: itemAt(0).id });
    expect(added.status).toBe(200);
    const onAgenda = [
      ['1', 'Heating'],
      ['2', 'Welcome'],
      ['3', 'Other business'],
    ];
    expect(await titles()).toEqual([...onAgenda, [null, 'Wharf Road']]);
    expect(richTextToPlainText((await section(1)).notes)).toBe('The roof leaks.');
    await save(1, '', 1);
    expect(await titles()).toEqual(onAgenda);
    await adjourn();
    await circulate();
    expect(await titles()).toEqual(onAgenda);
  });

  test('show editors the name of anyone else who has been writing in the last few seconds', async () => {
    await begin();
    const writers = async (client: Actor) => (await client.get(path('minutes/writing'))).json.data?.writers;
    await bea.post(sectionPath(1, '/writing'), {});
    expect(await writers(ada)).toMatchObject([{ section_id: itemAt(1).id, name: 'Bea Byron' }]);
    expect(await writers(bea)).toEqual([]);
    expect((await cleo.get(path('minutes/writing'))).status).toBe(403);
    expect((await sol.get(path('minutes/writing'))).status).toBe(404);
    at('14:00:16');
    expect(await writers(ada)).toEqual([]);
  });
});

describe('circulated minutes', () => {
  test('are mailed and visible to ordinary members, who cannot see the draft', async () => {
    await begin();
    expect(message(await circulate())).toBe(minutesMessages.stillInSession);
    await adjourn();
    expect((await circulate({}, cleo)).status).toBe(403);
    expect(await read(sol)).toBeNull();
    expect((await sol.get(pdf())).status).toBe(404);
    expect((await circulate()).json.data.minutes).toMatchObject({
      state: 'circulated',
      version: 1,
      comments_until: '2026-11-26',
      changed: 0,
      versions: [{ version: 1, recipients: 5 }],
    });
    expect(await mailed('minutes-circulated')).toEqual(idsOf(ada, cleo, dora, eve, sol));
    expect(await read(sol)).toMatchObject({ state: 'circulated', comments: null, can: { comment: false } });
    expect((await shown(dora)).can).toMatchObject({ comment: true, write: false });
  });

  test('accept comments until the deadline, and the secretary, but not the chair, can decline a comment', async () => {
    await holdAndCirculate();
    expect((await comment('I said Thursday.', sol)).status).toBe(403);
    const late = await stage.anotherItem('Added later');
    const onLate = await dora.post(`/ajax/minutes-sections/${late.id}/comments`, { text: 'When?' });
    expect(onLate.status).not.toBe(500);
    expect(onLate.status).toBe(404);
    const { comments } = (await comment('I said Thursday.', dora)).json.data.minutes;
    expect(comments).toMatchObject([{ text: 'I said Thursday.', state: 'open', section_id: itemAt(1).id }]);
    const settle = (to: string, client = bea) =>
      client.post(sectionPath(1, `/comments/${comments[0].id}/settle`), { to, reason: 'Not so.' });
    expect((await settle('declined', cleo)).status).toBe(403);
    expect((await settle('declined')).json.data.minutes.comments).toMatchObject([
      { state: 'declined', settled_by: 'Bea Byron', reason: 'Not so.' },
    ]);
    expect(message(await settle('taken-over'))).toBe(minutesMessages.settled);
    for (let nth = 1; nth < 50; nth += 1) expect((await comment('Again.', dora)).json.status).toBe('success');
    expect(message(await comment('Again.', dora))).toBe('You can add at most 50 comments to these minutes.');
    expect((await comment('And I.', ada)).json.status).toBe('success');
    at('2026-11-27T12:00:00Z');
    await stage.signInAgain();
    expect(message(await comment('Too late.', dora))).toBe(minutesMessages.commentsOver);
  });

  test('can be circulated again as the next version, which lists the changes', async () => {
    await hold();
    await save(1, 'The price was discussed.', 0);
    await circulate();
    expect(message(await circulate())).toBe(minutesMessages.nothingNew);
    await minutes.place();
    await save(1, 'The price was discussed at length.', 1);
    const changed = await section(1);
    expect(richTextToPlainText(changed.circulated_notes ?? paragraph(''))).toBe('The price was discussed.');
    expect((await shown()).changed).toBe(1);
    const again = (await circulate({ comments_until: null })).json.data.minutes;
    expect(again).toMatchObject({ version: 2, changed: 0, comments_until: null });
    const wharf = { section_id: itemAt(1).id, number: '2', title: 'Wharf Road' };
    expect(again.versions[1]).toMatchObject({ version: 2, changes: [wharf] });
    expect((await section(1)).circulated_notes).toBeNull();
    const { id, revision } = await stage.presenceOf(dora);
    await bea.patch(`/ajax/presences/${id}`, { revision, mode: 'remote' });
    expect((await shown()).changed).toBe(1);
    const attendance = { section_id: null, number: null, title: 'Attendance and quorum' };
    expect((await circulate()).json.data.minutes.versions[2]).toMatchObject({ version: 3, changes: [attendance] });
    expect((await minutes.approvalMotion()).text).toContain('be approved as corrected.');
  });

  test('are shown as they were circulated until the next version, despite corrections and new members', async () => {
    await hold();
    await save(1, 'The price was discussed.', 0);
    await circulate();
    const asSent = await shown(sol);
    const late = await server.make.member({ board: stage.board, firstName: 'Nia' });
    await stage.invite(stage.meeting, [late]);
    await save(1, 'The price was discussed at length, as was the zqxferry.', 1);
    const { id, revision } = await stage.presenceOf(dora);
    await bea.patch(`/ajax/presences/${id}`, { revision, mode: 'remote' });
    for (const reader of [sol, cleo]) {
      const { head, sections, changed, version } = await shown(reader);
      expect({ head, version, changed }).toEqual({ head: asSent.head, version: 1, changed: 0 });
      expect(sections.map((each) => 'notes' in each && each.notes)).toEqual(
        asSent.sections.map((each) => 'notes' in each && each.notes),
      );
    }
    expect((await shown(bea)).changed).toBe(2);
    expect(await search(cleo, 'zqxferry')).toEqual([]);
    await circulate();
    const next = await shown(sol);
    expect(richTextToPlainText((await section(1, sol)).notes)).toContain('at length');
    expect(next.head.attendees?.find(({ member_id: who }) => who === dora.id)?.attendance).toBe('remote');
    expect(next.head.attendees?.map(({ member_id: who }) => who)).not.toContain(late.id);
    expect(await search(cleo, 'zqxferry')).toHaveLength(1);
  });

  test('do not change when an agenda item is added, and prevent changes to what they record', async () => {
    await holdAndCirculate();
    await ada.post(path('agenda-items'), { title: 'Heating' });
    expect((await shown()).sections).toHaveLength(3);
    const gone = await ada.delete(`/ajax/agenda-items/${itemAt(0).id}?revision=1&documents=`);
    const answers = [gone, await stage.voidVote(), await stage.takeBack()];
    expect(answers.map(message)).toEqual(Array(3).fill(minutesMessages.circulated));
    expect((await section(0)).from).toBe('2026-11-19T14:05:00.000Z');
    at('17:00:00');
    expect(message(await ada.delete(`/ajax/meetings/${stage.meeting.id}`))).toBe('What is decided cannot be deleted.');
  });

  test('cannot be created from a draft while a vote is open', async () => {
    await hold();
    await minutes.openLate('That the roof be mended.');
    expect(message(await circulate())).toBe(motionMessages.anotherVote);
    expect((await shown()).state).toBe('draft');
  });

  test('make their action items visible to other members, and notify the owners', async () => {
    await begin();
    const [doras, cleos] = [hear(dora), hear(cleo)];
    const made = await addTask();
    expect(made.status).toBe(200);
    await expect.poll(() => cleos).toContain('action-item');
    expect(doras).not.toContain('action-item');
    const seen = async (client: Actor) =>
      (await client.get(path('action-items'))).json.data.items.map(({ title }: { title: string }) => title);
    expect(await seen(dora)).toEqual([]);
    expect((await dora.get(`/ajax/action-items/${made.json.data.item.id}`)).status).toBe(404);
    expect(await seen(cleo)).toEqual(['Call the roofer']);
    expect(await mailed('action-item')).toEqual([]);
    await adjourn();
    await circulate();
    expect(await seen(dora)).toEqual(['Call the roofer']);
    expect(await mailed('action-item')).toEqual([dora.id]);
    expect((await section(1)).tasks).toMatchObject([{ title: 'Call the roofer', owner: 'Dora Byron' }]);
  });

  test('are listed on the dashboard of voters and attendees until they comment or the deadline passes', async () => {
    await hold();
    const waiting = async (client: Actor) => {
      const { items } = (await client.get('/ajax/waiting')).json.data;
      const found = items.filter(({ kind }: { kind: string }) => kind === 'minutes');
      const { waiting_minutes: onDashboard } = (await client.get('/ajax/dashboard')).json.data;
      const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id);
      expect(ids(onDashboard)).toEqual(ids(found));
      return found;
    };
    expect(await waiting(dora)).toEqual([]);
    await circulate();
    const due = { id: stage.meeting.id, title: 'November Board Meeting', due_on: '2026-11-26' };
    expect(await waiting(dora)).toMatchObject([due]);
    expect(await waiting(sol)).toEqual([]);
    await comment('Fine.', dora);
    expect([await waiting(dora), await waiting(eve)]).toMatchObject([[], [due]]);
    at('2026-11-27T12:00:00Z');
    await stage.signInAgain();
    expect(await waiting(eve)).toEqual([]);
  });

  test('trigger one reminder to those who have not commented, on the day before the deadline', async () => {
    const remind = async () => {
      const [find] = minutesJobs(server.context);
      await find?.handle({}, { attempt: 1, isLast: false });
      await server.context.runJobs(['remind-of-minutes']);
    };
    await holdAndCirculate();
    await comment('Fine.', dora);
    at('2026-11-25T07:59:00Z');
    await remind();
    expect(await mailed('minutes-comments-due')).toEqual([]);
    at('2026-11-25T22:00:00Z');
    await remind();
    await remind();
    expect(await mailed('minutes-comments-due')).toEqual(idsOf(ada, bea, cleo, eve));
  });
});

describe('a reader of the minutes', () => {
  const withholdFrom = (actor: Actor) => makeWithheld(server.context, { item: itemAt(1), from: actor, by: ada });

  test('sees no names if members are hidden from each other', async () => {
    await holdAndCirculate();
    await stage.hidePeople();
    const masked = await shown(sol);
    expect(masked.head).toMatchObject({ attendees: null, guests: null });
    expect(JSON.stringify(masked)).not.toContain('Byron');
    expect(JSON.stringify(await shown(ada))).toContain('Byron');
  });

  test('sees no text, comments or action items from a withheld item’s section', async () => {
    await hold();
    await save(1, 'zqxsecret words', 0);
    await addTask({ title: 'zqxsecret task', owner_id: ada.id });
    await circulate();
    await comment('zqxsecret comment', dora);
    for (const words of ['zqxsecret words', 'zqxsecret task', 'zqxsecret comment', '2026-001'])
      expect(JSON.stringify(await shown(dora))).toContain(words);
    await withholdFrom(dora);
    const masked = await shown(dora);
    expect(masked.sections[1]).toEqual({ id: itemAt(1).id, number: '2', depth: 0, is_withheld: true });
    expect(JSON.stringify(masked)).not.toMatch(/zqxsecret|land be bought|2026-001/);
    expect((await comment('Why?', dora)).status).toBe(404);
  });

  test('is not notified of changes to a withheld item, and does not see its section in a version’s list of changes', async () => {
    await holdAndCirculate();
    await withholdFrom(dora);
    const [withheld, whole] = [hear(dora), hear(cleo)];
    const changesSeen = async (client: Actor) =>
      (await shown(client)).versions.at(-1)?.changes.map(({ title }) => title);
    await save(1, 'The quarry was discussed.', 0);
    await addTask({ title: 'Ask', owner_id: ada.id });
    const { comments } = (await comment('When?', cleo)).json.data.minutes;
    await bea.post(sectionPath(1, `/comments/${comments[0].id}/settle`), { to: 'taken-over' });
    await save(0, 'All were welcome.', 0);
    await expect.poll(() => whole).toEqual(['minutes', 'action-item', 'minutes', 'minutes', 'minutes']);
    expect(withheld).toEqual(['minutes']);
    await circulate();
    expect(await changesSeen(bea)).toEqual(['Welcome', 'Wharf Road']);
    expect(await changesSeen(dora)).toEqual(['Welcome']);
  });

  test('does not see the draft meeting that will approve the minutes', async () => {
    const { next } = minutes;
    await stage.setMeeting({ state: 'draft' }, next);
    await holdAndCirculate();
    expect((await shown(ada)).decision).toMatchObject({ meeting: { id: next.id } });
    expect((await shown(sol)).decision).toEqual({ kind: 'next-meeting', meeting: null });
    expect((await ada.post(`/ajax/meetings/${next.id}/publish`, {})).status).toBe(200);
    expect((await shown(sol)).decision).toMatchObject({ meeting: { id: next.id } });
  });

  test('cannot find the text of hidden draft minutes by searching', async () => {
    await hold();
    await save(1, 'zqxdraft', 0);
    expect([await search(cleo, 'zqxdraft'), await search(sol, 'zqxdraft')].map((found) => found.length)).toEqual([
      1, 0,
    ]);
  });
});
