import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { commodore, demoPassword, secretary } from '#server/demo/people.ts';
import { findBrowser } from '#tests/support/find-browser.ts';

/** Run with `npm run guide:pictures` after `npm run build`. */

const folder = new URL('../docs/guide/pictures/', import.meta.url);
const size = { width: 1280, height: 800 };
/** Milliseconds. Papers and fonts appear only after the page has loaded. */
const settleMs = 2_000;

interface Picture {
  readonly name: string;
  readonly email: string;
  readonly go: (page: Page) => Promise<void>;
}

async function openNextMeeting(page: Page): Promise<void> {
  await page.goto('/home');
  await page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').first().click();
  await page.waitForURL(/\/meetings\/[\w-]+$/);
}

const pictures: readonly Picture[] = [
  { name: 'dashboard', email: secretary.email, go: async (page) => void (await page.goto('/home')) },
  {
    name: 'viewer',
    email: secretary.email,
    async go(page) {
      await openNextMeeting(page);
      await page
        .getByRole('main')
        .getByRole('link', { name: /Finance report/ })
        .click();
      await page
        .getByRole('spinbutton')
        .or(page.getByLabel('Page', { exact: true }))
        .first()
        .fill('3');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'agenda-editor',
    email: secretary.email,
    async go(page) {
      await openNextMeeting(page);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('heading', { name: 'Agenda' }).evaluate((heading) => heading.scrollIntoView());
    },
  },
  {
    name: 'deciding',
    email: secretary.email,
    go: async (page) => void (await page.goto('/admin/setup?view=deciding')),
  },
  {
    name: 'minutes',
    email: secretary.email,
    async go(page) {
      await page.goto('/meetings');
      await page.getByRole('link', { name: 'October Board Meeting' }).click();
      await page.waitForURL(/\/meetings\/[\w-]+$/);
      await page.goto(`${page.url()}/minutes`);
    },
  },
  {
    name: 'room',
    email: commodore.email,
    async go(page) {
      await page.goto('/home');
      await page.getByRole('link', { name: 'Enter the room' }).first().click();
      await page.getByRole('button', { name: 'Abstain' }).waitFor();
    },
  },
];

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

async function withDemonstration(work: (url: string) => Promise<void>): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'dais-guide-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const demo = spawn(process.execPath, ['server/demo.ts'], {
    env: { ...process.env, DATA_DIR: data, PORT: String(port), APP_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => demo.once('exit', resolve));
  try {
    await new Promise<void>((resolve, reject) => {
      demo.stdout.on('data', (text: Buffer) => text.includes(url) && resolve());
      demo.once('exit', () => reject(new Error('The demonstration did not start.')));
    });
    await work(url);
  } finally {
    demo.kill();
    await ended;
    await rm(data, { recursive: true, force: true });
  }
}

await withDemonstration(async (baseURL) => {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    for (const { name, email, go } of pictures) {
      const context = await browser.newContext({
        baseURL,
        viewport: size,
        colorScheme: 'light',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto('/login');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(demoPassword);
      await page.getByRole('button', { name: 'Log In' }).click();
      await page.waitForURL((url) => !url.pathname.startsWith('/login'));
      await go(page);
      await page.waitForTimeout(settleMs);
      const taken = await page.screenshot();
      await writeFile(new URL(`${name}.webp`, folder), await sharp(taken).webp({ quality: 80 }).toBuffer());
      process.stdout.write(`${name}.webp\n`);
      await context.close();
    }
  } finally {
    await browser.close();
  }
});
