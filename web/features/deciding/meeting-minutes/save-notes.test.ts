import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { emptyRichText } from '#domain/rich-text.ts';
import { saveNotes } from './save-notes.ts';

const fetched = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('document', { cookie: '' });
});
afterEach(() => void vi.unstubAllGlobals());

const save = () => saveNotes('s', { notes: emptyRichText, revision: 1 });

test.each([minutesMessages.approved, minutesMessages.votedOn])(
  'notes rejected by a rule are reported as rejected, not as a lost connection: %s',
  async (msg) => {
    fetched.mockResolvedValue(Response.json({ status: 'error', msg }));
    expect(await save()).toMatchObject({ kind: 'refused', cause: { message: msg } });
  },
);

test.each([403, 404, 413, 422])('notes rejected with %d are not sent again', async (status) => {
  fetched.mockResolvedValue(Response.json({ status: 'error', msg: '' }, { status }));
  expect(await save()).toMatchObject({ kind: 'refused', cause: { status } });
});

test('notes are sent again after a network error, a busy server or a proxy’s error page', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await save()).toMatchObject({ kind: 'failed' });
  fetched.mockResolvedValue(Response.json({ status: 'error', msg: '' }, { status: 503 }));
  expect(await save()).toMatchObject({ kind: 'failed' });
  fetched.mockResolvedValue(new Response('<!doctype html><title>Hotel Wi-Fi</title>', { status: 200 }));
  expect(await save()).toMatchObject({ kind: 'failed' });
});
