import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveReaderAnnotations } from './save-annotations.ts';

const fetched = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('document', { cookie: '' });
});
afterEach(() => void vi.unstubAllGlobals());

const place = { boardId: 'b', documentId: 'd', versionId: 'v' };
const save = () => saveReaderAnnotations(place, { xfdf: '<xfdf/>', baseRevision: null });

test.each([403, 404, 413, 422])('annotations rejected with %d are not sent again', async (status) => {
  fetched.mockResolvedValue(Response.json({ status: 'error', msg: '' }, { status }));
  expect(await save()).toMatchObject({ kind: 'refused', cause: { status } });
});

test.each([419, 429, 500, 502, 503])('annotations that failed with %d are sent again', async (status) => {
  fetched.mockResolvedValue(Response.json({ status: 'error', msg: '' }, { status }));
  expect(await save()).toMatchObject({ kind: 'failed' });
});

test('a lost connection or a required two-factor setup does not count as a rejection of annotations', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await save()).toMatchObject({ kind: 'failed' });
  fetched.mockResolvedValue(Response.json({ status: 'error', msg: '', step: 'set-up-two-factor' }, { status: 403 }));
  expect(await save()).toMatchObject({ kind: 'failed' });
});
