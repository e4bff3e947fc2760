import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { addressesIn, withoutSchemas } from './vite-endpoint-addresses.ts';

const id = fileURLToPath(new URL('../web/features/page.tsx', import.meta.url));
const addressesOf = (code: string) => addressesIn(parseAst(code, { lang: 'ts' }));
const page = (use: string) => `import { getAccount, type Account } from '#contract/account.ts';\n${use}\n`;

test('the build contains the names and addresses of endpoints, but not their schemas', () => {
  const code = `export const getOne = endpoint({ name: 'one.get', route: 'GET /ajax/one', query: z.object({}) });
export const other = 1;`;
  expect(addressesOf(code)).toBe(
    'export const getOne = {"name":"one.get","method":"GET","path":"/ajax/one","reply":"data"};',
  );
});

test.each([
  ["name: 'one.get', route: 'GET /ajax/' + one"],
  ["name, route: 'GET /ajax/one'"],
  ["...common, name: 'one.get', route: 'GET /ajax/one'"],
  ["['name']: 'one.get', route: 'GET /ajax/one'"],
  ["name: 'one.get'"],
])('an endpoint whose name or route is not a literal fails the build: { %s }', (parts) => {
  expect(() => addressesOf(`export const getOne = endpoint({ ${parts} });`)).toThrow("The contract's getOne");
});

test('a page that only calls endpoints imports their addresses instead of their schemas', () => {
  const code = page('call(getAccount, { params: { id } }).then(({ body }) => body, getAccount.path);');
  expect(withoutSchemas(code, id)).toContain("from '#contract/account.ts?addresses'");
});

test.each([
  'getAccount.answer.parse(x);',
  'getAccount?.query;',
  "getAccount['body'];",
  'const { params } = getAccount;',
])('a page without forms fails the build if it reads a schema: %s', (use) => {
  expect(() => withoutSchemas(page(use), id)).toThrow('of getAccount a page without forms has');
});

test('the build fails if a file reads a schema of an endpoint that it imports under another name', () => {
  const code = "import { getAccount as own } from '#contract/account.ts';\nown.answer.parse(x);\n";
  expect(() => withoutSchemas(code, id)).toThrow('of own');
});
