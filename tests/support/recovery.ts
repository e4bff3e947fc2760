import { startSession } from '#server/http/session.ts';
import { asSuperuser } from './as-superuser.ts';
import { createPasskey, type SoftPasskey } from './authenticator.ts';
import { clientOf, type TestClient } from './client.ts';
import { type MadeBoard, type MadeMember, makeMember } from './factories.ts';
import type { JarClient } from './jar-client.ts';
import { origin } from './passkeys.ts';
import { passwordProofOf } from './session.ts';
import type { TestApp } from './test-app.ts';

/** A session as after a password and, of strength two, a code. */
export async function signInByFactors(server: TestApp, who: MadeMember, factors: 1 | 2): Promise<TestClient> {
  const { context, app } = server;
  const userId = who.userId ?? '';
  const token = await startSession(context, {
    ...{ userId, boardId: who.boardId, remember: false, userAgent: 'test' },
    proof: await passwordProofOf(context, userId),
    ...(factors === 2 ? { secondFactor: true } : {}),
  });
  return clientOf(app, context, { token, boardId: who.boardId });
}

export async function makeOfficers(
  server: TestApp,
  { board, count }: { readonly board: MadeBoard; readonly count: number },
): Promise<readonly { readonly member: MadeMember; readonly client: TestClient }[]> {
  const made = [];
  for (let nth = 0; nth < count; nth += 1) {
    const member = await makeMember(server.context, { board, isBoardAdmin: true });
    made.push({ member, client: await signInByFactors(server, member, 2) });
  }
  return made;
}

/** The secrets that the person's mailbox holds, the newest last. */
export function mailedTo(server: TestApp, address: string) {
  const texts = server.context.sent.filter(({ to }) => to.address === address).map(({ text }) => text);
  const all = texts.flatMap((text) => [...text.matchAll(/\/recover\/([\w.-]+)/g)].map(([, token = '']) => token));
  return {
    links: all.filter((token) => !token.includes('.')),
    stops: all.filter((token) => token.includes('.')),
  };
}

export async function askForLink(server: TestApp, email: string): Promise<string> {
  await server.stranger().post('/ajax/recovery', { email });
  await server.context.runJobs();
  return mailedTo(server, email).links.at(-1) ?? '';
}

export const stepOf = async (browser: JarClient, token: string) =>
  (await browser.call('GET', `/ajax/recovery/${token}`)).json?.data?.recovery ?? null;

export const begin = (browser: JarClient, token: string, boardId: string) =>
  browser.post(`/ajax/recovery/${token}`, { board_id: boardId });

/** The database's clock goes on, as a request sees it. `keepsExpiry`: what would run out meanwhile does not. */
export async function letPass(server: TestApp, interval: string, { keepsExpiry = false } = {}): Promise<void> {
  await asSuperuser(server.context, async (client) => {
    await client.query('update members set officer_since = officer_since - $1::interval', [interval]);
    await client.query(
      `update recoveries set expires_at = case when $2 then expires_at else expires_at - $1::interval end,
         opens_at = opens_at - $1::interval, ended_at = ended_at - $1::interval, asked_at = asked_at - $1::interval,
         begun_at = begun_at - $1::interval`,
      [interval, keepsExpiry],
    );
  });
}

export async function makeNewPasskey(browser: JarClient, token: string) {
  const begun = await browser.post(`/ajax/recovery/${token}/passkey/options`);
  if (begun.json.status !== 'success') return { answer: begun, passkey: null };
  const { made, passkey } = createPasskey(begun.json.data.options, { origin });
  return { answer: await browser.post(`/ajax/recovery/${token}/passkey`, { name: 'New phone', made }), passkey };
}

export async function signBack(browser: JarClient, token: string, passkey: SoftPasskey) {
  const begun = await browser.post(`/ajax/recovery/${token}/use/options`);
  if (begun.json.status !== 'success') return begun;
  return browser.post(`/ajax/recovery/${token}/use`, { signed: passkey.sign(begun.json.data.options) });
}

/** The request that officers see. */
export async function requestOf(server: TestApp, userId: string | null): Promise<string> {
  const found = await asSuperuser(server.context, (client) =>
    client.query<{ id: string }>(
      'select id from recoveries where user_id = $1 and begun_at is not null order by begun_at desc, id desc limit 1',
      [userId],
    ),
  );
  return found.rows[0]?.id ?? '';
}
