import { expect, test } from 'vitest';
import { hashToken } from '#server/secrets.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { inBoard, makeBoard, makeGroup, makeMeeting, makeMember } from '#tests/support/factories.ts';
import { countLockWaiters } from '#tests/support/lock-waiters.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const password = 'correct horse battery';
const days = (count: number) => ({ minutes: count * 24 * 60 });

async function boardWithAdmin() {
  const board = await makeBoard(server.context);
  const admin = await makeMember(server.context, { board, isBoardAdmin: true, firstName: 'Elena', lastName: 'Kowal' });
  return { board, admin, client: await server.signIn(admin) };
}

type Admin = Awaited<ReturnType<typeof boardWithAdmin>>;

/** Sends waiting mail and returns the newest secret. */
async function secretTo(email: string): Promise<string> {
  await server.context.runJobs();
  const mail = server.context.sent.findLast((message) => message.to.address === email);
  return /\/inv\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

async function invite({ client }: Pick<Admin, 'client'>, more: Readonly<Record<string, unknown>> = {}) {
  const email = `daniel-${Math.random().toString(36).slice(2)}@pending.example`;
  const answer = await client.post('/ajax/people', { first_name: 'Daniel', last_name: 'Tremblay', email, ...more });
  expect(answer.json.status).toBe('success');
  return {
    id: answer.json.data.person.id as string,
    slug: answer.json.data.person.slug as string,
    email,
    uuid: await secretTo(email),
  };
}

const open = async (uuid: string) => (await server.stranger().get(`/ajax/invitations/${uuid}`)).status;
const redeem = (uuid: string, email: string) =>
  server.stranger().post('/ajax/confirmAccount', {
    ...{ invitation_id: uuid, email, mode: 'createAccount', password, password_confirmation: password },
  });
const listOf = async ({ client }: Pick<Admin, 'client'>) =>
  (await client.get('/ajax/invitations')).json.data.invitations;

test('the list says who is invited, by whom, until when, and what became of the message', async () => {
  const admin = await boardWithAdmin();
  const { email } = await invite(admin, { is_board_admin: true });
  const [pending] = await listOf(admin);
  expect(pending).toMatchObject({
    ...{ name: 'Daniel Tremblay', email, invited_by: 'Elena Kowal', is_board_admin: true, is_expired: false },
    mail: { state: 'sent', reason: null },
  });
  expect(new Date(pending.expires_at).getTime() - new Date(pending.sent_at).getTime()).toBe(14 * 86_400_000);
  const next = await admin.client.post('/ajax/people', {
    ...{ first_name: 'Otto', last_name: 'Lind', email: 'otto@pending.example' },
  });
  expect(next.status).toBe(200);
  expect((await listOf(admin))[0].mail).toEqual({ state: 'queued', reason: null });
});

test('sent again: the old link is dead, the new one is good for 14 days', async () => {
  const admin = await boardWithAdmin();
  const { id, email, uuid } = await invite(admin);
  server.context.clock.advance(days(10));
  const client = await server.signIn(admin.admin);
  expect((await client.post(`/ajax/people/${id}/invitation/resend`)).json.data).toEqual({ email });
  const renewed = await secretTo(email);
  expect(renewed).not.toBe(uuid);
  expect(await open(uuid)).toBe(404);
  server.context.clock.advance(days(13));
  expect((await redeem(renewed, email)).json.status).toBe('success');
});

test('to who has joined, or was removed, nothing is sent again', async () => {
  const admin = await boardWithAdmin();
  const [joined, removed] = [await invite(admin), await invite(admin)];
  expect((await redeem(joined.uuid, joined.email)).json.status).toBe('success');
  expect((await admin.client.delete(`/ajax/people/${removed.id}`)).status).toBe(200);
  server.context.clock.advance({ minutes: 2 });
  for (const { id } of [joined, removed]) {
    expect((await admin.client.post(`/ajax/people/${id}/invitation/resend`)).status).toBe(404);
  }
});

test('ten presses send once, and the message that waited before goes out no more', async () => {
  const admin = await boardWithAdmin();
  const email = 'twice@pending.example';
  const who = { first_name: 'Daniel', last_name: 'Tremblay', email };
  const { id } = (await admin.client.post('/ajax/people', who)).json.data.person;
  server.context.clock.advance({ minutes: 2 });
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => admin.client.post(`/ajax/people/${id}/invitation/resend`)),
  );
  expect(answers.filter((answer) => answer.json.status === 'success')).toHaveLength(1);
  expect(answers.find((answer) => answer.json.status === 'error')?.json.msg).toBe(
    'This invitation was sent less than a minute ago.',
  );
  await server.context.runJobs();
  expect(server.context.sent.filter((mail) => mail.to.address === email)).toHaveLength(1);
});

