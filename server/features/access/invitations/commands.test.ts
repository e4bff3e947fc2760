import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { peopleMessages } from '#domain/messages/people.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import {
  inBoard,
  makeAgendaItem,
  makeBoard,
  makeDocument,
  makeMeeting,
  makeMember,
  makeUser,
} from '#tests/support/factories.ts';
import { leaveOneTry } from '#tests/support/leave-one-try.ts';
import { makeDateSearch } from '#tests/support/polls.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';

const server = testApp();
const password = 'correct horse battery';

/** Returns the secret from the mail. */
async function invite(given: { email?: string; board?: Awaited<ReturnType<typeof makeBoard>> } = {}) {
  const board = given.board ?? (await makeBoard(server.context));
  const admin = await makeMember(server.context, { board, isBoardAdmin: true });
  const client = await server.signIn(admin);
  const email = given.email ?? `daniel-${Math.random().toString(36).slice(2)}@example.org`;
  const answer = await client.post('/ajax/people', { first_name: 'Daniel', last_name: 'Tremblay', email });
  expect(answer.status).toBe(200);
  await server.context.runJobs();
  const mail = server.context.sent.findLast((message) => message.to.address === email);
  const uuid = /\/inv\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  return { board, admin, client, email, uuid, mail, person: answer.json.data.person };
}

const redeem = (
  { uuid, email }: { readonly uuid: string; readonly email: string },
  more: Readonly<Record<string, unknown>> = {},
) =>
  server.stranger().post('/ajax/confirmAccount', {
    invitation_id: uuid,
    email,
    mode: 'createAccount',
    password,
    password_confirmation: password,
    ...more,
  });

test('a person who is invited gets one message with a link of at least 128 bits', async () => {
  const { mail, uuid, email } = await invite();
  expect(server.context.sent.filter((message) => message.to.address === email)).toHaveLength(1);
  expect(mail?.subject).toBe('Your invitation to Harbour Trust');
  expect(Buffer.from(uuid, 'base64url').length).toBeGreaterThanOrEqual(16);
});

test('S3.5 the link shows first name, email and the board’s face', async () => {
  const { uuid, email } = await invite();
  const answer = await server.stranger().get(`/ajax/invitations/${uuid}`);
  expect(answer.json.data.invitation).toMatchObject({
    user: { first_name: 'Daniel', email },
    board: { title: 'Harbour Trust', primary_color: '#124e52' },
    account_exists: false,
  });
});

test('M7 S7.4 a new account signs in and leads to the profile set-up; answer has status, msg and slug', async () => {
  const invited = await invite();
  const { slug } = invited.person;
  const answer = await redeem(invited);
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({
    status: 'success',
    msg: 'You have joined the board.',
    data: { slug, url: `/people/edit/${slug}?profileSetup=1` },
  });
});

test('M7 S7.4 a new account gets the address that was invited: another one in the call is refused beside its field', async () => {
  const invited = await invite();
  const another = await redeem(invited, { email: 'somebody.else@example.org' });
  expect(another.status).toBe(422);
  expect(another.json.errors).toEqual({
    email: 'A new account gets the email that was invited. To use another one, log in to its account.',
  });
  const odd = await redeem(invited, { email: 'nope' });
  expect(odd.json.errors).toEqual({ email: 'This field must be in email format' });
  const none = await redeem(invited, { email: ' ' });
  expect(none.json.errors).toEqual({ email: 'This field is required.' });
  const { rows } = await server.context.pool.query('select 1 from users where email = $1', [invited.email]);
  expect(rows).toEqual([]);
  expect((await redeem(invited, { email: ` ${invited.email.toUpperCase()} ` })).json.status).toBe('success');
});

test('M7 S7.4 in login mode the email names the account: the one that was invited, or any where it has none', async () => {
  const [own, other] = [await makeUser(server.context, { password }), await makeUser(server.context, { password })];
  const login = { mode: 'login', password, password_confirmation: '' };
  const known = await invite({ email: own.email });
  expect((await redeem(known, { ...login, email: other.email })).json).toEqual({
    status: 'error',
    msg: 'The email that was invited has an account. Log in with that one.',
  });
  expect((await redeem(known, login)).json).toMatchObject({ status: 'success', data: { slug: known.person.slug } });
  const unknown = await invite();
  expect((await redeem(unknown, { ...login, email: other.email })).json.status).toBe('success');
  const joined = await inBoard(server.context, unknown.board.id, (tx) =>
    tx.selectFrom('members').select('user_id').where('id', '=', unknown.person.id).executeTakeFirstOrThrow(),
  );
  expect(joined.user_id).toBe(other.id);
});

