import { expect } from 'vitest';
import { after, before, type GateCheck, type GateRows, now, type Row } from './rows.ts';

const held = async ({ put }: GateRows, board: string) => {
  const audience = await put('audiences', { board_id: board, whole_board: true });
  return { board_id: board, audience_id: audience.id, title: 'T' };
};
const meeting = async (gate: GateRows, board: string, row: Row = {}) =>
  (await gate.put('meetings', { ...(await held(gate, board)), type: 'remote', ...row })).id;
const announcement = async (gate: GateRows, board: string, row: Row = {}) =>
  (await gate.put('announcements', { ...(await held(gate, board)), body: '{}', ...row })).id;
const paper = async (gate: GateRows, board: string, row: Row = {}) => {
  const kind = { title: 'P', extension: 'pdf', mime_type: 'application/pdf', meeting_id: await meeting(gate, board) };
  return (await gate.put('documents', { board_id: board, ...kind, ...row })).id;
};
/** Which of these ids are among the rows. */
export const among = (rows: readonly Row[], key: string, ids: readonly string[]) =>
  ids.filter((id) => rows.some((row) => row[key] === id));

/** Returned to who is active there. */
const boardOf =
  (name: string, make: (gate: GateRows, board: string) => Promise<string>): GateCheck =>
  async (gate) => {
    const [own, other] = [await gate.board(), await gate.board()];
    const [active, left, stranger] = [await gate.user(), await gate.user(), await gate.user()];
    await gate.member(own, active);
    await gate.member(own, left, { status: 'inactive' });
    await gate.member(other, stranger);
    const [here, there] = [await make(gate, own), await make(gate, other)];
    const asked = (id: string, who: string) =>
      gate.query(`select found from gate.${name}($1, $2) found where found is not null`, [id, who]);
    expect(await asked(here, active)).toEqual([{ found: own }]);
    expect(await asked(there, stranger)).toEqual([{ found: other }]);
    expect(await asked(there, active)).toEqual([]);
    expect(await asked(here, left)).toEqual([]);
    expect(await asked(here, stranger)).toEqual([]);
    expect(await asked(active, active)).toEqual([]);
  };

/** What was deleted before an instant, and neither what was later nor what is there. */
const purges =
  (name: string, key: string, make: (gate: GateRows, row: Row) => Promise<string>): GateCheck =>
  async (gate) => {
    const gone = await make(gate, { deleted_at: before });
    const kept = [await make(gate, { deleted_at: after }), await make(gate, { deleted_at: null })];
    const rows = await gate.ask(`${name}($1, 100000)`, [now]);
    expect(among(rows, key, [gone, ...kept])).toEqual([gone]);
  };

async function poll(gate: GateRows, row: Row): Promise<string> {
  const board_id = await gate.board();
  const asked = { question: 'Q', choice: 'single', is_anonymous: false, results: 'always' };
  return (await gate.put('polls', { board_id, meeting_id: await meeting(gate, board_id), ...asked, ...row })).id;
}

