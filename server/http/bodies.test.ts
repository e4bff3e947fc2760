import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addBodyParsers, isDeep } from './bodies.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('the depth of a request body counts nested levels, but not sibling lists or brackets in strings', () => {
  expect(isDeep(nested(65))).toBe(true);
  expect(isDeep('{"content":['.repeat(2_000))).toBe(true);
  expect(isDeep(nested(64))).toBe(false);
  expect(isDeep(`[${'{"a":[]},'.repeat(1_000)}{}]`)).toBe(false);
  expect(isDeep(JSON.stringify({ text: '"[\\'.repeat(1_000) }))).toBe(false);
});

test('a request body with thousands of nested levels is rejected before it is parsed', async () => {
  const app = Fastify();
  addBodyParsers(app);
  app.post('/', async () => ({}));
  const send = (payload: string) =>
    app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload });
  expect((await send(nested(5_000))).statusCode).toBe(400);
  expect((await send(nested(10))).statusCode).toBe(200);
});
