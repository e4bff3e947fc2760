import { beforeEach, describe, expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { MadeBoard } from '#tests/support/factories.ts';
import { jarClient } from '#tests/support/jar-client.ts';
import { leaveOneTry } from '#tests/support/leave-one-try.ts';
import { answerWith } from '#tests/support/passkeys.ts';
import {
  askForLink,
  begin,
  letPass,
  mailedTo,
  makeNewPasskey,
  makeOfficers,
  requestOf,
  signBack,
  signInByFactors,
  stepOf,
} from '#tests/support/recovery.ts';
import { testApp } from '#tests/support/test-app.ts';
import { openUnvouchedBoards, sweepRecoveries } from './commands.ts';

const server = testApp();
const password = 'correct horse battery';
const ended = 'This request has ended.';

beforeEach(() => server.context.pool.query('delete from rate_limits'));

const rows = (sql: string, values: readonly unknown[] = []) =>
  server.asSuperuser(async (client) => (await client.query(sql, [...values])).rows);
const mailSubjects = async (address: string): Promise<readonly string[]> => {
  await server.context.runJobs();
  return server.context.sent.filter(({ to }) => to.address === address).map(({ subject }) => subject);
};
const vouchWith = (client: Awaited<ReturnType<typeof signInByFactors>>, id: string, code: string) =>
  client.post(`/ajax/recoveries/${id}/vouch`, { code });

/** A member of a board with officers, who has lost every way in; the link is open in `browser`. */
async function lost({ officers = 3, board }: { readonly officers?: number; readonly board?: MadeBoard } = {}) {
  const on = board ?? (await server.make.board({ title: 'Harbour Trust' }));
  const user = await server.make.user({ password, firstName: 'Lena', lastName: 'Fors' });
  const member = await server.make.member({ board: on, user });
  const made = await makeOfficers(server, { board: on, count: officers });
  const token = await askForLink(server, user.email);
  return { board: on, user, member, token, browser: jarClient(server.app), officers: made };
}

/** Begun, with the code on the page. */
async function begun(given: Parameters<typeof lost>[0] = {}) {
  const person = await lost(given);
  await begin(person.browser, person.token, person.board.id);
  const { code } = await stepOf(person.browser, person.token);
  return { ...person, code: String(code), id: await requestOf(server, person.user.id) };
}

async function vouchedFor(given: Parameters<typeof lost>[0] = {}) {
  const person = await begun(given);
  for (const { client } of person.officers.slice(0, 2)) await vouchWith(client, person.id, person.code);
  return person;
}

async function ready(given: Parameters<typeof lost>[0] = {}) {
  const person = await vouchedFor(given);
  const { passkey } = await makeNewPasskey(person.browser, person.token);
  if (passkey === null) throw new Error('No passkey was made.');
  await letPass(server, '12 hours');
  return { ...person, passkey };
}

describe('asking', () => {
  test('writes to the mailbox of the account alone, and answers alike with an account and without', async () => {
    const user = await server.make.user();
    const answers = [];
    for (const email of [user.email, 'nobody@example.org'])
      answers.push(await server.stranger().post('/ajax/recovery', { email }));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array(2).fill([200, '{"status":"success","data":{}}']),
    );
    expect(await mailSubjects(user.email)).toEqual(['Your way back into Dais']);
    expect(await mailSubjects('nobody@example.org')).toEqual([]);
    expect(await rows("select from recoveries where email = 'nobody@example.org'")).toEqual([]);
  });

  test('a disabled user gets nothing, and the link is kept as its hash alone', async () => {
    const user = await server.make.user();
    await rows('update users set disabled_at = now() where id = $1', [user.id]);
    expect(await askForLink(server, user.email)).toBe('');
    const { token } = await lost();
    const kept = JSON.stringify([await rows('select * from recoveries'), await rows('select * from mail_messages')]);
    expect(kept).not.toContain(token);
  });

  test('ten times an hour for one account, from wherever: then nothing is written, and the answer is as ever', async () => {
    const user = await server.make.user();
    const ask = async () => (await server.stranger().post('/ajax/recovery', { email: user.email })).status;
    const statuses = [await ask()];
    await leaveOneTry(server.context, { name: 'recovery-ask-account', points: 10 });
    statuses.push(await ask(), await ask());
    expect(statuses).toEqual([200, 200, 200]);
    expect(await rows('select from recoveries where email = $1', [user.email])).toHaveLength(2);
  });

  test('the link works for an hour, and then for nobody', async () => {
    const { browser, token } = await lost();
    expect(await stepOf(browser, token)).toMatchObject({ step: 'choose', boards: [{ title: 'Harbour Trust' }] });
    await letPass(server, '1 hour');
    expect(await stepOf(browser, token)).toBeNull();
  });

  test('another address, or a shut account, ends it', async () => {
    const first = await begun();
    await rows("update users set email = 'other-' || email where id = $1", [first.user.id]);
    expect(await stepOf(first.browser, first.token)).toBeNull();
    const second = await begun();
    await rows('update users set disabled_at = now() where id = $1', [second.user.id]);
    expect(await rows('select state from recoveries where id = $1', [second.id])).toEqual([{ state: 'stopped' }]);
  });
});

