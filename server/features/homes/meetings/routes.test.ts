import { describe, expect, test } from 'vitest';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, adminMember, member, admin, reader } = boardStage(server);

const draftBody = {
  title: 'Winter meeting',
  type: 'remote',
  start: '2026-12-10T13:30:00.000Z',
  end: '2026-12-10T16:00:00.000Z',
  location: '',
  join_url: 'https://meet.example.com/winter',
  description: 'Bring the budget.',
};

test('a meeting date before 1970 or after 2199 is rejected', async () => {
  for (const year of ['0000', '1969', '2200', '9999']) {
    const answer = await admin.post('/ajax/meetings', {
      ...draftBody,
      start: `${year}-12-10T13:30:00.000Z`,
      end: `${year}-12-10T16:00:00.000Z`,
    });
    expect([year, answer.status]).toEqual([year, 422]);
  }
});

test('the date of a draft can be set and removed, and a draft without a date cannot be published', async () => {
  const { start: _start, end: _end, ...undated } = draftBody;
  const made = (await admin.post('/ajax/meetings', undated)).json.data.meeting;
  const none = { start: null, end: null, attendance_opens_at: null, closes_at: null, previous_id: null, next_id: null };
  expect(made).toMatchObject({ state: 'draft', is_closed: false, ...none });
  const dated = await server.make.meeting({ board, state: 'draft' });
  const { drafts } = (await admin.get('/ajax/meetings')).json.data;
  expect(drafts.map((each: { id: string; start: string | null }) => [each.id, each.start === null])).toEqual([
    [dated.id, false],
    [made.id, true],
  ]);
  const refusal = await admin.post(`/ajax/meetings/${made.id}/publish`);
  expect(refusal.json.msg).toBe('Set the date and times of this meeting before you publish it.');
  const half = await admin.patch(`/ajax/meetings/${made.id}`, { start: draftBody.start });
  expect([half.status, half.json.errors]).toEqual([422, { end: 'Cannot be empty' }]);
  const { start, end } = draftBody;
  const change = async (fields: object) => (await admin.patch(`/ajax/meetings/${made.id}`, fields)).json.data.meeting;
  expect(await change({ start, end })).toMatchObject({ start, end });
  expect(await change({ start: null, end: null })).toMatchObject(none);
  expect((await admin.delete(`/ajax/meetings/${made.id}`)).json.status).toBe('success');
  expect((await admin.get('/ajax/meetings')).json.data.deleted).toMatchObject([{ id: made.id, start: null }]);
});

test('the date of a published meeting cannot be removed, not even directly in the database', async () => {
  const { id } = await server.make.meeting({ board });
  expect((await admin.patch(`/ajax/meetings/${id}`, { start: null, end: null })).json.status).toBe('error');
  expect((await reader.patch(`/ajax/meetings/${id}`, { title: 'Mine' })).status).toBe(403);
  const take = (columns: object) =>
    server.inBoard(board.id, (tx) => tx.updateTable('meetings').set(columns).where('id', '=', id).execute());
  await expect(take({ starts_at: null, ends_at: null })).rejects.toThrow(/meetings_times/);
  await expect(take({ state: 'draft', ends_at: null })).rejects.toThrow(/meetings_times/);
});

