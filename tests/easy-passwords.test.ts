import { expect, test } from 'vitest';
import { passwordMessages } from '#domain/messages/sign-in.ts';
import { issueSetupToken } from '#server/features/access/first-start/commands.ts';
import { testApp } from './support/test-app.ts';

const server = testApp();
const password = 'correct horse battery';

async function tokenTo(address: string, path: string): Promise<string> {
  await server.context.runJobs();
  const mail = server.context.sent.findLast((message) => message.to.address === address);
  return new RegExp(`/${path}/([\\w-]+)`).exec(mail?.text ?? '')?.[1] ?? '';
}

const ways: Readonly<Record<string, () => Promise<(wanted: string) => Promise<number | unknown>>>> = {
  // This way comes first, because only an installation without users can be set up.
  'setting up the installation': async () => {
    const token = (await issueSetupToken(server.context)) ?? '';
    const person = { first_name: 'Ruth', last_name: 'Vanterpool', email: 'ruth@harbour.example' };
    const board = { board_title: 'Lighthouse Society', shortname: '', time_zone: 'America/Halifax' };
    return async (wanted) => {
      const body = { token, ...person, ...board, password: wanted, password_confirmation: wanted };
      return errorsOf(await server.stranger().post('/ajax/setup', body));
    };
  },
  'changing the password': async () => {
    const user = await server.make.user({ password, lastName: 'Vanterpool' });
    const client = await server.signIn(await server.make.member({ user }));
    return async (wanted) =>
      errorsOf(await client.post('/ajax/account/password', { current_password: password, password: wanted }));
  },
  'setting a password through a mailed link': async () => {
    const user = await server.make.user({ password, lastName: 'Vanterpool' });
    await server.stranger().post('/ajax/password/forgot', { email: user.email });
    const token = await tokenTo(user.email, 'reset-password');
    return async (wanted) =>
      errorsOf(await server.stranger().post(`/ajax/password/reset/${token}`, { password: wanted }));
  },
  'creating an account from an invitation': async () => {
    const board = await server.make.board();
    const admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
    const email = `ruth-${board.shortname}@example.org`;
    await admin.post('/ajax/people', { first_name: 'Ruth', last_name: 'Vanterpool', email });
    const uuid = await tokenTo(email, 'inv');
    return async (wanted) =>
      errorsOf(
        await server.stranger().post('/ajax/confirmAccount', {
          invitation_id: uuid,
          email,
          mode: 'createAccount',
          password: wanted,
          password_confirmation: wanted,
        }),
      );
  },
};

const errorsOf = (answer: { readonly status: number; readonly json: { readonly errors?: unknown } }) =>
  answer.json.errors ?? answer.status;

test.each(Object.keys(ways))(
  '%s rejects common passwords, and passwords that can be guessed from names',
  async (way) => {
    const set = (await ways[way]?.()) ?? expect.fail();
    for (const known of ['qwertyuiop', 'Password123', '1q2w3e4r5t']) {
      expect.soft(await set(known), known).toEqual({ password: passwordMessages.known });
    }
    const ofBoard = way.startsWith('setting up') ? ['lighthouse2026'] : [];
    for (const guessable of ['vanterpool-2026', 'BoardMeeting1', ...ofBoard]) {
      expect.soft(await set(guessable), guessable).toEqual({ password: passwordMessages.guessable });
    }
    expect(await set('nine lamps over the harbour')).toBe(200);
  },
);