describe('the board', () => {
  test('with too few officers beside the person refuses; one named by an admin counts for what is asked afterwards', async () => {
    const { board, browser, token, officers, user } = await lost({ officers: 1 });
    const few = `${board.title} has too few officers. Ask whoever runs this portal.`;
    expect((await begin(browser, token, board.id)).json).toMatchObject({ status: 'error', msg: few });
    const member = await server.make.member({ board });
    await officers[0]?.client.post(`/ajax/people/${member.id}/officer`, { is_officer: true });
    expect((await officers[0]?.client.get(`/ajax/people/${member.slug}`))?.json.data.is_officer).toBe(true);
    expect((await begin(browser, token, board.id)).json.msg).toBe(few);
    const later = await askForLink(server, user.email);
    expect((await begin(browser, later, board.id)).json.data.recovery.step).toBe('code');
  });

  test('has nobody named to vouch for what has begun', async () => {
    const { board, id, code, officers } = await begun();
    const member = await server.make.member({ board });
    await officers[0]?.client.post(`/ajax/people/${member.id}/officer`, { is_officer: true });
    expect((await officers[0]?.client.get(`/ajax/people/${member.slug}`))?.json.data.is_officer).toBe(true);
    const named = await signInByFactors(server, member, 2);
    expect((await named.get(`/ajax/recoveries/${id}`)).status).toBe(404);
    expect((await vouchWith(named, id, code)).status).toBe(404);
  });

  test('its officers are told by mail, others are not; it goes on in that browser alone', async () => {
    const { board, browser, token, officers, user, code } = await begun();
    const plain = await server.make.member({ board });
    for (const { member } of officers)
      expect(await mailSubjects(member.email)).toContain('Lena Fors asks you to vouch for them');
    expect(await mailSubjects(plain.email)).toEqual([]);
    const thief = jarClient(server.app);
    expect(await stepOf(thief, token)).toEqual({ step: 'elsewhere' });
    expect((await begin(thief, token, board.id)).json.msg).toBe(ended);
    expect(code).toMatch(/^\d{8}$/);
    expect(await mailSubjects(user.email)).toContain('A way back into your account was begun (Dais)');
    const sent = JSON.stringify(server.context.sent.map(({ text, html }) => [text, html]));
    expect(sent).not.toContain(code);
    expect((await stepOf(browser, token)).is_half_vouched).toBe(false);
  });

  test('of somebody else, or a missing one, is not there', async () => {
    const { browser, token } = await lost();
    const foreign = await server.make.board();
    expect((await begin(browser, token, foreign.id)).status).toBe(404);
  });

  test('beginning again stops what went on before', async () => {
    const first = await begun();
    const token = await askForLink(server, first.user.email);
    await begin(jarClient(server.app), token, first.board.id);
    expect(await stepOf(first.browser, first.token)).toBeNull();
    expect((await vouchWith(first.officers[0]!.client, first.id, first.code)).json.msg).toBe(ended);
  });
});