test('M24 whoever redeems an invitation has a calendar feed from then on, before anything is opened', async () => {
  const invited = await invite();
  const { person, board } = invited;
  const feeds = () =>
    inBoard(server.context, board.id, (tx) =>
      tx.selectFrom('calendar_feeds').select('generation').where('member_id', '=', person.id).execute(),
    );
  expect(await feeds()).toEqual([]);
  await redeem(invited);
  expect(await feeds()).toEqual([{ generation: 1 }]);
});

test('two boards’ invitations to one new address, redeemed at once: one account, and the other is told of it', async () => {
  const email = `twice-${Date.now()}@example.org`;
  const invitations = [await invite({ email }), await invite({ email })];
  const answers = await Promise.all(invitations.map((each) => redeem(each)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  expect(answers.map((answer) => answer.json.status).sort()).toEqual(['error', 'success']);
});

test('ten who redeem one invitation at once: one account, one member, nine refusals', async () => {
  const invited = await invite();
  const { email, board } = invited;
  const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(invited)));
  expect(answers.filter((answer) => answer.json.status === 'success')).toHaveLength(1);
  const members = await inBoard(server.context, board.id, (tx) =>
    tx
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select('members.id')
      .where('users.email', '=', email)
      .execute(),
  );
  expect(members).toHaveLength(1);
});

test('a spent, an expired and an invented link open nothing, and say why to whoever holds them', async () => {
  const read = async (uuid: string) => (await server.stranger().get(`/ajax/invitations/${uuid}`)).json.data;
  const spent = await invite();
  await redeem(spent);
  const board = { title: 'Harbour Trust', logo_url: null, primary_color: '#124e52' };
  expect(await read(spent.uuid)).toEqual({
    invitation: null,
    closed: { reason: 'redeemed', board },
    signed_in_as: null,
  });
  const late = await invite();
  server.context.clock.advance({ minutes: 14 * 24 * 60 + 1 });
  expect(await read(late.uuid)).toEqual({ invitation: null, closed: { reason: 'expired', board }, signed_in_as: null });
  const refusal = await redeem(late);
  expect(refusal.json.status).toBe('error');
  expect((await server.stranger().get(`/ajax/invitations/${'x'.repeat(43)}`)).status).toBe(404);
});

test('S1.10 an address that has an account must log in with it, and the invitation changes nothing of it', async () => {
  const user = await makeUser(server.context, { password, firstName: 'Dan', lastName: 'T.' });
  const invited = await invite({ email: user.email });
  expect((await server.stranger().get(`/ajax/invitations/${invited.uuid}`)).json.data.invitation.account_exists).toBe(
    true,
  );
  const created = await redeem(invited, {
    password: 'a new password of mine',
    password_confirmation: 'a new password of mine',
  });
  expect(created.json.status).toBe('error');
  const other = await makeUser(server.context, { password });
  const asAnother = await redeem(invited, { mode: 'login', email: other.email, password });
  expect(asAnother.json.status).toBe('error');
  const joined = await redeem(invited, { mode: 'login', email: user.email.toUpperCase(), password });
  expect(joined.json).toMatchObject({ status: 'success', data: { url: '/home' } });
  const start = await (await server.signIn({ userId: user.id, boardId: null })).get('/ajax/start');
  expect(start.json.data.user).toMatchObject({ first_name: 'Dan', last_name: 'T.' });
});

test('S5.13 S5.14 S5.15 a new account’s password: ten characters, retyped, the same', async () => {
  const invited = await invite();
  const short = await redeem(invited, { password: 'short', password_confirmation: 'short' });
  expect(short.status).toBe(422);
  expect(short.json.errors).toEqual({ password: 'Password must be at least 10 characters long' });
  const empty = await redeem(invited, { password_confirmation: '' });
  expect(empty.json.errors).toEqual({ password_confirmation: 'This field is required.' });
  const other = await redeem(invited, { password_confirmation: 'something else' });
  expect(other.json.errors).toEqual({ password_confirmation: 'The passwords need to match' });
});

