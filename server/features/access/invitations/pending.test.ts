import { beforeEach, expect, test } from 'vitest';
import { hashToken } from '#server/secrets.ts';
import type { TestClient } from '#tests/support/client.ts';
import { invitationStage } from '#tests/support/invitations.ts';
import { password, signInStage, successes, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { rows, mailsTo, secretTo, auditOf, duringChanges } = signInStage(server);
const { boardWithAdmin, invite, redeem, readInvitation } = invitationStage(server);
let admin: Awaited<ReturnType<typeof boardWithAdmin>>;
beforeEach(async () => {
  admin = await boardWithAdmin();
});

const days = (count: number) => ({ minutes: count * 24 * 60 });

interface Admin {
  readonly client: TestClient;
}
const listOf = async ({ client }: Admin) => (await client.get('/ajax/invitations')).json.data.invitations;
const resend = ({ client }: Admin, id: string) => client.post(`/ajax/people/${id}/invitation/resend`);
const correct = ({ client }: Admin, slug: string, to: object) =>
  client.post(`/ajax/profiles/${slug}`, { values: {}, ...to });

test('the list of invitations shows the person, the inviter, the expiry and the delivery status', async () => {
  const { email } = await invite(admin, { is_board_admin: true });
  const [pending] = await listOf(admin);
  expect(pending).toMatchObject({
    name: 'Daniel Tremblay',
    email,
    invited_by: 'Elena Kowal',
    is_board_admin: true,
    is_expired: false,
    mail: { state: 'sent', reason: null },
  });
  expect(new Date(pending.expires_at).getTime() - new Date(pending.sent_at).getTime()).toBe(14 * 86_400_000);
  const next = { first_name: 'Otto', last_name: 'Lind', email: 'otto@pending.example' };
  expect((await admin.client.post('/ajax/people', next)).status).toBe(200);
  expect((await listOf(admin))[0].mail).toEqual({ state: 'queued', reason: null });
});

test('resending an invitation invalidates the old link and restarts the expiry period', async () => {
  const { id, email, uuid } = await invite(admin);
  server.context.clock.advance(days(10));
  expect((await resend({ client: await server.signIn(admin.admin) }, id)).json.data).toEqual({ email });
  const renewed = await secretTo(email);
  expect(renewed).not.toBe(uuid);
  expect((await readInvitation(uuid)).status).toBe(404);
  server.context.clock.advance(days(13));
  expect((await redeem({ uuid: renewed, email })).json.status).toBe('success');
});

test('an invitation cannot be sent again to a person who has joined or was removed', async () => {
  const [joined, removed] = [await invite(admin), await invite(admin)];
  expect((await redeem(joined)).json.status).toBe('success');
  expect((await admin.client.delete(`/ajax/people/${removed.id}`)).status).toBe(200);
  server.context.clock.advance({ minutes: 2 });
  for (const { id } of [joined, removed]) expect((await resend(admin, id)).status).toBe(404);
});

test('only one of ten simultaneous requests to resend an invitation succeeds, and the person gets a single message', async () => {
  const who = { first_name: 'Daniel', last_name: 'Tremblay', email: 'twice@pending.example' };
  const { id } = (await admin.client.post('/ajax/people', who)).json.data.person;
  server.context.clock.advance({ minutes: 2 });
  const answers = await tenAtOnce(() => resend(admin, id));
  expect(successes(answers)).toHaveLength(1);
  const refused = answers.find(({ json }) => json.status === 'error');
  expect(refused?.json.msg).toBe('This invitation was sent less than a minute ago.');
  expect(await mailsTo(who.email)).toHaveLength(1);
});

test('inviting a person again after the invitation expired updates the pending member', async () => {
  const first = await invite(admin);
  server.context.clock.advance(days(15));
  const client = await server.signIn(admin.admin);
  expect(await listOf({ client })).toMatchObject([{ is_expired: true }]);
  const who = { first_name: 'Dan', last_name: 'Tremblay', email: first.email.toUpperCase(), is_board_admin: true };
  const again = await client.post('/ajax/people', who);
  expect(again.json.data.person).toMatchObject({ id: first.id, name: 'Dan Tremblay', is_board_admin: true });
  expect(await listOf({ client })).toHaveLength(1);
  expect((await redeem({ uuid: await secretTo(first.email), email: first.email })).json.status).toBe('success');
});

test('a person whose invitation was revoked cannot join through the old link but can be invited again', async () => {
  const invitation = await invite(admin);
  expect((await admin.client.delete(`/ajax/people/${invitation.id}`)).json.status).toBe('success');
  expect(await listOf(admin)).toEqual([]);
  expect((await readInvitation(invitation.uuid)).json.data.closed.reason).toBe('revoked');
  expect((await redeem(invitation)).json.status).toBe('error');
  await invite(admin, { email: invitation.email });
});

test('an invited person’s name and address can be corrected until they join', async () => {
  const { slug, email, uuid } = await invite(admin);
  expect((await correct(admin, slug, { first_name: 'Danielle' })).json.status).toBe('success');
  expect((await readInvitation(uuid)).status).toBe(200);
  const taken = await correct(admin, slug, { email: admin.admin.email });
  expect(taken.json.errors).toEqual({ email: 'Somebody with this email address is already on the board.' });
  const right = `right-${email}`;
  const corrected = await correct(admin, slug, { email: right });
  expect(corrected.json.data.person).toMatchObject({ first_name: 'Danielle', email: right });
  expect((await redeem({ uuid, email })).json.status).toBe('error');
  expect((await redeem({ uuid: await secretTo(right), email: right })).json.status).toBe('success');
  expect((await correct(admin, slug, { first_name: 'X' })).status).toBe(403);
});

test('groups and rights set with an invitation apply at once and remain after joining', async () => {
  const groups = [];
  for (const is_group_admin of [true, false]) {
    groups.push({ id: (await server.make.group({ board: admin.board })).id, is_group_admin });
  }
  const invitation = await invite(admin, { groups, is_board_admin: true });
  const belonging = () =>
    rows(
      `select group_id as id, is_group_admin, is_board_admin from group_members g join members m on m.id = g.member_id
       where m.id = $1 order by is_group_admin desc`,
      [invitation.id],
    );
  const expected = groups.map((group) => ({ ...group, is_board_admin: true }));
  expect(await belonging()).toEqual(expected);
  expect((await redeem(invitation)).json.status).toBe('success');
  expect(await belonging()).toEqual(expected);
});

test('position fields set with an invitation are validated and saved at once', async () => {
  const { fields } = (await admin.client.get('/ajax/profile-fields')).json.data;
  const { id } = fields.find((field: { kind: string; filled_by: string }) => field.kind === 'date');
  const who = { first_name: 'Daniel', last_name: 'Tremblay', email: 'term@pending.example' };
  const wrong = await admin.client.post('/ajax/people', { ...who, values: { [id]: 'soon' } });
  expect(Object.keys(wrong.json.errors)).toEqual([`values.${id}`]);
  const invitation = await invite(admin, { ...who, values: { [id]: '2027-01-01' } });
  const read = async () => (await admin.client.get(`/ajax/people/${invitation.slug}`)).json.data.values;
  expect(await read()).toMatchObject([{ field_id: id, value: '2027-01-01' }]);
  await redeem(invitation);
  expect(await read()).toMatchObject([{ field_id: id, value: '2027-01-01' }]);
});

test('a pending member is invited to upcoming meetings but gets no mail about them', async () => {
  const meeting = await server.make.meeting({ board: admin.board });
  const { id, email } = await invite(admin);
  const { invitees } = (await admin.client.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
  expect(invitees.map((invitee: { member_id?: string; id?: string }) => invitee.member_id ?? invitee.id)).toContain(id);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('addresses of members and open invitations are listed as taken, but not those of expired invitations', async () => {
  const { email } = await invite(admin);
  const taken = async ({ client }: Admin) => (await client.get('/ajax/invitations/taken')).json.data.taken;
  const ofAdmin = { email: admin.admin.email, by: 'member' };
  expect(await taken(admin)).toEqual(expect.arrayContaining([{ email, by: 'invited' }, ofAdmin]));
  server.context.clock.advance(days(15));
  expect(await taken({ client: await server.signIn(admin.admin) })).toEqual([ofAdmin]);
});

test('the board’s log records that an invitation was sent, resent and corrected', async () => {
  const { id, slug } = await invite(admin);
  server.context.clock.advance({ minutes: 2 });
  await resend(admin, id);
  await correct(admin, slug, { first_name: 'D' });
  expect(await auditOf(admin.board.id)).toEqual([
    'body.voter-added',
    'person.invited',
    'invitation.resent',
    'invitation.corrected',
  ]);
});

test('an invitation link that is redeemed while the invited email address is being corrected is rejected', async () => {
  const invitation = await invite(admin);
  const { email } = invitation;
  const correction = `update invitations set email = 'right@pending.example', token_hash = $2 where email = $1`;
  const answer = await duringChanges([[correction, [email, hashToken('another secret')]]], () => redeem(invitation));
  expect(answer.json).toEqual({ status: 'error', msg: expect.any(String) });
  expect((await server.stranger().post('/login', { email, password })).status).toBe(422);
});

test.each(['a correction', 'a resend'])(
  'either %s or a simultaneous redemption of the invitation succeeds, but not both',
  async (what) => {
    for (let round = 0; round < 3; round += 1) {
      const admin = await boardWithAdmin();
      const invitation = await invite(admin);
      server.context.clock.advance({ minutes: 2 });
      const { id, slug, email } = invitation;
      const by = { client: await server.signIn(admin.admin) };
      const renewing = what === 'a correction' ? correct(by, slug, { email: `right-${email}` }) : resend(by, id);
      const answers = await Promise.all([redeem(invitation), renewing]);
      expect(successes(answers.filter(({ status }) => status === 200))).toHaveLength(1);
    }
  },
);
