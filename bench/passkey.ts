// Prints what signing in with a passkey costs in Chromium, by the machine alone: from the press on /login until the dashboard is drawn, and its
// two calls. The authenticator is the browser's make-believe one, which answers at once. `npm run bench:passkey`; needs a build (`npm run
// build`). `-- --runs 3` is for a look. Asserts nothing.
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '#tests/support/find-browser.ts';
import { openInstallation } from '#tests/support/installation.ts';
import { startRunningServer } from '#tests/support/running-server.ts';
import { markdown } from './tables.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' } } });

// No jobs: mail of the sign-ins would share the processor.
const server = await startRunningServer({ WORKERS: '0' });
const browser = await chromium.launch({ executablePath: findBrowser() });
const [whole, asked, answered]: [number[], number[], number[]] = [[], [], []];
try {
  const installation = await openInstallation(server);
  await installation.meeting({ title: 'Spring meeting' });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const cookies = [...installation.admin.client.cookies()].map(([name, value]) => ({ name, value, url: server.url }));
  await context.addCookies(cookies);
  const page = await makePasskey(context, installation.admin.password);
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/sign-in/passkey/options') asked.push(request.timing().responseEnd);
    if (pathname === '/sign-in/passkey') answered.push(request.timing().responseEnd);
  });
  for (let run = 0; run < Number(values.runs); run += 1) whole.push(await signIn(page));
} finally {
  await browser.close();
  await server.stop();
}
const rowOf = (name: string, all: readonly number[]) => {
  const sorted = all.toSorted((a, b) => a - b).map(Math.round);
  return [name, sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0];
};
console.log(
  markdown(
    [`${values.runs} sign-ins`, 'median ms', 'worst'],
    [
      rowOf('from the press to the dashboard', whole),
      rowOf('the challenge', asked),
      rowOf('what was signed', answered),
    ],
  ),
);

async function makePasskey(context: BrowserContext, password: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    // A blank page has no passkeys; an offer would be taken before anything can be pressed.
    if (isSecureContext) PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    addEventListener('click', () => sessionStorage.setItem('pressed', String(Date.now())), { capture: true });
  });
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await page.goto(`${server.url}/account?view=security`);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm Your Password to Proceed' });
  await confirm.getByLabel('Password', { exact: true }).fill(password);
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  return page;
}

/** Milliseconds by the browser's clock. */
async function signIn(page: Page): Promise<number> {
  const others = (await page.context().cookies()).filter(({ name }) => name === 'dais_device');
  await page.context().clearCookies();
  await page.context().addCookies(others);
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  const drawn = () => document.querySelector('h1')?.textContent === 'Dashboard' && Date.now();
  const at = await (await page.waitForFunction(drawn, undefined, { polling: 'raf' })).jsonValue();
  return Number(at) - Number(await page.evaluate(() => sessionStorage.getItem('pressed')));
}
