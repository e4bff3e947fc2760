import { expect, test } from 'vitest';
import { standingKinds } from '#domain/deciding.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { standingTitles } from '#domain/standing-items.ts';
import { makeActionItem } from '#tests/support/action-items.ts';
import { type Actor, message } from '#tests/support/boardroom.ts';
import { minutesStage } from '#tests/support/minutes-stage.ts';
import { makeWritten } from '#tests/support/resolutions.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { stage, minutes } = minutesStage(server);
const { ada, bea, dora, sol, path, itemAt, query } = stage;
const create = async (rest = {}) =>
  (
    await ada.post('/ajax/meetings', {
      title: 'January Board Meeting',
      type: 'hybrid',
      location: '',
      join_url: '',
      description: '',
      start: '2027-01-21T14:00:00.000Z',
      end: '2027-01-21T16:00:00.000Z',
      agenda_items: standingKinds.map((kind) => ({ title: standingTitles[kind], kind })),
      ...rest,
    })
  ).json.data.meeting;
const titles = (made: { agenda_items: { title: string }[] }) => made.agenda_items.map(({ title }) => title);
async function makePassed(bodyId: string): Promise<void> {
  const of = { boardId: stage.board.id, bodyId, by: ada, title: 'The fee', state: 'circulating' } as const;
  const { id } = await makeWritten(server.context, of);
  await query(
    `alter table written_resolutions disable trigger user;
     update written_resolutions set state = 'to-meeting', decided_at = '2026-11-19T15:00:00Z', ended_by = '${ada.id}' where id = '${id}';
     alter table written_resolutions enable trigger user`,
  );
}
const ofBody = () => ({ meeting_id: null, agenda_item_id: null, body_id: stage.board.id });

test('a meeting’s agenda stays as its editor arranged it when the meeting is published or duplicated', async () => {
  await minutes.hold();
  await minutes.circulate();
  const agenda_items = [
    { title: 'Welcome' },
    { title: 'Conflicts of interest', kind: 'declarations' },
    { title: 'Rents' },
  ];
  const made = await create({ agenda_items });
  expect((await ada.post(path('publish', made), {})).status).toBe(200);
  expect((await minutes.place(made)).json.status).toBe('success');
  const withMinutes = (await ada.get(`/ajax/meetings/${made.id}`)).json.data.meeting;
  expect(titles(withMinutes)).toEqual(['Welcome', 'Conflicts of interest', 'Rents', 'Minutes of November 19, 2026']);
  const copy = (await ada.post(path('duplicate', made), {})).json.data.meeting;
  expect(copy.agenda_items.map(({ title, kind }: { title: string; kind: string | null }) => [title, kind])).toEqual([
    ['Welcome', null],
    ['Conflicts of interest', 'declarations'],
    ['Rents', null],
  ]);
});

test('circulating minutes leaves the next meeting’s agenda unchanged, but suggests that its editors add an item for approving them', async () => {
  const items = async () => (await ada.get(`/ajax/meetings/${minutes.next.id}`)).json.data.meeting.agenda_items;
  await stage.anotherItem('Rents', minutes.next);
  const before = await items();
  await minutes.hold();
  expect(await minutes.offers()).toEqual([]);
  await minutes.circulate();
  expect(await items()).toEqual(before);
  expect((await minutes.shown()).decision).toEqual({ kind: 'next-meeting', meeting: null });
  const offer = { minutes_of: stage.meeting.id, title: 'Minutes of November 19, 2026' };
  expect(await minutes.offers()).toEqual([offer]);
  expect(await minutes.offers(stage.meeting)).toEqual([]);
  expect(await minutes.offers(minutes.next, bea)).toEqual([]);
  expect((await minutes.place(minutes.next, bea)).status).toBe(403);
  const body = { minutes_of: stage.meeting.id, before_id: before[0].id };
  expect((await ada.post(path('filled-items', minutes.next), body)).json.status).toBe('success');
  expect(await items()).toMatchObject([
    { title: offer.title, kind: 'minutes', purpose: 'decision' },
    { title: 'Rents', kind: null },
  ]);
  expect((await minutes.approvalMotion()).text).toContain('be approved.');
  expect((await minutes.shown()).decision).toMatchObject({ meeting: { id: minutes.next.id } });
  expect(await minutes.offers()).toEqual([]);
  expect(message(await minutes.place())).toBe(minutesMessages.notOffered);
});

