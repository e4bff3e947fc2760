import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testApp } from './support/test-app.ts';

const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&\u2028';
const server = testApp();
const isBuilt = existsSync(new URL('../dist/web/index.html', import.meta.url));

test.runIf(isBuilt)('the start page escapes markup in the names of boards and people', async () => {
  const board = await server.make.board({ title: hostile });
  const user = await server.make.user({ firstName: hostile, lastName: hostile });
  const client = await server.signIn(await server.make.member({ board, user }));
  const { text, status } = await client.get('/home', { accept: 'text/html' });
  expect(status).toBe(200);
  expect(text).toContain('alert(1)');
  expect(text).not.toMatch(/<script>alert|<img src=x/);
  const [, data = ''] = /<script type="application\/json" id="start">(.*?)<\/script>/s.exec(text) ?? [];
  expect(JSON.parse(data).user.first_name).toBe(hostile);
  expect(/<title>(.*?)<\/title>/s.exec(text)?.[1]).toContain('&lt;/script&gt;');
});

test('no frontend source file writes raw HTML', () => {
  const sources = globSync('web/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$/.test(path));
  const writing = sources.filter((path) =>
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function\(/.test(
      readFileSync(path, 'utf8'),
    ),
  );
  expect(writing).toEqual([]);
});

test('password fields allow pasting and declare their purpose to password managers', () => {
  const pages = globSync('web/features/**/*.tsx').filter((path) => !/\.test\.tsx$/.test(path));
  const uses = pages.flatMap(
    (path) => readFileSync(path, 'utf8').match(/<(PasswordField|FormPassword)\s[\s\S]*?\/>/g) ?? [],
  );
  expect(uses.length).toBeGreaterThan(5);
  for (const use of uses) expect.soft(use).not.toMatch(/onPaste|onBeforeInput|autoComplete="off"/);
  for (const use of uses.filter((each) => /label="(Retype|New)/.test(each))) {
    expect.soft(use).toContain('autoComplete="new-password"');
  }
  const field = readFileSync('web/ui/fields/password-field.tsx', 'utf8');
  expect(field).toContain('autoComplete="current-password"');
  expect(field).not.toMatch(/onPaste|onBeforeInput|autoComplete="off"/);
});

test('no server source file evaluates code, and only known files build regular expressions', () => {
  const sources = globSync('{server,domain,contract}/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const making = sources.filter((path) =>
    /\beval\(|new Function\(|new RegExp\(|vm\.run|\bexec\(`/.test(readFileSync(path, 'utf8')),
  );
  expect(making.toSorted()).toEqual([
    'domain/agenda-order.ts',
    'domain/agenda-times.ts',
    'domain/find-in-text.ts',
    'domain/paper-matching.ts',
    'domain/revisions/page-words.ts',
  ]);
});
