import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner } from './support/as-owner.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';

const isSql = /^(set role|reset|select|with|insert|update|delete|alter|create|drop|grant|revoke|vacuum|analyze)\b/i;

async function statementsOf(page: string): Promise<readonly string[]> {
  const text = await readFile(join(import.meta.dirname, '../docs', page), 'utf8');
  const blocks = text.split(/^(?! {4}\S).*$/m).map((block) => block.replaceAll(/^ {4}| *--.*$/gm, '').trim());
  return blocks.filter((block) => isSql.test(block)).flatMap((block) => block.split(/;\s*/).filter(Boolean));
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database?.drop());

test('every SQL statement in operations.md can be executed', async () => {
  const statements = await statementsOf('operations.md');
  expect(statements.length).toBeGreaterThanOrEqual(4);
  await asOwner(database, async (owner) => {
    for (const statement of statements) await expect(owner.query(statement), statement).resolves.toBeDefined();
  });
});