describe('vouching', () => {
  test('takes two officers, in sessions of two factors; the person is told of each', async () => {
    const { board, id, code, officers, user, browser, token } = await begun();
    const [first, second, third] = officers;
    const weak = await signInByFactors(server, first!.member, 1);
    expect((await vouchWith(weak, id, code)).json.msg).toBe(
      'Vouching asks for a second factor. Sign in with a passkey or a code first.',
    );
    expect((await weak.get(`/ajax/recoveries/${id}`)).json.data.recovery).toMatchObject({
      needs_second_factor: true,
      can: { vouch: false, stop: false },
    });
    const outsider = await signInByFactors(server, await server.make.member({ board }), 2);
    const elsewhere = await makeOfficers(server, { board: await server.make.board(), count: 1 });
    for (const client of [outsider, elsewhere[0]!.client]) {
      expect((await client.get(`/ajax/recoveries/${id}`)).status).toBe(404);
      expect((await vouchWith(client, id, code)).status).toBe(404);
    }
    const spoken = `${code.slice(0, 4)} ${code.slice(4)}`;
    const vouched = await vouchWith(first!.client, id, spoken);
    expect(vouched.json.data.recovery).toMatchObject({
      ...{ state: 'half-vouched', has_vouched: true, code: null, can: { vouch: false } },
      person: { name: 'Lena Fors', email: user.email },
    });
    expect((await vouchWith(first!.client, id, code)).json.msg).toBe(
      'You have vouched already. Another officer vouches next.',
    );
    expect((await makeNewPasskey(browser, token)).answer.json.msg).toBe(
      `Two officers of ${board.title} have not vouched for you yet.`,
    );
    expect((await vouchWith(second!.client, id, code)).json.data.recovery.state).toBe('vouched');
    expect((await vouchWith(third!.client, id, code)).json.msg).toBe(ended);
    expect((await stepOf(browser, token)).step).toBe('passkey');
    const subjects = await mailSubjects(user.email);
    expect(subjects).toContain('An officer has vouched for you (Dais)');
    expect(subjects).toContain('Two officers have vouched for you (Dais)');
    expect(
      await rows(
        "select action, member_id from audit_entries where board_id = $1 and action like 'recovery.%' order by id",
        [board.id],
      ),
    ).toEqual([
      { action: 'recovery.begun', member_id: null },
      { action: 'recovery.vouched', member_id: first!.member.id },
      { action: 'recovery.vouched', member_id: second!.member.id },
    ]);
  });

  test('for oneself is refused, also to an officer', async () => {
    const { member, id, code } = await begun();
    await rows('update members set is_board_admin = true where id = $1', [member.id]);
    const own = await signInByFactors(server, member, 2);
    expect((await vouchWith(own, id, code)).json.msg).toBe('You cannot vouch for yourself.');
    expect(await rows('select from vouches where recovery_id = $1', [id])).toEqual([]);
  });

  test('wrong codes: three of each officer, six in all, counted also when many come at once', async () => {
    const { id, code, officers, user, member } = await begun();
    const wrong = code === '00000000' ? '11111111' : '00000000';
    const [first, second, third] = officers;
    const at = await Promise.all(Array.from({ length: 6 }, () => vouchWith(first!.client, id, wrong)));
    const messages = at.map(({ json }) => json.msg).toSorted();
    const tries = [2, 1, 0].map((left) => `That is not the code. ${left} ${left === 1 ? 'try' : 'tries'} left.`);
    expect(messages).toEqual([...tries, ended, ended, ended].toSorted());
    expect((await vouchWith(first!.client, id, code)).json.msg).toBe(ended);
    expect((await vouchWith(second!.client, id, code)).json.data.recovery.state).toBe('half-vouched');
    for (const left of [2, 1, 0]) {
      expect((await vouchWith(third!.client, id, wrong)).json.msg).toContain(`${left} `);
    }
    expect((await rows('select state, tries from recoveries where id = $1', [id]))[0]).toEqual({
      state: 'stopped',
      tries: 6,
    });
    const acts = await rows(
      "select distinct subject_id from audit_entries where board_id = $1 and action = 'recovery.code-wrong'",
      [member.boardId],
    );
    expect(acts).toEqual([{ subject_id: member.id }]);
    expect(await mailSubjects(user.email)).toContain('A way back into your account was stopped (Dais)');
  });

  test('ends after 48 hours', async () => {
    const { id, code, officers } = await begun();
    await letPass(server, '47 hours 59 minutes');
    expect((await vouchWith(officers[0]!.client, id, code)).json.status).toBe('success');
    await letPass(server, '1 minute');
    expect((await vouchWith(officers[1]!.client, id, code)).json.msg).toBe(ended);
    expect((await officers[1]!.client.get(`/ajax/recoveries/${id}`)).json.data.recovery.state).toBe('expired');
    await server.context.runJobs();
  });

  test('by two at once counts both, and by one officer at once in many windows counts once', async () => {
    const one = await begun();
    const same = await Promise.all(
      Array.from({ length: 5 }, () => vouchWith(one.officers[0]!.client, one.id, one.code)),
    );
    expect(same.filter(({ json }) => json.status === 'success')).toHaveLength(1);
    expect((await rows('select state from recoveries where id = $1', [one.id]))[0].state).toBe('half-vouched');
    const two = await begun();
    const both = await Promise.all(two.officers.map(({ client }) => vouchWith(client, two.id, two.code)));
    expect(both.filter(({ json }) => json.status === 'success')).toHaveLength(2);
    expect((await rows('select state from recoveries where id = $1', [two.id]))[0].state).toBe('vouched');
  });

  test('by an officer who is none any more, or is closed out of the board themselves, is not there', async () => {
    const { id, code, officers } = await begun();
    await rows('update members set is_board_admin = false where id = $1', [officers[0]!.member.id]);
    expect((await vouchWith(officers[0]!.client, id, code)).status).toBe(404);
    await rows('update members set unvouched_since = now() where id = $1', [officers[1]!.member.id]);
    expect((await vouchWith(officers[1]!.client, id, code)).status).toBe(404);
  });
});