test('whoever joins becomes an invitee of what is coming, and one mail lists it', async () => {
  const board = await makeBoard(server.context);
  const coming = await makeMeeting(server.context, { board, title: 'A coming meeting' });
  const search = await makeDateSearch(server.context, { board, title: 'A search', days: [1, 8] });
  const over = await makeDateSearch(server.context, { board, title: 'A search that is over', days: [-9, -2] });
  await makeDateSearch(server.context, { board, title: 'A search not asked yet', state: 'draft' });
  await makeMeeting(server.context, { board, title: 'A draft', state: 'draft' });
  const { uuid, email, client } = await invite({ board });
  await redeem({ uuid, email });
  await server.context.runJobs();
  const welcome = server.context.sent.filter(
    (message) => message.to.address === email && /joined/.test(message.subject),
  );
  expect(welcome).toHaveLength(1);
  expect(welcome[0]?.text).toContain('A coming meeting');
  const text = welcome[0]?.text ?? '';
  expect(text.indexOf('A search')).toBeGreaterThan(text.indexOf('A coming meeting'));
  expect(text).toMatch(/A search[^\n]*\n\s*No date yet/);
  expect(text).toContain(`/meetings/${search.id}?board=${board.shortname}#dates`);
  for (const hidden of ['A draft', 'not asked yet', over.title]) expect(text).not.toContain(hidden);
  const asked = (await client.get(`/ajax/meetings/${search.id}`)).json.data.meeting.date_search.rows;
  expect(asked).toMatchObject([{ name: 'Daniel Tremblay', is_pending: false, answers: [null, null] }]);
  const meeting = await client.get(`/ajax/meetings/${coming.id}`);
  expect(meeting.json.data.meeting.invitees.map((invitee: { name: string }) => invitee.name)).toContain(
    'Daniel Tremblay',
  );
});

test('whoever joins with the account that they have is led to their profile only where the board requires something', async () => {
  const { client, uuid, email } = await invite();
  const draft = { id: null, kind: 'text', visibility: 'everyone', options: [] };
  const asked = [{ ...draft, name: 'Mobile', required: true }];
  expect((await client.post('/ajax/profile-fields', { member: asked, admin: [] })).status).toBe(200);
  await makeUser(server.context, { email, password });
  const { slug, url } = (await redeem({ uuid, email }, { mode: 'login' })).json.data;
  expect(url).toBe(`/people/edit/${slug}?profileSetup=1`);
});

test('nobody is invited twice to one board', async () => {
  const { client, email } = await invite();
  const again = await client.post('/ajax/people', { first_name: 'D', last_name: 'T', email: email.toUpperCase() });
  expect(again.status).toBe(422);
  expect(again.json.errors).toEqual({ email: 'Somebody with this email is already on the board.' });
});

test('a board sends 200 invitations a day, and no more; one that is revoked counts on', async () => {
  const { board, client, person } = await invite();
  await client.delete(`/ajax/people/${person.id}`);
  await inBoard(server.context, board.id, (tx) =>
    sql`
      insert into audit_entries (board_id, action, subject_kind, at)
      select ${board.id}::uuid, 'person.invited', 'member', ${server.context.clock.now()} from generate_series(1, 199)
    `.execute(tx),
  );
  const one = { first_name: 'Pia', last_name: 'Ende', email: 'one.more@example.org' };
  expect((await client.post('/ajax/people', one)).json).toEqual({
    status: 'error',
    msg: 'A board can send 200 invitations a day. Please go on tomorrow.',
  });
  server.context.clock.advance({ minutes: 24 * 60 + 1 });
  const later = await server.signIn(await makeMember(server.context, { board, isBoardAdmin: true }));
  expect((await later.post('/ajax/people', one)).json.status).toBe('success');
});

test('wrong credentials are told under them, and the invitation stays open', async () => {
  const user = await makeUser(server.context, { password });
  const invited = await invite({ email: user.email });
  const wrong = await redeem(invited, { mode: 'login', password: 'something else' });
  expect(wrong.json).toEqual({ status: 'error', msg: 'Invalid credentials.' });
  const right = await redeem(invited, { mode: 'login' });
  expect(right.json.status).toBe('success');
});

