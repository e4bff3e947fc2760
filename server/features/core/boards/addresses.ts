import type { Config } from '#server/config.ts';

/** Where a board is served; every link in mail and calendars begins with it (product.md, section 3). No trailing slash. */
export function baseUrlOf(config: Pick<Config, 'appUrl' | 'boardsDomain'>, shortname: string): string {
  if (config.boardsDomain === null) return config.appUrl;
  return `${new URL(config.appUrl).protocol}//${shortname}.${config.boardsDomain}`;
}