describe('the new passkey', () => {
  test('opens twelve hours later by the database’s clock, and for a week', async () => {
    const { browser, token, user, ...person } = await vouchedFor();
    const { passkey, answer } = await makeNewPasskey(browser, token);
    expect(answer.json.data.recovery.step).toBe('waiting');
    const early = (await browser.post(`/ajax/recovery/${token}/use/options`)).json;
    expect(early.msg).toBe('Your new passkey does not open yet.');
    server.context.clock.advance({ minutes: 13 * 60 });
    expect((await stepOf(browser, token)).step).toBe('waiting');
    await letPass(server, '11 hours 59 minutes');
    expect((await signBack(browser, token, passkey!)).json.msg).toBe('Your new passkey does not open yet.');
    const asUser = jarClient(server.app);
    expect((await answerWith(asUser, '/sign-in/passkey', { passkey: passkey! })).json.msg).toBe(
      'That passkey did not work here. Try another way.',
    );
    await letPass(server, '1 minute');
    expect((await stepOf(browser, token)).step).toBe('ready');
    expect((await makeNewPasskey(browser, token)).answer.json.msg).toBe(ended);
    await letPass(server, '7 days');
    expect(await stepOf(browser, token)).toBeNull();
    expect(await mailSubjects(user.email)).toContain('A new passkey opens in twelve hours (Dais)');
    expect(person.officers).toHaveLength(3);
  });

  test('signs in, once of ten who race, and ends every other way in; other boards and site administration stay shut', async () => {
    const person = await ready();
    const { user, member, board, browser, token, passkey } = person;
    const other = await server.make.board({ title: 'Mill Fund' });
    await server.make.member({ board: other, user });
    await makeOfficers(server, { board: other, count: 2 });
    const later = await server.make.board({ title: 'Quay Trust' });
    const inactive = await server.make.member({ board: later, user, isBoardAdmin: true });
    await rows("update members set status = 'inactive' where id = $1", [inactive.id]);
    await rows('update users set is_site_admin = true where id = $1', [user.id]);
    const open = await signInByFactors(server, member, 1);
    await rows(
      "insert into two_factors (user_id, sealed_secret, created_at, confirmed_at, last_used_step) values ($1, 'x', now(), now(), 1)",
      [user.id],
    );
    await rows("insert into recovery_codes (user_id, code_hash) values ($1, decode(repeat('00', 32), 'hex'))", [
      user.id,
    ]);
    await rows(
      `insert into devices (user_id, token_hash, user_agent, address, created_at, last_seen_at, trusted_at, trusted_until)
       values ($1, decode(repeat('00', 32), 'hex'), '', '', now(), now(), now(), now() + interval '30 days')`,
      [user.id],
    );
    await askForLink(server, user.email);
    await server.stranger().post('/ajax/password/forgot', { email: user.email });
    await server.context.runJobs();
    const racers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const racer = browser.copy();
        const options = (await racer.post(`/ajax/recovery/${token}/use/options`)).json.data.options;
        return { racer, signed: passkey.sign(options) };
      }),
    );
    const answers = await Promise.all(
      racers.map(({ racer, signed }) => racer.post(`/ajax/recovery/${token}/use`, { signed })),
    );
    const won = answers.findIndex(({ json }) => json?.status === 'success');
    expect(answers.filter(({ json }) => json?.status === 'success')).toHaveLength(1);
    expect(answers[won]?.json.data.url).toBe('/home');
    const start = (await racers[won]!.racer.call('GET', '/ajax/start')).json.data;
    expect(start.user).toMatchObject({ email: user.email, is_site_admin: false, recovery_id: null });
    expect(start.current_board_id).toBe(board.id);
    expect(start.boards.map(({ title, unvouched }: Record<string, unknown>) => [title, unvouched])).toEqual([
      ['Harbour Trust', false],
      ['Mill Fund', true],
    ]);
    expect((await open.get('/ajax/account')).status).toBe(419);
    expect((await server.stranger().post('/login', { email: user.email, password })).status).toBe(422);
    const left = await rows(
      `select (select count(*)::int from passkeys where user_id = $1) as passkeys,
         (select count(*)::int from sessions where user_id = $1 and strength = 2 and begun_by = 'passkey') as sessions,
         (select count(*)::int from sessions where user_id = $1) as all_sessions,
         (select count(*)::int from two_factors where user_id = $1) as apps,
         (select count(*)::int from recovery_codes where user_id = $1) as codes,
         (select count(*)::int from password_resets where user_id = $1) as resets,
         (select count(*)::int from devices where user_id = $1 and trusted_until is not null) as trusted,
         (select count(*)::int from recoveries where user_id = $1 and ended_at is null) as recoveries`,
      [user.id],
    );
    expect(left[0]).toEqual({
      ...{ passkeys: 1, sessions: 1, all_sessions: 1, apps: 0, codes: 0, resets: 0, trusted: 0, recoveries: 0 },
    });
    const [account] = await rows('select password_hash, password_given_up_at from users where id = $1', [user.id]);
    expect(account).toMatchObject({ password_hash: null, password_given_up_at: server.context.clock.now() });
    expect(await mailSubjects(user.email)).toContain('You are back in your account (Dais)');
    expect(server.context.sent.findLast(({ to }) => to.address === user.email)?.text).toContain(
      'You are no site admin any more.',
    );
    expect(
      await rows("select detail from account_entries where user_id = $1 and action = 'recovery.used'", [user.id]),
    ).toEqual([{ detail: { board: board.id, site_admin_ended: true } }]);
    await rows("update members set status = 'active' where id = $1", [inactive.id]);
    const { boards } = (await racers[won]!.racer.call('GET', '/ajax/start')).json.data;
    expect(boards.find(({ title }: { title: string }) => title === 'Quay Trust')).toMatchObject({ unvouched: true });
    const elsewhere = jarClient(server.app);
    expect((await answerWith(elsewhere, '/sign-in/passkey', { passkey })).json.url).toBe('/home');
  });

  test('takes officers who still could vouch, and a membership that is still active', async () => {
    const first = await ready();
    const [fooled] = first.officers;
    const left = async (memberId: string, status: 'active' | 'inactive') =>
      first.officers[2]?.client.post(`/ajax/people/${memberId}/status`, { status });
    await left(fooled?.member.id ?? '', 'inactive');
    expect((await signBack(first.browser, first.token, first.passkey)).json.msg).toBe(ended);
    const second = await ready({ board: first.board });
    await left(second.member.id, 'inactive');
    expect((await signBack(second.browser, second.token, second.passkey)).json.msg).toBe(ended);
    await left(second.member.id, 'active');
    expect((await signBack(second.browser, second.token, second.passkey)).json.status).toBe('success');
  });

  test('of another authenticator, or by another browser, opens nothing', async () => {
    const { browser, token, passkey } = await ready();
    const stranger = await ready();
    expect((await signBack(browser, token, stranger.passkey)).json.msg).toBe(
      'That passkey did not work here. Try another way.',
    );
    expect((await signBack(jarClient(server.app), token, passkey)).json.msg).toBe(ended);
    expect((await signBack(browser, token, passkey)).json.status).toBe('success');
  });
});