test('guessing at invitations runs out: sixty from one network', async () => {
  await server.context.pool.query('delete from rate_limits');
  const guess = async () => {
    const nobodys = { uuid: 'no-such-invitation-anywhere', email: 'ada@example.org' };
    const { status, json } = await redeem(nobodys, { mode: 'login' });
    return [status, json.msg];
  };
  const reported = [200, peopleMessages.invitationSpent];
  expect(await guess()).toEqual(reported);
  await leaveOneTry(server.context, { name: 'invitation-address', points: 60 });
  expect([await guess(), await guess()]).toEqual([reported, [429, expect.anything()]]);
  await server.context.pool.query('delete from rate_limits');
});

test('who was removed and is invited again with their account is back with what was withheld, and recused from what has not begun', async () => {
  const first = await invite();
  const { board, client, email, admin } = first;
  await redeem(first);
  const { rows } = await asSuperuser(server.context, (db) =>
    db.query('select id from users where email = $1', [email]),
  );
  const asDaniel = () => server.signIn({ userId: rows[0].id, boardId: board.id });
  const before = await asDaniel();
  const [meeting, past] = [
    await makeMeeting(server.context, { board }),
    await makeMeeting(server.context, { board, startsAt: '2026-10-01T14:00:00Z', endsAt: '2026-10-01T16:00:00Z' }),
  ];
  const item = (on: typeof meeting, title: string) => makeAgendaItem(server.context, { meeting: on, title });
  const [quarry, other, former] = [
    await item(meeting, 'Quarry'),
    await item(meeting, 'Other'),
    await item(past, 'Then'),
  ];
  const paper = await makeDocument(server.context, { item: quarry });
  const of = (on: { readonly id: string }, id: string) => `/ajax/agenda-items/${on.id}/declarations/${id}`;
  const oldId = first.person.id;
  for (const on of [quarry, other]) {
    expect((await before.put(of(on, oldId), { effect: 'recused', nature: 'Owner' })).status).toBe(200);
  }
  expect((await client.put(of(quarry, oldId), { effect: 'withheld', reason: 'Owner' })).status).toBe(200);
  await makeWithheld(server.context, { item: former, from: { id: oldId }, by: admin });
  expect((await client.delete(`/ajax/people/${oldId}`)).status).toBe(200);
  const again = await client.post('/ajax/people', { first_name: 'Daniel', last_name: 'Tremblay', email });
  const newId = again.json.data.person.id;
  await server.context.runJobs();
  const uuid = /\/inv\/([\w-]+)/.exec(server.context.sent.findLast(({ to }) => to.address === email)?.text ?? '')?.[1];
  await redeem({ uuid: uuid ?? '', email }, { mode: 'login', password_confirmation: undefined });
  const back = await asDaniel();
  const titles = async (on: typeof meeting) =>
    (await back.get(`/ajax/meetings/${on.id}`)).json.data.meeting.agenda_items.map(
      ({ title }: { title: string }) => title,
    );
  expect(newId).not.toBe(oldId);
  expect(await titles(meeting)).toEqual(['Withheld item', 'Other']);
  expect(await titles(past)).toEqual(['Withheld item']);
  expect((await back.get(`/ajax/documents/${paper.id}`)).status).toBe(404);
  const { declarations } = (await client.get(`/ajax/meetings/${meeting.id}/room`)).json.data.room;
  expect(declarations).toHaveLength(2);
  expect(declarations).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ agenda_item_id: quarry.id, member_id: newId, withheld_at: expect.any(String) }),
      expect.objectContaining({ agenda_item_id: other.id, member_id: newId, is_recused: true, withheld_at: null }),
    ]),
  );
  expect((await client.put(of(quarry, newId), { effect: 'lifted' })).status).toBe(200);
  expect(await titles(meeting)).toEqual(['Quarry', 'Other']);
  const inPast = (await client.get(`/ajax/meetings/${past.id}/room`)).json.data.room.declarations;
  expect(inPast).toContainEqual(expect.objectContaining({ member_id: newId, can: { lift: true } }));
});
