import { readFileSync } from 'node:fs';

/** The running release; `npm version` changes it. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version;
