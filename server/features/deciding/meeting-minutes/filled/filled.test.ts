import { expect, test } from 'vitest';
import { makeActionItem } from '#tests/support/action-items.ts';
import type { Actor } from '#tests/support/boardroom.ts';
import { makeGroup } from '#tests/support/factories.ts';
import { minutesStage } from '#tests/support/minutes-stage.ts';
import { makeWritten } from '#tests/support/resolutions.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { stage, minutes } = minutesStage(server);
const { ada, dora, sol, path, itemAt, query } = stage;
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
      agenda_items: [{ title: 'Rents' }],
      ...rest,
    })
  ).json.data.meeting;
const titles = (made: { agenda_items: { title: string }[] }) => made.agenda_items.map(({ title }) => title);
const ofBody = () => ({ meeting_id: null, agenda_item_id: null, body_id: stage.board.id });

test('each new meeting of a body begins with standing items, once the board has confirmed who votes', async () => {
  expect(titles(await create())).toEqual(['Declarations of interest', 'Action items', 'Written resolutions', 'Rents']);
  await stage.settings({ confirmed_at: null });
  expect(titles(await create())).toEqual(['Rents']);
});

test('a new meeting takes the minutes that no earlier meeting is to approve', async () => {
  const publish = async ({ id }: { id: string }) => {
    expect((await ada.post(`/ajax/meetings/${id}/publish`, {})).status).toBe(200);
    return (await ada.get(`/ajax/meetings/${id}`)).json.data.meeting;
  };
  await stage.setMeeting({ state: 'cancelled' }, minutes.next);
  await minutes.holdAndCirculate();
  expect((await minutes.shown()).decision).toEqual({ kind: 'next-meeting', meeting: null });
  // A draft that is never published does not keep the minutes from the other meetings.
  await create({ start: '2027-01-14T14:00:00.000Z', end: '2027-01-14T16:00:00.000Z' });
  const made = await publish(await create());
  expect(titles(made)[1]).toBe('Minutes of November 19, 2026');
  expect((await minutes.shown()).decision).toMatchObject({ meeting: { id: made.id } });
  expect(titles(await publish(await create()))).not.toContain('Minutes of November 19, 2026');
});

test('an item that was typed with the title of a standing item becomes that item', async () => {
  const made = await create({ agenda_items: [{ title: 'Welcome' }, { title: 'declarations of interest' }] });
  const kinds = made.agenda_items.map(({ title, kind }: { title: string; kind: string | null }) => [title, kind]);
  expect(kinds).toEqual([
    ['Action items', 'action-items'],
    ['Written resolutions', 'written-resolutions'],
    ['Welcome', null],
    ['declarations of interest', 'declarations'],
  ]);
});

test('standing items list what is open and decided, also in the answer to a save of their notes', async () => {
  await stage.inBoard((tx) =>
    tx.updateTable('agenda_items').set({ kind: 'action-items' }).where('id', '=', itemAt(0).id).execute(),
  );
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

test('standing items show a reader no more than they see elsewhere', async () => {
  const { board } = stage;
  const group = await makeGroup(server.context, { board, name: 'Audit', members: stage.voters });
  const made = await create();
  await stage.setMeeting({ state: 'published', published_at: new Date() }, made);
  await stage.inBoard((tx) =>
    tx
      .insertInto('meeting_rooms')
      .values({ board_id: board.id, meeting_id: made.id, body_id: group.id })
      .onConflict((conflict) => conflict.column('meeting_id').doUpdateSet({ body_id: group.id }))
      .execute(),
  );
  const ofGroup = { boardId: board.id, bodyId: group.id };
  await makeActionItem(server.context, { ...ofGroup, owner: dora, title: 'Ask the auditor' });
  const { id } = await makeWritten(server.context, { ...ofGroup, by: ada, title: 'The fee', state: 'circulating' });
  await query(
    `alter table written_resolutions disable trigger user;
     update written_resolutions set state = 'to-meeting', decided_at = '2026-11-19T14:00:00Z', ended_by = '${ada.id}' where id = '${id}';
     alter table written_resolutions enable trigger user`,
  );
  const filled = async (client: Actor) => JSON.stringify((await client.get(path('filled-items', made))).json.data);
  for (const words of ['Ask the auditor', 'The fee']) {
    expect(await filled(dora)).toContain(words);
    expect(await filled(sol)).not.toContain(words);
  }
});