test('the item for approving minutes is suggested again after the draft meeting to which it was added is deleted', async () => {
  await minutes.hold();
  await minutes.circulate();
  const draft = await create();
  expect(await minutes.offers(draft)).toHaveLength(1);
  expect((await minutes.place(draft)).json.status).toBe('success');
  expect(await minutes.offers()).toEqual([]);
  await ada.delete(`/ajax/meetings/${draft.id}`);
  expect(await minutes.offers()).toHaveLength(1);
  await stage.setMeeting({ state: 'cancelled' }, minutes.next);
  expect(await minutes.offers()).toEqual([]);
  await stage.setMeeting({ state: 'published' }, minutes.next);
  await stage.settings({ minutes_approval: 'written' });
  expect(await minutes.offers()).toEqual([]);
  expect(message(await minutes.place())).toBe(minutesMessages.notOffered);
});

test('the item “Written resolutions” is suggested only until it is added, and only if there is a resolution to list', async () => {
  const offer = { minutes_of: null, title: 'Written resolutions' };
  const place = () => ada.post(path('filled-items', minutes.next), { minutes_of: null, before_id: null });
  expect(message(await place())).toBe(minutesMessages.notOffered);
  await makePassed(stage.board.id);
  expect(await minutes.offers()).toEqual([offer]);
  expect((await place()).json.status).toBe('success');
  const { items, offers } = (await ada.get(path('filled-items', minutes.next))).json.data;
  expect(items).toMatchObject([{ kind: 'written-resolutions', filling: { resolutions: [{ title: 'The fee' }] } }]);
  expect(offers).toEqual([]);
  expect(message(await place())).toBe(minutesMessages.notOffered);
});

test('an agenda item of the kind “action-items” lists the open action items, even after its notes are saved', async () => {
  await query(`update agenda_items set kind = 'action-items' where id = $1`, [itemAt(0).id]);
  await minutes.addTask(ofBody());
  await minutes.hold();
  const { items } = (await ada.get(path('filled-items', await create()))).json.data;
  expect(items).toMatchObject([
    { kind: 'declarations', filling: null },
    { kind: 'action-items', filling: { tasks: [{ title: 'Call the roofer', owner: 'Dora Byron', state: 'open' }] } },
    { kind: 'written-resolutions', filling: { resolutions: [] } },
  ]);
  const saved = (await minutes.save(0, 'All on their way.', 0)).json.data.section;
  expect(saved.filling.tasks).toMatchObject([{ title: 'Call the roofer' }]);
  expect(saved).toEqual(await minutes.section(0));
  const other = (await minutes.save(1, 'The price was discussed.', 0)).json.data.section;
  expect(other).toEqual(await minutes.section(1));
});

test('standing agenda items show readers only what they can see elsewhere', async () => {
  const { board } = stage;
  const group = await server.make.group({ board, name: 'Audit', members: stage.voters });
  const made = await create();
  await stage.setMeeting({ state: 'published', published_at: new Date() }, made);
  await query(
    `insert into meeting_rooms (board_id, meeting_id, body_id) values ($1, $2, $3)
     on conflict (meeting_id) do update set body_id = excluded.body_id`,
    [board.id, made.id, group.id],
  );
  const ofGroup = { boardId: board.id, bodyId: group.id };
  await makeActionItem(server.context, { ...ofGroup, owner: dora, title: 'Ask the auditor' });
  await makePassed(group.id);
  const filled = async (client: Actor) => JSON.stringify((await client.get(path('filled-items', made))).json.data);
  for (const words of ['Ask the auditor', 'The fee']) {
    expect(await filled(dora)).toContain(words);
    expect(await filled(sol)).not.toContain(words);
  }
});