describe('stopping', () => {
  test('by the link in each mail, in no session; opening it changes nothing', async () => {
    const { browser, token, user, passkey } = await ready();
    const { stops } = mailedTo(server, user.email);
    const stop = stops.at(-1) ?? '';
    const anybody = jarClient(server.app);
    expect(await stepOf(anybody, stop)).toEqual({ step: 'stop', board: 'Harbour Trust' });
    expect((await stepOf(browser, token)).step).toBe('ready');
    const forged = `${stop.slice(0, -1)}${stop.endsWith('A') ? 'B' : 'A'}`;
    expect((await anybody.post(`/ajax/recovery/${forged}/stop`)).status).toBe(404);
    expect((await anybody.post(`/ajax/recovery/${stop}/stop`)).json.status).toBe('success');
    expect((await signBack(browser, token, passkey)).status).toBe(404);
    expect((await anybody.post(`/ajax/recovery/${stop}/stop`)).status).toBe(404);
    expect(await mailSubjects(user.email)).toContain('A way back into your account was stopped (Dais)');
  });

  test('from an open session, which shows it; not by an officer or anybody else', async () => {
    const { member, id, officers, board } = await begun();
    const own = await signInByFactors(server, member, 1);
    expect((await own.get('/ajax/start')).json.data.user.recovery_id).toBe(id);
    expect((await own.get(`/ajax/recoveries/${id}`)).json.data.recovery).toMatchObject({
      ...{ is_own: true, person: null, code: null, can: { vouch: false, stop: true } },
    });
    const plain = await signInByFactors(server, await server.make.member({ board }), 2);
    for (const client of [officers[0]!.client, plain])
      expect((await client.post(`/ajax/recoveries/${id}/stop`)).status).toBe(404);
    expect((await own.post(`/ajax/recoveries/${id}/stop`)).json.status).toBe('success');
    expect((await own.get('/ajax/start')).json.data.user.recovery_id).toBeNull();
    expect((await own.post(`/ajax/recoveries/${id}/stop`)).json.msg).toBe(ended);
  });

  test('an open session hears of it on whichever board it is', async () => {
    const { user, board, browser, token } = await lost();
    const other = await server.make.board();
    const member = await server.make.member({ board: other, user });
    const { promise, resolve } = Promise.withResolvers<string>();
    const end = server.context.live.subscribe(other.id, {
      ...{ memberId: member.id, sessionId: member.id, isBoardAdmin: false, end: () => undefined },
      send: (line) => {
        if ('noun' in line) resolve(line.noun);
      },
    });
    await begin(browser, token, board.id);
    expect(await promise).toBe('board');
    end();
  });

  test('against use at the same moment: one of the two happens', async () => {
    for (let round = 0; round < 5; round += 1) {
      await server.context.pool.query('delete from rate_limits');
      const { browser, token, user, passkey } = await ready({ officers: 2 });
      const stop = mailedTo(server, user.email).stops[0] ?? '';
      const [used, stopped] = await Promise.all([
        signBack(browser, token, passkey),
        jarClient(server.app).post(`/ajax/recovery/${stop}/stop`),
      ]);
      const done = [used, stopped].map(({ json }) => json?.status === 'success');
      expect(done.filter(Boolean)).toHaveLength(1);
      const [{ state }] = await rows('select state from recoveries where user_id = $1', [user.id]);
      expect(state).toBe(done[0] ? 'used' : 'stopped');
    }
  });
});