describe('lists of meetings', () => {
  test('upcoming meetings are sorted soonest first, including cancelled ones and those in progress', async () => {
    const later = await server.make.meeting({ board, startsAt: '2026-12-01T14:00:00Z' });
    const running = await server.make.meeting({ board, startsAt: '2026-11-16T11:00:00Z' });
    const off = await server.make.meeting({ board, state: 'cancelled', startsAt: '2026-11-20T14:00:00Z' });
    for (const state of ['published', 'cancelled'] as const)
      await server.make.meeting({ board, state, startsAt: '2026-11-16T08:00:00Z', endsAt: '2026-11-16T12:00:00Z' });
    const { upcoming } = (await reader.get('/ajax/meetings')).json.data;
    expect(upcoming.map((each: { id: string; state: string }) => [each.id, each.state])).toEqual([
      [running.id, 'published'],
      [off.id, 'cancelled'],
      [later.id, 'published'],
    ]);
  });

  test('an adjourned meeting moves to the archive at once', async () => {
    const held = await server.make.meeting({ board, startsAt: '2026-11-16T11:00:00Z' });
    const next = await server.make.meeting({ board, startsAt: '2026-12-01T14:00:00Z' });
    const lists = async () => (await reader.get('/ajax/meetings')).json.data;
    expect(await lists()).toMatchObject({ next: { id: held.id }, archive_years: [] });
    await server.sql(
      `insert into meeting_rooms (board_id, meeting_id, body_id, quorum_rule, phase, called_at, since_at)
       values ($1, $2, $1, '{}', 'adjourned', $3, $3)`,
      [board.id, held.id, server.context.clock.now()],
    );
    expect(await lists()).toMatchObject({
      next: { id: next.id },
      upcoming: [{ id: next.id }],
      archive_years: [2026],
      archive: [{ id: held.id }],
    });
  });

  test('the archive groups meetings by year in the board’s time zone', async () => {
    const eve = await server.make.meeting({ board, startsAt: '2025-01-01T02:00:00Z' });
    const spring = await server.make.meeting({ board, startsAt: '2025-04-01T12:00:00Z' });
    const newest = (await reader.get('/ajax/meetings')).json.data;
    expect(newest).toMatchObject({ archive_years: [2025, 2024], archive_year: 2025 });
    expect(newest.archive.map((each: { id: string }) => each.id)).toEqual([spring.id]);
    const older = (await reader.get('/ajax/meetings?year=2024')).json.data;
    expect(older.archive.map((each: { id: string }) => each.id)).toEqual([eve.id]);
  });
});

