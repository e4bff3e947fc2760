import { expect } from 'vitest';
import { after, before, type GateCheck, type GateRows, hash, now, type Row } from './rows.ts';

const mail = async ({ put }: GateRows, row: Row) =>
  (await put('mail_messages', { kind: 'x', queued_at: before, ...row })).id;
const stored = async ({ query }: GateRows, id: string) =>
  (await query('select * from mail_messages where id = $1', [id]))[0];
const ends = ['sent_at', 'failed_at', 'dropped_at'] as const;
const idsOf = (rows: readonly Row[], ids: readonly unknown[]) =>
  rows.map(({ id }) => id).filter((id) => ids.includes(id));

/** What became of mail, and whose turn it is to send it. */
export const mailChecks: Readonly<Record<string, GateCheck>> = {
  mail_queue: async (gate) => {
    await gate.query('delete from mail_messages');
    expect(await gate.ask('mail_queue()')).toEqual([{ waiting: 0, oldest: null, failed: 0 }]);
    const user_id = await gate.user();
    await mail(gate, { user_id, queued_at: now });
    await mail(gate, { user_id });
    for (const end of ends) await mail(gate, { user_id, queued_at: '2026-11-16T09:00:00Z', [end]: now });
    expect(await gate.ask('mail_queue()')).toEqual([{ waiting: 2, oldest: new Date(before), failed: 1 }]);
  },
  list_mail: async (gate) => {
    const by = await gate.user({ is_site_admin: true });
    const [board, other] = [await gate.board({ title: 'Own' }), await gate.board({ title: 'Other' })];
    const [user, reader] = [await gate.user({ email: 'u@example.org' }), await gate.user({ email: 'm@example.org' })];
    await gate.query('delete from mail_messages');
    const member = await gate.member(board, reader);
    await gate.member(other, await gate.user());
    const invited = await gate.member(board, null);
    const person = { email: 'i@example.org', first_name: 'I', last_name: 'I', expires_at: after };
    const invite = (row: Row) => gate.put('invitations', { ...person, token_hash: hash(), ...row });
    await invite({ board_id: board, member_id: invited, created_at: before });
    await invite({
      board_id: board,
      member_id: await gate.member(board, null),
      email: 'k@example.org',
      created_at: now,
    });
    // Once invited to an address, a member since: the account counts.
    await invite({ board_id: board, member_id: member, email: 'old@example.org', created_at: before });
    await invite({
      board_id: other,
      member_id: await gate.member(other, null),
      email: 'j@example.org',
      created_at: now,
    });
    const at = (minute: number) => `2026-11-16T10:0${minute}:00Z`;
    const made = {
      queued: await mail(gate, { user_id: user, queued_at: at(4) }),
      sent: await mail(gate, { board_id: board, member_id: member, queued_at: at(3), sent_at: now }),
      failed: await mail(gate, { board_id: board, member_id: invited, queued_at: at(2), failed_at: now }),
      dropped: await mail(gate, { user_id: user, queued_at: at(1), dropped_at: now }),
    };
    const list = (as: string | null, state: string | null, time: string | null = null, id: string | null = null) =>
      gate.ask('list_mail($1, $2, $3, $4, 100)', [as, state, time, id]);
    for (const stranger of [await gate.user(), await gate.user({ is_site_admin: true, disabled_at: before }), null]) {
      expect(await list(stranger, null)).toEqual([]);
    }
    const all = await list(by, null);
    expect(all.map(({ id, state }) => [state, id])).toEqual(Object.entries(made));
    expect(all.map(({ recipient }) => recipient)).toEqual([
      ...['u@example.org', 'm@example.org', 'i@example.org', 'u@example.org'],
    ]);
    expect(all.map(({ board_title }) => board_title)).toEqual([null, 'Own', 'Own', null]);
    for (const [state, id] of Object.entries(made)) {
      expect((await list(by, state)).map((row) => row.id)).toEqual([id]);
    }
    expect((await list(by, null, at(3), made.sent)).map(({ id }) => id)).toEqual([made.failed, made.dropped]);
  },
  count_mail: async (gate) => {
    const by = await gate.user({ is_site_admin: true });
    const user_id = await gate.user();
    await gate.query('delete from mail_messages');
    const count = async (as: string | null) =>
      (await gate.ask('count_mail($1, $2)', [as, '2026-11-16T10:30:00Z'])).map((row) => Object.values(row));
    const old = '2026-11-16T10:00:00Z';
    for (const end of ends) {
      await mail(gate, { user_id, [end]: now });
      await mail(gate, { user_id, [end]: now, queued_at: old });
    }
    await mail(gate, { user_id });
    await mail(gate, { user_id, queued_at: old });
    expect(await count(by)).toEqual([[2, 1, 1]]);
    for (const stranger of [user_id, await gate.user({ is_site_admin: true, disabled_at: before }), null]) {
      expect(await count(stranger)).toEqual([]);
    }
  },
  board_of_mail: async (gate) => {
    const by = await gate.user({ is_site_admin: true });
    const [board, other] = [await gate.board(), await gate.board()];
    await mail(gate, { board_id: other });
    const id = await mail(gate, { board_id: board });
    await mail(gate, { board_id: other });
    const boardOf = (as: string | null, wanted = id) => gate.tell('board_of_mail($1, $2)', [as, wanted]);
    expect(await boardOf(by)).toBe(board);
    expect(await boardOf(by, by)).toBeNull();
    for (const stranger of [await gate.user(), await gate.user({ is_site_admin: true, disabled_at: before }), null]) {
      expect(await boardOf(stranger)).toBeNull();
    }
  },
  lease_user_mail: async (gate) => {
    const [user_id, other] = [await gate.user(), await gate.user()];
    await mail(gate, { user_id: other });
    const own = await mail(gate, { user_id });
    const take = (id: string) => gate.ask(`lease_user_mail($1, '5 minutes')`, [id]);
    expect(await take(await mail(gate, { board_id: await gate.board() }))).toEqual([]);
    for (const end of ends) {
      const ended = await mail(gate, { user_id, [end]: now });
      expect(await take(ended)).toEqual([]);
      expect(await stored(gate, ended)).toMatchObject({ attempts: 0, leased_until: null });
    }
    const [row, ...more] = await take(own);
    expect([row?.user_id, row?.attempts, row?.free_at, more]).toEqual([user_id, 1, null, []]);
    const [again, ...others] = await take(own);
    expect([again?.user_id, again?.free_at, others]).toEqual([null, (await stored(gate, own))?.leased_until, []]);
    expect(
      await gate.query('select count(*)::int from mail_messages where user_id = $1 and leased_until is not null', [
        other,
      ]),
    ).toEqual([{ count: 0 }]);
    await gate.query(`update mail_messages set leased_until = clock_timestamp() - interval '1 minute' where id = $1`, [
      own,
    ]);
    expect(await take(own)).toMatchObject([{ user_id, attempts: 2 }]);
  },
  note_user_mail: async (gate) => {
    const user_id = await gate.user();
    const made = (row: Row = {}) =>
      mail(gate, { user_id, attempts: 1, sealed: Buffer.from('a'), leased_until: after, ...row });
    const note = async (id: string, given: { attempt?: number; sent?: string; failed?: string; dropped?: string }) => {
      const { attempt = 1, sent = null, failed = null, dropped = null } = given;
      await gate.tell(`note_user_mail($1, $2, $3, $4, $5, 'why')`, [id, attempt, sent, failed, dropped]);
      const row = await stored(gate, id);
      return [...ends.map((end) => row?.[end] !== null), row?.last_error === 'why', row?.sealed !== null];
    };
    const [other, untouched] = [await made(), [false, false, false, false, true]];
    expect(await note(await made(), {})).toEqual([false, false, false, true, true]);
    expect(await note(await made(), { sent: now })).toEqual([true, false, false, true, false]);
    expect(await note(await made(), { failed: now })).toEqual([false, true, false, true, false]);
    expect(await note(await made(), { dropped: now })).toEqual([false, false, true, true, false]);
    await expect(note(await made(), { sent: now, failed: now })).resolves.toEqual([true, false, false, true, false]);
    await expect(note(await made(), { sent: now, dropped: now })).resolves.toEqual([true, false, false, true, false]);
    expect(await note(await made({ board_id: await gate.board() }), { sent: now })).toEqual(untouched);
    expect(await note(await made(), { attempt: 2 })).toEqual(untouched);
    expect(await note(await made(), { attempt: 2, sent: now })).toEqual([true, false, false, true, false]);
    expect(await note(await made({ sent_at: before }), { failed: now })).toEqual([true, false, false, false, true]);
    expect(await note(await made({ dropped_at: before }), { sent: now })).toEqual([false, false, true, false, true]);
    expect(await note(await made({ failed_at: before }), {})).toEqual([false, true, false, false, true]);
    expect(await note(await made({ failed_at: before }), { sent: now })).toEqual([true, false, false, true, false]);
    expect((await stored(gate, other))?.last_error).toBeNull();
  },
  extend_user_mail_lease: async (gate) => {
    const user_id = await gate.user();
    const row = { user_id, attempts: 1, leased_until: before };
    const [own, other] = [await mail(gate, row), await mail(gate, row)];
    const kept = async (id: string, attempt = 1) => {
      await gate.tell(`extend_user_mail_lease($1, $2, '5 minutes')`, [id, attempt]);
      return (await stored(gate, id))?.leased_until;
    };
    const held = new Date(before);
    expect(await kept(own, 2)).toEqual(held);
    expect(await kept(await mail(gate, { ...row, leased_until: null }))).toBeNull();
    expect(await kept(await mail(gate, { ...row, board_id: await gate.board() }))).toEqual(held);
    expect(await kept(own)).not.toEqual(held);
    expect((await stored(gate, other))?.leased_until).toEqual(held);
  },
  waiting_mail: async (gate) => {
    const user_id = await gate.user();
    const waiting = await mail(gate, { user_id });
    const others = [await mail(gate, { user_id, queued_at: after })];
    for (const end of ends) others.push(await mail(gate, { user_id, [end]: now }));
    expect(idsOf(await gate.ask('waiting_mail($1)', [now]), [waiting, ...others])).toEqual([waiting]);
  },
  sweep_mail: async (gate) => {
    const user_id = await gate.user();
    const [waiting, recent] = [
      await mail(gate, { user_id }),
      await mail(gate, { user_id, sent_at: now, queued_at: after }),
    ];
    const gone = [];
    for (const end of ends) gone.push(await mail(gate, { user_id, [end]: now }));
    await gate.tell('sweep_mail($1, 100000)', [now]);
    const left = await gate.query('select id from mail_messages where user_id = $1', [user_id]);
    expect(left.map(({ id }) => id).toSorted()).toEqual([waiting, recent].toSorted());
  },
  muted_mail_of: async (gate) => {
    const [user, other] = [await gate.user(), await gate.user()];
    const [own, left] = [await gate.board(), await gate.board()];
    const mute = (board_id: string, member_id: string, choice: string) =>
      gate.put('muted_mail', { board_id, member_id, choice });
    await mute(own, await gate.member(own, user), 'mine');
    await mute(own, await gate.member(own, other), 'theirs');
    await mute(left, await gate.member(left, user, { status: 'inactive' }), 'former');
    await gate.member(left, await gate.user());
    expect(await gate.ask('muted_mail_of($1)', [user])).toEqual([{ board_id: own, choice: 'mine' }]);
  },
};
