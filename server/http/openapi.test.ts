import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

const ask = (headers: Readonly<Record<string, string>> = {}) => server.app.inject({ url: '/openapi.json', headers });

test.each([
  ['', null],
  ['identity', null],
  ['br;q=0, gzip;q=0.0', null],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5, br;q=0', 'gzip'],
])('the OpenAPI document accepted as %j is sent as %s', async (accepted, coding) => {
  const whole = (await ask()).rawPayload;
  const { headers, rawPayload, statusCode } = await ask({ 'accept-encoding': accepted });
  expect(statusCode).toBe(200);
  expect(headers['content-encoding'] ?? null).toBe(coding);
  expect(headers.vary).toContain('accept-encoding');
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const read = coding === 'br' ? brotliDecompressSync(rawPayload) : coding ? gunzipSync(rawPayload) : rawPayload;
  expect(read.equals(whole)).toBe(true);
  if (coding !== null) expect(rawPayload.length).toBeLessThan(whole.length / 4);
  expect(JSON.parse(read.toString())).toMatchObject({ openapi: '3.1.0' });
});

test('the OpenAPI document is made once and not sent again to a client that has it', async () => {
  await ask();
  const make = vi.spyOn(server.app, 'swagger');
  const { headers } = await ask({ 'accept-encoding': 'br' });
  const again = await ask({ 'accept-encoding': 'br', 'if-none-match': `W/${headers.etag}` });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
  expect(again.headers.etag).toBe(headers.etag);
  const other = await ask({ 'if-none-match': String(headers.etag) });
  expect(other.statusCode).toBe(200);
  expect(other.headers.etag).not.toBe(headers.etag);
  expect(make).not.toHaveBeenCalled();
});
