import type { RequestOptions } from '#contract/passkeys.ts';
import { type Creating, createPasskey, type Forged, type SoftPasskey } from './authenticator.ts';
import type { JarClient } from './jar-client.ts';

export const origin = 'https://dais.example';

export async function makePasskey(
  browser: JarClient,
  { name = 'Firefox on Linux', ...forged }: Creating & { readonly name?: string } = {},
) {
  const begun = await browser.post('/ajax/passkeys/options');
  if (begun.status !== 200) throw new Error(`No options: ${begun.status}`);
  const { made, passkey } = createPasskey(begun.json.data.options, { origin, ...forged });
  const answer = await browser.post('/ajax/passkeys', { name, made });
  return { passkey, made, answer, id: answer.json.data?.passkey.id as string | undefined };
}

export type PasskeyUse = '/sign-in/passkey' | '/two-factor-challenge/passkey' | '/user/confirm-passkey';

export const optionsFor = async (browser: JarClient, path: PasskeyUse): Promise<RequestOptions> =>
  (await browser.post(`${path}/options`)).json.options;

export async function answerWith(
  browser: JarClient,
  path: PasskeyUse,
  { passkey, forged, body }: { readonly passkey: SoftPasskey; readonly forged?: Forged; readonly body?: object },
) {
  return browser.post(path, { signed: passkey.sign(await optionsFor(browser, path), forged), ...body });
}