describe('a board that has not vouched', () => {
  test('is closed to whoever came back in, until two of its officers vouch', async () => {
    const person = await ready();
    const { user, browser, token, passkey } = person;
    const other = await server.make.board({ title: 'Mill Fund' });
    await server.make.member({ board: other, user });
    const officers = await makeOfficers(server, { board: other, count: 2 });
    await signBack(browser, token, passkey);
    const switched = await browser.post('/ajax/session/board', { board_id: other.id });
    expect(switched.status).toBeLessThan(500);
    const asked = await browser.post('/ajax/recoveries', { board_id: other.id });
    const { id } = asked.json.data;
    expect(await mailSubjects(user.email)).toContain('A board was asked to vouch for you (Dais)');
    expect((await browser.post('/ajax/recoveries', { board_id: other.id })).json.data.id).toBe(id);
    const { recovery } = (await browser.call('GET', `/ajax/recoveries/${id}`)).json.data;
    expect(recovery).toMatchObject({ kind: 'board', board: 'Mill Fund', is_own: true });
    const unvouched = async () =>
      (await browser.call('GET', '/ajax/start')).json.data.boards.map((each: { unvouched: boolean }) => each.unvouched);
    for (const { client } of officers) {
      expect(await unvouched()).toEqual([false, true]);
      expect((await vouchWith(client, id, recovery.code)).json.status).toBe('success');
    }
    expect(await unvouched()).toEqual([false, false]);
    expect((await browser.post('/ajax/recoveries', { board_id: other.id })).status).toBe(404);
    expect(await mailSubjects(user.email)).toContain('A board is open to you again (Dais)');
  });

  test('and its request, stopped, is told apart from a way back in', async () => {
    const board = await server.make.board();
    const member = await server.make.member({ board });
    const email = member.email;
    await rows('update members set unvouched_since = now() where id = $1', [member.id]);
    await makeOfficers(server, { board, count: 2 });
    const own = await server.signIn(member);
    const { id } = (await own.post('/ajax/recoveries', { board_id: board.id })).json.data;
    expect((await own.post(`/ajax/recoveries/${id}/stop`)).json.status).toBe('success');
    const again = await own.post('/ajax/recoveries', { board_id: board.id });
    expect(again.json.data.id).not.toBe(id);
    await server.context.runJobs();
    const stop = mailedTo(server, email).stops.at(-1) ?? '';
    expect((await jarClient(server.app).post(`/ajax/recovery/${stop}/stop`)).json.status).toBe('success');
    const subjects = await mailSubjects(email);
    expect(subjects.filter((each) => each === 'Asking a board to vouch for you was stopped (Dais)')).toHaveLength(2);
    expect(subjects.filter((each) => each.startsWith('A way back'))).toEqual([]);
    const acts = await rows('select action from account_entries where user_id = $1 order by id', [member.userId]);
    expect(acts.map(({ action }) => action).filter((action: string) => action.startsWith('recovery.'))).toEqual([
      ...['recovery.board-asked', 'recovery.board-stopped', 'recovery.board-asked', 'recovery.board-stopped'],
    ]);
  });

  test('answers neither reads nor writes, and says which step is next', async () => {
    const member = await server.make.member({ isBoardAdmin: true });
    const client = await server.signIn(member);
    expect((await client.get('/ajax/people')).status).toBe(200);
    await rows('update members set unvouched_since = now() where id = $1', [member.id]);
    const answers = [
      await client.get('/ajax/people'),
      await client.post(`/ajax/people/${member.id}/officer`, { is_officer: true }),
      await client.get('/ajax/meetings'),
    ];
    for (const { status, json } of answers) expect([status, json.step]).toEqual([403, 'ask-officers']);
  });

  test('with too few officers refuses, and opens with the reset of site administration', async () => {
    const board = await server.make.board();
    const member = await server.make.member({ board });
    await rows('update members set unvouched_since = now() where id = $1', [member.id]);
    const own = await server.signIn(member);
    expect((await own.post('/ajax/recoveries', { board_id: board.id })).json.msg).toBe(
      `${board.title} has too few officers. Ask whoever runs this portal.`,
    );
    await server.context.db.transaction().execute((tx) => openUnvouchedBoards(tx, member.userId ?? ''));
    const [left] = await rows('select unvouched_since from members where id = $1', [member.id]);
    expect(left.unvouched_since).toBeNull();
  });
});