describe('a single meeting', () => {
  test('invitees are listed by name with reply and attendance, and pending ones are marked', async () => {
    const pending = await server.make.member({ board, status: 'invited', firstName: 'Pia', lastName: 'Ende' });
    const meeting = await server.make.meeting({ board });
    for (const each of [member, adminMember, pending]) await server.make.invitee({ meeting, member: each });
    const shown = (await reader.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
    expect(shown.invitees).toMatchObject([
      { name: 'Zoë Adler', is_pending: false, meeting_status: { acceptance: 'none', attendance: null } },
      { name: 'Pia Ende', is_pending: true },
      { name: 'Ben Moser', is_pending: false },
    ]);
  });

  test('the previous and next meetings are the nearest ones that the reader can see', async () => {
    const outsider = await server.signIn(await server.make.member({ board }));
    const group = await server.make.group({ board, members: [member] });
    const first = await server.make.meeting({ board, startsAt: '2026-12-01T14:00:00Z' });
    const draft = await server.make.meeting({ board, startsAt: '2026-12-02T14:00:00Z', state: 'draft' });
    const ofGroup = await server.make.meeting({ board, startsAt: '2026-12-02T15:00:00Z', groups: [group] });
    const last = await server.make.meeting({ board, startsAt: '2026-12-03T14:00:00Z' });
    const ids = async (client: TestClient, id: string) => {
      const { previous_id, next_id } = (await client.get(`/ajax/meetings/${id}`)).json.data.meeting;
      return [previous_id, next_id];
    };
    expect(await ids(reader, first.id)).toEqual([null, ofGroup.id]);
    expect(await ids(outsider, first.id)).toEqual([null, last.id]);
    expect(await ids(outsider, last.id)).toEqual([first.id, null]);
    expect(await ids(admin, first.id)).toEqual([null, draft.id]);
    expect((await reader.get(`/ajax/meetings/${draft.id}`)).status).toBe(404);
    expect((await outsider.get(`/ajax/meetings/${ofGroup.id}`)).status).toBe(404);
  });

  test('documents added since the last visit are marked as new throughout the next visit', async () => {
    const meeting = await server.make.meeting({ board });
    await server.make.invitee({ meeting, member });
    await server.make.document({ meeting, createdAt: '2026-11-16T10:00:00Z' });
    const isNew = async () =>
      (await reader.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.documents.map(
        (each: { is_new: boolean }) => each.is_new,
      );
    expect(await isNew()).toEqual([false]);
    server.context.clock.advance({ minutes: 60 });
    await server.make.document({ meeting });
    server.context.clock.advance({ minutes: 60 });
    for (const minutes of [0, 0, 5, 20, 29]) {
      server.context.clock.advance({ minutes });
      expect(await isNew()).toEqual([false, true]);
    }
    server.context.clock.advance({ minutes: 30 });
    expect(await isNew()).toEqual([false, false]);
  });
});

describe('creating and changing', () => {
  test('saving outdated text fields reports another person’s change instead of overwriting it', async () => {
    const { id } = (await admin.post('/ajax/meetings', draftBody)).json.data.meeting;
    const address = `/ajax/meetings/${id}`;
    const seen = { title: draftBody.title, location: '', description: draftBody.description };
    const theirs = { title: 'Budget meeting', location: 'Hall', description: '' };
    expect((await admin.patch(address, { ...theirs, texts_before: seen })).json.data.meeting).toMatchObject(theirs);

    const ours = { title: 'Our meeting', location: 'Hall', description: 'Bring all.' };
    const refused = await admin.patch(address, { ...ours, join_url: 'https://meet.example.com/2', texts_before: seen });
    expect(refused.status).toBe(422);
    expect(refused.json.errors).toEqual({
      title: 'Somebody else has changed this in the meantime: “Budget meeting”. Save again to replace it with yours.',
      description: 'Somebody else has cleared this in the meantime. Save again to keep what you have written.',
    });
    expect((await admin.get(address)).json.data.meeting).toMatchObject({ ...theirs, join_url: draftBody.join_url });

    const { title, description } = theirs;
    const again = await admin.patch(address, { ...ours, texts_before: { title, description } });
    expect(again.json.data.meeting).toMatchObject(ours);
  });

  test('a new meeting is a draft with its agenda in order, and unknown fields are rejected', async () => {
    const items = ['Opening', 'Budget', 'Closing'].map((title) => ({ title }));
    const { meeting } = (await admin.post('/ajax/meetings', { ...draftBody, agenda_items: items })).json.data;
    expect(meeting).toMatchObject({
      ...draftBody,
      state: 'draft',
      invitees: [],
      agenda_items: items,
      can: { edit: true, publish: true, delete: true, respond: false },
    });
    expect((await admin.post('/ajax/meetings', { ...draftBody, state: 'published' })).status).toBe(422);
  });

  test('the text fields of a published meeting can be edited, but not its type or times', async () => {
    const meeting = await server.make.meeting({ board, startsAt: '2026-12-01T14:00:00Z' });
    const moved = await admin.patch(`/ajax/meetings/${meeting.id}`, { start: '2026-12-01T13:00:00.000Z' });
    expect(moved.status).toBe(200);
    expect(moved.json).toMatchObject({ status: 'error', msg: expect.stringContaining('Reschedule') });
    expect((await admin.patch(`/ajax/meetings/${meeting.id}`, { type: 'remote' })).json.status).toBe('error');
    const words = { title: 'Autumn meeting, new place', location: 'Town hall', start: '2026-12-01T14:00:00.000Z' };
    expect((await admin.patch(`/ajax/meetings/${meeting.id}`, words)).json.data.meeting).toMatchObject(words);
  });

  test('characters that the database cannot store are removed from text fields', async () => {
    const made = await admin.post('/ajax/meetings', {
      ...draftBody,
      title: 'Win\u0000ter 🎿 \u202emeeting',
      description: '\u0000',
    });
    expect(made.json.data.meeting).toMatchObject({ title: 'Winter 🎿 \u202emeeting', description: '' });
  });
});
