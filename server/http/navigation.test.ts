import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { isOwnNavigation } from './navigation.ts';

const at = (appUrl: string, headers: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) => {
  const context = { config: readConfig({ APP_URL: appUrl, ...env }, 'serve') };
  return isOwnNavigation(context, { header: (name) => headers[name] });
};

test('Sec-Fetch-Site takes precedence over the Referer', () => {
  const referer = 'https://dais.example/home';
  for (const site of ['same-origin', 'none']) {
    expect(at('https://dais.example', { 'sec-fetch-site': site, referer: 'https://evil.example/' })).toBe(true);
  }
  for (const site of ['cross-site', 'same-site', '']) {
    expect(at('https://dais.example', { 'sec-fetch-site': site, referer })).toBe(false);
  }
});

test('without Sec-Fetch-Site, the Referer determines whether a navigation counts as coming from our site', () => {
  for (const app of ['https://dais.example', 'http://dais.example']) {
    expect(at(app, { referer: `${app}/home` })).toBe(true);
    expect(at(app, { referer: 'https://evil.example/dais.example' })).toBe(false);
    expect(at(app, { origin: 'null', referer: `${app}/home` })).toBe(false);
  }
  for (const app of ['https://dais.example', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
    expect(at(app, {})).toBe(true);
  }
  for (const app of ['http://dais.example', 'http://10.0.0.7', 'http://localhost.evil.example']) {
    expect(at(app, {})).toBe(false);
  }
});

test('a navigation from another board’s page counts as coming from our site, but one from a similar domain does not', () => {
  const boards = { BOARDS_DOMAIN: 'boards.example' };
  expect(at('https://dais.example', { referer: 'https://harbour.boards.example/home' }, boards)).toBe(true);
  expect(at('https://dais.example', { referer: 'https://harbour.boards.example.evil/home' }, boards)).toBe(false);
});