test('what was never begun is swept, what ran out is written down, and ended ones go after ninety days', async () => {
  const open = await lost();
  const { id } = await begun();
  await letPass(server, '3 days');
  await sweepRecoveries(server.context);
  expect(await rows('select from recoveries where user_id = $1', [open.user.id])).toEqual([]);
  expect(await rows('select state from recoveries where id = $1', [id])).toEqual([{ state: 'expired' }]);
  await letPass(server, '91 days');
  await sweepRecoveries(server.context);
  expect(await rows('select from recoveries where id = $1', [id])).toEqual([]);
});

test('an admin names an officer, who is one no more when inactive; only admins do', async () => {
  const board = await server.make.board();
  const admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  const member = await server.make.member({ board });
  const name = (client: typeof admin, isOfficer: boolean) =>
    client.post(`/ajax/people/${member.id}/officer`, { is_officer: isOfficer });
  expect((await name(await server.signIn(member), true)).status).toBe(403);
  await name(admin, true);
  await name(admin, true);
  const can = async () => (await admin.get(`/ajax/people/${member.slug}`)).json.data.can;
  expect(await can()).toMatchObject({ name_officer: false, end_officer: true });
  await admin.post(`/ajax/people/${member.id}/status`, { status: 'inactive' });
  expect((await name(admin, true)).json.status).toBe('error');
  await admin.post(`/ajax/people/${member.id}/status`, { status: 'active' });
  expect(await can()).toMatchObject({ name_officer: true, end_officer: false });
  await name(admin, true);
  await name(admin, false);
  const acts = await rows(
    "select action from audit_entries where board_id = $1 and action like 'person.officer%' order by id",
    [board.id],
  );
  expect(acts.map(({ action }) => action)).toEqual([
    ...['person.officer-named', 'person.officer-named', 'person.officer-ended'],
  ]);
});
