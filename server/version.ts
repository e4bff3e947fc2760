import { readFileSync } from 'node:fs';

/** Of the release that runs; `npm version` raises it. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version;