test('whoever is invited again after the days have passed stays the same pending member, as told now', async () => {
  const admin = await boardWithAdmin();
  const first = await invite(admin);
  server.context.clock.advance(days(15));
  const client = await server.signIn(admin.admin);
  const [expired] = await listOf({ client });
  expect(expired.is_expired).toBe(true);
  const who = { first_name: 'Dan', last_name: 'Tremblay', email: first.email.toUpperCase(), is_board_admin: true };
  const again = await client.post('/ajax/people', who);
  expect(again.json.data.person).toMatchObject({ id: first.id, first_name: 'Dan', is_board_admin: true });
  expect(await listOf({ client })).toHaveLength(1);
  expect((await redeem(await secretTo(first.email), first.email)).json.status).toBe('success');
});

test('who is taken off the list can be invited again, and the withdrawn link says so', async () => {
  const admin = await boardWithAdmin();
  const { id, email, uuid } = await invite(admin);
  expect((await admin.client.delete(`/ajax/people/${id}`)).json.status).toBe('success');
  expect(await listOf(admin)).toEqual([]);
  const reported = await server.stranger().get(`/ajax/invitations/${uuid}`);
  expect(reported.json.data.closed.reason).toBe('revoked');
  expect((await redeem(uuid, email)).json.status).toBe('error');
  const again = await admin.client.post('/ajax/people', { first_name: 'Daniel', last_name: 'Tremblay', email });
  expect(again.json.status).toBe('success');
});

test('name and address are corrected until somebody joins; another address gets a link of its own', async () => {
  const admin = await boardWithAdmin();
  const { slug, email, uuid } = await invite(admin);
  const correct = (to: Readonly<Record<string, string>>) =>
    admin.client.post(`/ajax/profiles/${slug}`, { values: {}, ...to });
  expect((await correct({ first_name: 'Danielle' })).json.status).toBe('success');
  expect(await open(uuid)).toBe(200);
  const taken = await correct({ email: admin.admin.email });
  expect(taken.json.errors).toEqual({ email: 'Somebody with this email is already on the board.' });
  const right = `right-${email}`;
  expect((await correct({ email: right })).json.data.person).toMatchObject({ first_name: 'Danielle', email: right });
  expect((await redeem(uuid, email)).json.status).toBe('error');
  expect((await redeem(await secretTo(right), right)).json.status).toBe('success');
  expect((await correct({ first_name: 'X' })).status).toBe(403);
});

test('groups and rights of an invitation count at once, and stay after joining', async () => {
  const admin = await boardWithAdmin();
  const [finance, works] = await Promise.all([
    makeGroup(server.context, { board: admin.board, name: 'Finance' }),
    makeGroup(server.context, { board: admin.board, name: 'Works' }),
  ]);
  const groups = [
    { id: finance.id, is_group_admin: true },
    { id: works.id, is_group_admin: false },
  ];
  const { id, email, uuid } = await invite(admin, { groups, is_board_admin: true });
  const belonging = () =>
    inBoard(server.context, admin.board.id, (tx) =>
      tx
        .selectFrom('group_members')
        .innerJoin('members', 'members.id', 'group_members.member_id')
        .select(['group_id as id', 'is_group_admin', 'members.is_board_admin'])
        .where('member_id', '=', id)
        .execute(),
    );
  const expected = groups.map((group) => ({ ...group, is_board_admin: true })).toSorted(byId);
  expect((await belonging()).toSorted(byId)).toEqual(expected);
  expect((await redeem(uuid, email)).json.status).toBe('success');
  expect((await belonging()).toSorted(byId)).toEqual(expected);
});

const byId = (a: { readonly id: string }, b: { readonly id: string }) => a.id.localeCompare(b.id);

