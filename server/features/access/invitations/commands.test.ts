import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { peopleMessages } from '#domain/messages/people.ts';
import { invitationStage } from '#tests/support/invitations.ts';
import { password, signInStage, successes, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';

const server = testApp();
const { rows, forgetTries, mailsTo, secretTo, expectLimit } = signInStage(server);
const { boardWithAdmin, invite, redeem, readInvitation } = invitationStage(server);
const login = { mode: 'login', password_confirmation: '' };

beforeEach(forgetTries);

async function invited(more: object = {}) {
  const stage = await boardWithAdmin();
  return { ...stage, ...(await invite(stage, more)) };
}
const userOf = async (memberId: string) =>
  (await rows('select user_id from members where id = $1', [memberId]))[0]?.user_id;

test('an invitation sends one message with an unguessable link that shows the person and the board', async () => {
  const { uuid, email } = await invited();
  expect(await mailsTo(email)).toMatchObject([{ subject: 'Your invitation to Harbour Trust' }]);
  expect(Buffer.from(uuid, 'base64url').length).toBeGreaterThanOrEqual(16);
  expect((await readInvitation(uuid)).json.data.invitation).toMatchObject({
    user: { first_name: 'Daniel', email },
    board: { title: 'Harbour Trust', primary_color: '#124e52' },
    account_exists: false,
  });
});

test('a person who joins with a new account gets a calendar feed and is taken to the profile set-up', async () => {
  const invitation = await invited();
  const { id, slug } = invitation;
  const feeds = () => rows('select generation from calendar_feeds where member_id = $1', [id]);
  expect(await feeds()).toEqual([]);
  const answer = await redeem(invitation);
  const data = { slug, url: `/people/edit/${slug}?profileSetup=1` };
  expect([answer.status, answer.json]).toEqual([200, { status: 'success', msg: 'You have joined the board.', data }]);
  expect(await feeds()).toEqual([{ generation: 1 }]);
});

test('a new account must use the invited address', async () => {
  const invitation = await invited();
  for (const [more, errors] of [
    [
      { email: 'somebody.else@example.org' },
      {
        email:
          'A new account uses the email address in your invitation. To use another one, log in to the account that has it.',
      },
    ],
    [{ email: 'nope' }, { email: 'This field must be in email format' }],
    [{ email: ' ' }, { email: 'This field is required.' }],
  ]) {
    const refused = await redeem(invitation, more);
    expect([refused.status, refused.json.errors]).toEqual([422, errors]);
  }
  expect(await rows('select from users where email = $1', [invitation.email])).toEqual([]);
  const typed = { email: ` ${invitation.email.toUpperCase()} ` };
  expect((await redeem(invitation, typed)).json.status).toBe('success');
});

test('a person whose invited address has an account can join only by logging in with it', async () => {
  const user = await server.make.user({ password, firstName: 'Dan', lastName: 'T.' });
  const other = await server.make.user({ password });
  const invitation = await invited({ email: user.email });
  expect((await readInvitation(invitation.uuid)).json.data.invitation.account_exists).toBe(true);
  expect((await redeem(invitation)).json.status).toBe('error');
  const elsewhere = await redeem(invitation, { ...login, email: other.email });
  expect(elsewhere.json.msg).toBe('The email address in your invitation already has an account. Log in with it.');
  const wrong = await redeem(invitation, { ...login, password: 'something else' });
  expect(wrong.json).toEqual({ status: 'error', msg: 'Invalid credentials.' });
  expect(await userOf(invitation.id)).toBe(null);
  const joined = await redeem(invitation, { ...login, email: user.email.toUpperCase() });
  expect(joined.json).toMatchObject({ status: 'success', data: { slug: invitation.slug, url: '/home' } });
  expect(await userOf(invitation.id)).toBe(user.id);
  const start = await (await server.signIn({ userId: user.id, boardId: null })).get('/ajax/start');
  expect(start.json.data.user).toMatchObject({ first_name: 'Dan', last_name: 'T.' });
});

test('an invitation to a new address can be accepted with any existing account', async () => {
  const invitation = await invited();
  const mobile = { id: null, kind: 'text', visibility: 'everyone', options: [], name: 'Mobile', required: true };
  const saved = await invitation.client.post('/ajax/profile-fields', { member: [mobile], admin: [] });
  expect(saved.status).toBe(200);
  const other = await server.make.user({ password });
  const { slug, url } = (await redeem(invitation, { ...login, email: other.email })).json.data;
  expect(url).toBe(`/people/edit/${slug}?profileSetup=1`);
  expect(await userOf(invitation.id)).toBe(other.id);
});

test('simultaneously accepting invitations from two boards to the same new address creates only one account', async () => {
  const first = await invited();
  const answers = await Promise.all([first, await invited({ email: first.email })].map((each) => redeem(each)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.map(({ json }) => json.status).toSorted()).toEqual(['error', 'success']);
});

test('only one of ten simultaneous redemptions of an invitation creates an account and a member', async () => {
  const invitation = await invited();
  expect(successes(await tenAtOnce(() => redeem(invitation)))).toHaveLength(1);
  const joined = 'select from members m join users u on u.id = m.user_id where m.board_id = $1 and u.email = $2';
  expect(await rows(joined, [invitation.board.id, invitation.email])).toHaveLength(1);
});

test('a used or expired invitation link shows why it is no longer valid, and an unknown link returns 404', async () => {
  const spent = await invited();
  await redeem(spent);
  const board = { title: 'Harbour Trust', logo_url: null, primary_color: '#124e52' };
  const closed = (reason: string) => ({ invitation: null, closed: { reason, board }, signed_in_as: null });
  expect((await readInvitation(spent.uuid)).json.data).toEqual(closed('redeemed'));
  const late = await invited();
  server.context.clock.advance({ minutes: 14 * 24 * 60 + 1 });
  expect((await readInvitation(late.uuid)).json.data).toEqual(closed('expired'));
  expect((await redeem(late)).json.status).toBe('error');
  expect((await readInvitation('x'.repeat(43))).status).toBe(404);
});

test('a person who joins is invited to upcoming meetings, and gets one email that lists them', async () => {
  const stage = await boardWithAdmin();
  const { board, client } = stage;
  const coming = await server.make.meeting({ board, title: 'A coming meeting' });
  const search = await server.make.dateSearch({ board, title: 'A search', days: [1, 8] });
  const over = await server.make.dateSearch({ board, title: 'A search that is over', days: [-9, -2] });
  await server.make.dateSearch({ board, title: 'A search not asked yet', state: 'draft' });
  await server.make.meeting({ board, title: 'A draft', state: 'draft' });
  const invitation = await invite(stage);
  await redeem(invitation);
  const welcomes = (await mailsTo(invitation.email)).filter(({ subject }) => /joined/.test(subject));
  expect(welcomes).toHaveLength(1);
  const text = welcomes[0]?.text ?? '';
  expect(text).toMatch(/A coming meeting[\s\S]*A search[^\n]*\n\s*No date yet/);
  expect(text).toContain(`/meetings/${search.id}?board=${board.shortname}#dates`);
  for (const hidden of ['A draft', 'not asked yet', over.title]) expect(text).not.toContain(hidden);
  const meetingOf = async (id: string) => (await client.get(`/ajax/meetings/${id}`)).json.data.meeting;
  expect((await meetingOf(search.id)).date_search.rows).toMatchObject([
    { name: 'Daniel Tremblay', is_pending: false, answers: [null, null] },
  ]);
  expect((await meetingOf(coming.id)).invitees).toContainEqual(expect.objectContaining({ name: 'Daniel Tremblay' }));
});

test('an address with a pending invitation cannot be invited again', async () => {
  const { client, email } = await invited();
  const again = await client.post('/ajax/people', { first_name: 'D', last_name: 'T', email: email.toUpperCase() });
  expect(again.status).toBe(422);
  expect(again.json.errors).toEqual({ email: 'Somebody with this email address is already on the board.' });
});

test('a board can send at most 200 invitations a day, including revoked ones', async () => {
  const { board, client, id } = await invited();
  await client.delete(`/ajax/people/${id}`);
  await server.inBoard(board.id, (tx) =>
    sql`
      insert into audit_entries (board_id, action, subject_kind, at)
      select ${board.id}::uuid, 'person.invited', 'member', ${server.context.clock.now()} from generate_series(1, 199)
    `.execute(tx),
  );
  const one = { first_name: 'Pia', last_name: 'Ende', email: 'one.more@example.org' };
  const { msg } = (await client.post('/ajax/people', one)).json;
  expect(msg).toBe('A board can send at most 200 invitations a day. You can send more tomorrow.');
  server.context.clock.advance({ minutes: 24 * 60 + 1 });
  const later = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  expect((await later.post('/ajax/people', one)).json.status).toBe('success');
});

test('guessing invitation links is limited to sixty attempts per network', async () => {
  const guess = async () => {
    const answer = await redeem({ uuid: 'no-such-invitation-anywhere', email: 'ada@example.org' }, login);
    if (answer.status === 200) expect(answer.json.msg).toBe(peopleMessages.invitationSpent);
    return answer;
  };
  await expectLimit({ name: 'invitation-address', points: 60 }, guess, 200);
});

test('a person who rejoins after being removed still cannot see the withheld items and is recused again in future meetings', async () => {
  const first = await invited();
  const { board, client, email, admin, id: oldId } = first;
  await redeem(first);
  const userId = await userOf(oldId);
  const before = await server.signIn({ userId, boardId: board.id });
  const meeting = await server.make.meeting({ board });
  const inOctober = { startsAt: '2026-10-01T14:00:00Z', endsAt: '2026-10-01T16:00:00Z' };
  const past = await server.make.meeting({ board, ...inOctober });
  const [quarry, other, former] = [
    await server.make.agendaItem({ meeting, title: 'Quarry' }),
    await server.make.agendaItem({ meeting, title: 'Other' }),
    await server.make.agendaItem({ meeting: past, title: 'Then' }),
  ];
  const paper = await server.make.document({ item: quarry });
  const pathOf = (item: typeof quarry, id: string) => `/ajax/agenda-items/${item.id}/declarations/${id}`;
  for (const item of [quarry, other]) {
    expect((await before.put(pathOf(item, oldId), { effect: 'recused', nature: 'Owner' })).status).toBe(200);
  }
  expect((await client.put(pathOf(quarry, oldId), { effect: 'withheld', reason: 'Owner' })).status).toBe(200);
  await makeWithheld(server.context, { item: former, from: { id: oldId }, by: admin });
  expect((await client.delete(`/ajax/people/${oldId}`)).status).toBe(200);

  const again = await invite(first, { email });
  await redeem({ uuid: await secretTo(email), email }, login);
  const newId = again.id;
  expect(newId).not.toBe(oldId);
  const back = await server.signIn({ userId, boardId: board.id });
  const titles = async (on: typeof meeting) =>
    (await back.get(`/ajax/meetings/${on.id}`)).json.data.meeting.agenda_items.map(
      ({ title }: { title: string }) => title,
    );
  const declarations = async (on: typeof meeting) =>
    (await client.get(`/ajax/meetings/${on.id}/room`)).json.data.room.declarations;
  expect([await titles(meeting), await titles(past)]).toEqual([['Withheld item', 'Other'], ['Withheld item']]);
  expect((await back.get(`/ajax/documents/${paper.id}`)).status).toBe(404);
  const declared = await declarations(meeting);
  expect(declared).toHaveLength(2);
  const ofQuarry = { agenda_item_id: quarry.id, member_id: newId, withheld_at: expect.any(String) };
  expect(declared).toContainEqual(expect.objectContaining(ofQuarry));
  const ofOther = { agenda_item_id: other.id, member_id: newId, is_recused: true, withheld_at: null };
  expect(declared).toContainEqual(expect.objectContaining(ofOther));
  expect((await client.put(pathOf(quarry, newId), { effect: 'lifted' })).status).toBe(200);
  expect(await titles(meeting)).toEqual(['Quarry', 'Other']);
  const lifting = { member_id: newId, can: { lift: true } };
  expect(await declarations(past)).toContainEqual(expect.objectContaining(lifting));
});
