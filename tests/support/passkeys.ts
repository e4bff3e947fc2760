import { type Creating, createPasskey, type Forged, type SoftPasskey } from './authenticator.ts';
import type { JarClient } from './jar-client.ts';

/** Of the tests’ installation. */
export const origin = 'https://dais.example';

/** Confirmed before; answers what the server said, and the passkey in hand. */
export async function makePasskey(
  browser: JarClient,
  { name = 'Firefox on Linux', ...forged }: Creating & { readonly name?: string } = {},
) {
  const begun = await browser.post('/ajax/passkeys/options');
  if (begun.status !== 200) throw new Error(`No options: ${begun.status}`);
  const { made, passkey } = createPasskey(begun.json.data.options, { origin, ...forged });
  return { passkey, made, answer: await browser.post('/ajax/passkeys', { name, made }) };
}

const options = async (browser: JarClient, path: string) => (await browser.post(`${path}/options`)).json.options;

/** One of the three ways in which a passkey is used: options, then what it signed. */
export async function answerWith(
  browser: JarClient,
  path: '/sign-in/passkey' | '/two-factor-challenge/passkey' | '/user/confirm-passkey',
  { passkey, forged, body }: { readonly passkey: SoftPasskey; readonly forged?: Forged; readonly body?: object },
) {
  const asked = await options(browser, path);
  return browser.post(path, { signed: passkey.sign(asked, forged), ...body });
}