test('position fields of an invitation are kept from the start, and checked', async () => {
  const admin = await boardWithAdmin();
  const { fields } = (await admin.client.get('/ajax/profile-fields')).json.data;
  const term = fields.find((field: { kind: string; filled_by: string }) => field.kind === 'date');
  const who = { first_name: 'Daniel', last_name: 'Tremblay', email: 'term@pending.example' };
  const wrong = await admin.client.post('/ajax/people', { ...who, values: { [term.id]: 'soon' } });
  expect(Object.keys(wrong.json.errors)).toEqual([`values.${term.id}`]);
  const { person } = (await admin.client.post('/ajax/people', { ...who, values: { [term.id]: '2027-01-01' } })).json
    .data;
  const read = async () => (await admin.client.get(`/ajax/people/${person.slug}`)).json.data.values;
  expect(await read()).toMatchObject([{ field_id: term.id, value: '2027-01-01' }]);
  await redeem(await secretTo(who.email), who.email);
  expect(await read()).toMatchObject([{ field_id: term.id, value: '2027-01-01' }]);
});

test('a pending member is an invitee of what is coming for them, and hears nothing of it', async () => {
  const admin = await boardWithAdmin();
  const meeting = await makeMeeting(server.context, { board: admin.board });
  const { id, email } = await invite(admin);
  const { invitees } = (await admin.client.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
  expect(invitees.map((invitee: { member_id?: string; id?: string }) => invitee.member_id ?? invitee.id)).toContain(id);
  expect(server.context.sent.filter((mail) => mail.to.address === email)).toHaveLength(1);
});

test('addresses of members and of open invitations need no other; one that has run out does', async () => {
  const admin = await boardWithAdmin();
  const { email } = await invite(admin);
  const taken = async (client: Admin['client']) => (await client.get('/ajax/invitations/taken')).json.data.taken;
  expect(await taken(admin.client)).toEqual(
    expect.arrayContaining([
      { email, by: 'invited' },
      { email: admin.admin.email, by: 'member' },
    ]),
  );
  server.context.clock.advance(days(15));
  expect(await taken(await server.signIn(admin.admin))).toEqual([{ email: admin.admin.email, by: 'member' }]);
});

test('what is done to an invitation stands in the log', async () => {
  const admin = await boardWithAdmin();
  const { id, slug } = await invite(admin);
  server.context.clock.advance({ minutes: 2 });
  await admin.client.post(`/ajax/people/${id}/invitation/resend`);
  await admin.client.post(`/ajax/profiles/${slug}`, { values: {}, first_name: 'D' });
  const entries = await inBoard(server.context, admin.board.id, (tx) =>
    tx.selectFrom('audit_entries').select('action').where('subject_id', '=', id).orderBy('at').orderBy('id').execute(),
  );
  expect(entries.map((entry) => entry.action)).toEqual(['person.invited', 'invitation.resent', 'invitation.corrected']);
});

test('a link that is being redeemed while its address is corrected opens nothing any more', async () => {
  const admin = await boardWithAdmin();
  const { email, uuid } = await invite(admin);
  const answer = await asSuperuser(server.context, async (db) => {
    await db.query('begin');
    // An uncommitted correction.
    await db.query("update invitations set email = 'right@pending.example', token_hash = $2 where email = $1", [
      email,
      hashToken('another secret'),
    ]);
    let isAnswered = false;
    const redeeming = redeem(uuid, email).finally(() => {
      isAnswered = true;
    });
    await expect
      .poll(async () => isAnswered || (await countLockWaiters(server.context)) === 1, { timeout: 10_000 })
      .toBe(true);
    await db.query('commit');
    return redeeming;
  });
  expect(answer.json).toEqual({ status: 'error', msg: expect.any(String) });
  const signingIn = await server.stranger().post('/login', { email, password });
  expect(signingIn.status).toBe(422);
});

test('of a correction, a new message and the old link at once, the old link or the others win, never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const admin = await boardWithAdmin();
    const { id, slug, email, uuid } = await invite(admin);
    server.context.clock.advance({ minutes: 2 });
    const client = await server.signIn(admin.admin);
    const renewing =
      round % 2 === 0
        ? client.post(`/ajax/profiles/${slug}`, { values: {}, email: `right-${email}` })
        : client.post(`/ajax/people/${id}/invitation/resend`);
    const [redeemed, renewed] = await Promise.all([redeem(uuid, email), renewing]);
    const successes = [redeemed, renewed].filter((answer) => answer.status === 200 && answer.json.status === 'success');
    expect(successes).toHaveLength(1);
  }
});