/** What is asked about every board: where something stands, what is due, what has gone. */
export const boardChecks: Readonly<Record<string, GateCheck>> = {
  board_of_meeting: boardOf('board_of_meeting', meeting),
  board_of_announcement: boardOf('board_of_announcement', announcement),
  board_of_document: boardOf('board_of_document', paper),
  board_of_member: async (gate) => {
    const [own, other] = [await gate.board(), await gate.board()];
    await gate.member(other, await gate.user());
    const here = await gate.member(own, await gate.user());
    const gone = await gate.member(own, await gate.user(), { status: 'inactive', removed_at: before });
    const returned = (id: string) => gate.tell('board_of_member($1)', [id]);
    expect([await returned(here), await returned(gone), await returned(own)]).toEqual([own, null, null]);
  },
  meetings_to_purge: purges('meetings_to_purge', 'meeting_id', async (gate, row) =>
    meeting(gate, await gate.board(), row),
  ),
  announcements_to_purge: purges('announcements_to_purge', 'announcement_id', async (gate, row) =>
    announcement(gate, await gate.board(), row),
  ),
  polls_to_purge: purges('polls_to_purge', 'poll_id', (gate, row) => poll(gate, row)),
  polls_to_close: async (gate) => {
    const asked = { is_anonymous: true, results: 'after-closing' };
    const due = await poll(gate, { ...asked, closes_at: before });
    const others = [
      await poll(gate, { ...asked, closes_at: after }),
      await poll(gate, { ...asked, closes_at: null }),
      await poll(gate, { ...asked, closes_at: before, closed_at: before }),
      await poll(gate, { closes_at: before }),
    ];
    const rows = await gate.ask('polls_to_close($1, 100000)', [now]);
    expect(among(rows, 'poll_id', [due, ...others])).toEqual([due]);
  },
  interest_rounds_due: async (gate) => {
    // Eight in the morning in Halifax, seven in Toronto.
    const at = '2026-11-16T12:00:00Z';
    const there = (time_zone: string, row: Row = {}) => gate.board({ time_zone, ...row });
    const [due, again] = [await there('America/Halifax'), await there('America/Halifax')];
    const others = [
      await there('America/Toronto'),
      await there('America/Halifax'),
      await there('America/Halifax', { suspended_at: before }),
    ];
    await gate.put('interest_rounds', { board_id: again, day: '2026-11-15' });
    await gate.put('interest_rounds', { board_id: others[1], day: '2026-11-16' });
    const rows = await gate.ask('interest_rounds_due($1, 100000)', [at]);
    expect(among(rows, 'board_id', [due, again, ...others])).toEqual([due, again]);
  },
  minutes_comments_due: async (gate) => {
    const at = new Date('2026-11-25T12:00:00Z');
    const kept = async (row: Row = {}, of: Row = {}, held: Row = {}) => {
      const board_id = await gate.board({ time_zone: 'America/Halifax', ...of });
      const times = { state: 'published', published_at: before, starts_at: before, ends_at: before };
      const meeting_id = await meeting(gate, board_id, { ...times, ...held });
      // Another meeting, which has no minutes.
      await meeting(gate, board_id, times);
      const circulated = { state: 'circulated', version: 1, begun_at: before, comments_until: '2026-11-26' };
      await gate.put('meeting_minutes', { board_id, meeting_id, ...circulated, ...row });
      return meeting_id;
    };
    const due = await kept();
    const approved = await kept();
    const [{ board_id } = {}] = await gate.query('select board_id from meetings where id = $1', [approved]);
    const by = await gate.member(String(board_id), await gate.user());
    const resolution = await gate.put('written_resolutions', {
      ...{ board_id, body_id: board_id, title: 'T', text: 'T', created_by: by, created_at: before },
    });
    await gate.query(
      `update meeting_minutes set state = 'approved', approved_at = $2, document = '{}', approved_written_id = $3
       where meeting_id = $1`,
      [approved, now, resolution.id],
    );
    const others = [
      approved,
      await kept({}, {}, { deleted_at: before }),
      await kept({ comments_until: '2026-11-27' }),
      await kept({ comments_until: null }),
      await kept({ reminded_version: 1 }),
      await kept({ state: 'draft', version: 0 }),
      await kept({}, { suspended_at: before }),
      // It is not eight there yet.
      await kept({}, { time_zone: 'America/Los_Angeles' }),
    ];
    const rows = await gate.ask('minutes_comments_due($1, 100000)', [at]);
    expect(among(rows, 'meeting_id', [due, ...others])).toEqual([due]);
    expect(rows.filter(({ meeting_id: id }) => id === due)).toHaveLength(1);
  },
  rooms_to_adjourn: async (gate) => {
    const held = async (ends_at: string, phase: string | null, stays = false, row: Row = {}, of: Row = {}) => {
      const board_id = await gate.board(of);
      const times = { state: 'published', published_at: before, starts_at: before, ends_at };
      const meeting_id = await meeting(gate, board_id, { ...times, ...row });
      const called = { called_at: before, body_id: board_id, quorum_rule: '{}' };
      if (phase !== null) await gate.put('meeting_rooms', { board_id, meeting_id, phase, ...called });
      const member_id = await gate.member(board_id, await gate.user());
      const presence = { board_id, meeting_id, member_id, mode: 'remote', arrived_at: before };
      await gate.put('presences', { ...presence, left_at: stays ? null : before });
      return meeting_id;
    };
    const due = [await held(before, 'in-session'), await held(before, 'recess'), await held(before, null, true)];
    const others = [
      await held(before, 'adjourned'),
      await held(before, null),
      await held(after, 'in-session', true),
      await held(before, 'in-session', true, { deleted_at: before }),
      await held(before, 'in-session', true, {}, { suspended_at: before }),
    ];
    const rows = await gate.ask('rooms_to_adjourn($1, 100000)', [now]);
    expect(among(rows, 'meeting_id', [...due, ...others])).toEqual(due);
  },
  name_audiences: async (gate) => {
    const [board, other] = [await gate.board(), await gate.board()];
    const [own, foreign] = [await held(gate, board), await held(gate, other)];
    const [member, gone] = [await gate.member(board, await gate.user()), await gate.member(board, null)];
    const group = async (of: string) => (await gate.put('groups', { board_id: of, name: 'Finance' })).id;
    const [named, elsewhere] = [await group(board), await group(other)];
    // Another audience of the board, which names others.
    const aside = await held(gate, board);
    const asideGroup = (await gate.put('groups', { board_id: board, name: 'Audit' })).id;
    const fellow = await gate.member(board, await gate.user());
    const ofAside = { board_id: board, audience_id: aside.audience_id };
    await gate.put('audience_groups', { ...ofAside, group_id: asideGroup });
    await gate.put('audience_members', { ...ofAside, member_id: fellow });
    // One that nobody is named in: where its row stands, and who has locked it.
    const bare = await held(gate, board);
    const untouched = () =>
      gate.query('select ctid::text, xmax::text from audiences where id = $1', [bare.audience_id]);
    const stood = await untouched();
    const name = async ({ board_id, audience_id }: typeof own, group_id: string) =>
      gate.put('audience_groups', { board_id, audience_id, group_id });
    await name(own, named);
    await name(foreign, elsewhere);
    for (const member_id of [member, gone]) {
      await gate.put('audience_members', { board_id: board, audience_id: own.audience_id, member_id });
    }
    await gate.query('delete from members where id = $1', [gone]);
    expect(await untouched()).toEqual(stood);
    const rows = await gate.query(
      'select group_ids, member_ids from unnest($1::uuid[]) with ordinality asked (id, nth) join audiences using (id) order by nth',
      [[own.audience_id, aside.audience_id, foreign.audience_id]],
    );
    expect(rows).toEqual([
      { group_ids: [named], member_ids: [member] },
      { group_ids: [asideGroup], member_ids: [fellow] },
      { group_ids: [elsewhere], member_ids: [] },
    ]);
  },
  documents_to_purge: async (gate) => {
    const board_id = await gate.board();
    const audience = await gate.put('audiences', { board_id, whole_board: true });
    const category = async (row: Row) => {
      const { id: audience_id } = await gate.put('audiences', { board_id, whole_board: true });
      return (await gate.put('categories', { board_id, name: 'C', position: 1, audience_id, ...row })).id;
    };
    const home = (await gate.put('categories', { board_id, name: 'C', position: 1, audience_id: audience.id })).id;
    const folder = async (row: Row) => {
      const [{ id } = {}] = await gate.query('select gen_random_uuid() as id');
      const stands = { board_id, category_id: home, path: [id], name: 'F', position: 1 };
      return (await gate.put('folders', { id, ...stands, ...row })).id;
    };
    const makers = [category, folder, (row: Row) => paper(gate, board_id, row)];
    const [gone, kept]: [string[], string[]] = [[], []];
    for (const make of makers) {
      gone.push(await make({ deleted_at: before }));
      kept.push(await make({ deleted_at: after }), await make({ deleted_at: null }));
    }
    const rows = await gate.ask('documents_to_purge($1, 100000)', [now]);
    expect(among(rows, 'id', [...gone, ...kept])).toEqual(gone);
  },
  expired_uploads: async (gate) => {
    const board_id = await gate.board();
    const member_id = await gate.member(board_id, await gate.user());
    const upload = async (expires_at: string) =>
      (await gate.put('uploads', { board_id, member_id, filename: 'a', byte_length: 1, expires_at })).id;
    const [gone, kept] = [await upload(before), await upload(after)];
    expect(among(await gate.ask('expired_uploads($1, 100000)', [now]), 'upload_id', [gone, kept])).toEqual([gone]);
  },
  announcements_due: async (gate) => {
    const [board, suspended] = [await gate.board(), await gate.board({ suspended_at: before })];
    const scheduled = { state: 'scheduled', publish_on: before };
    const due = await announcement(gate, board, scheduled);
    const others = [
      await announcement(gate, suspended, scheduled),
      await announcement(gate, board, { ...scheduled, deleted_at: before }),
      await announcement(gate, board, { ...scheduled, state: 'published' }),
      await announcement(gate, board, { ...scheduled, publish_on: after }),
    ];
    const rows = await gate.ask('announcements_due($1, 100000)', [now]);
    expect(among(rows, 'announcement_id', [due, ...others])).toEqual([due]);
    expect(rows.filter(({ announcement_id: id }) => id === due)).toEqual([{ board_id: board, announcement_id: due }]);
  },
  due_reminders: async (gate) => {
    const minutes = { reminder_minutes: [60] };
    const [board, suspended] = [await gate.board(minutes), await gate.board({ ...minutes, suspended_at: before })];
    await gate.board({ reminder_minutes: [6000] });
    const asked_at = '2026-11-10T12:00:00Z';
    const soon = { state: 'published', published_at: asked_at, asked_at, starts_at: after, ends_at: after };
    const late = { starts_at: '2026-11-16T14:00:00Z', ends_at: '2026-11-16T14:00:00Z' };
    const due = await meeting(gate, board, soon);
    const sent = await meeting(gate, board, soon);
    const remind = (meeting_id: string, row: Row = {}) =>
      gate.put('meeting_reminders', { board_id: board, meeting_id, starts_at: after, minutes_before: 60, ...row });
    await remind(sent);
    // Of another time, and of another distance: not this one.
    await remind(due, { starts_at: before });
    await remind(due, { minutes_before: 1440 });
    const others = [
      await meeting(gate, suspended, soon),
      await meeting(gate, board, { ...soon, state: 'cancelled' }),
      await meeting(gate, board, { ...soon, deleted_at: before }),
      await meeting(gate, board, { ...soon, starts_at: before, ends_at: before }),
      await meeting(gate, board, { ...soon, ...late }),
      await meeting(gate, board, { ...soon, asked_at: '2026-11-16T12:00:00Z' }),
    ];
    const rows = await gate.ask('due_reminders($1, 100000)', [now]);
    expect(among(rows, 'meeting_id', [due, sent, ...others])).toEqual([due]);
  },
  logos_in_use: async (gate) => {
    await gate.board({ logo_url: '/zq/other' });
    await gate.board({ logo_url: '/zq/own' });
    const used = await gate.query('select gate.logos_in_use($1) as url', [['/zq/own', '/zq/never']]);
    expect(used).toEqual([{ url: '/zq/own' }]);
  },
  pictures_in_use: async (gate) => {
    await gate.user({ img_url: '/zq/other' });
    await gate.user({ img_url: '/zq/own' });
    const used = await gate.query('select gate.pictures_in_use($1) as url', [['/zq/own', '/zq/never']]);
    expect(used).toEqual([{ url: '/zq/own' }]);
  },
};
