import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/local/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
] as const;

export function findBrowser(): string {
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error('The tests need Chromium: run node tools/system-packages.ts first.');
  return found;
}
