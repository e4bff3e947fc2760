import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getDashboard } from '#contract/timeline.ts';
import { call } from './call.ts';
import { keepFirstAnswers } from './first-answers.ts';

const fetched = vi.fn<() => Promise<Response>>(async () => Response.json({ status: 'success', data: 'fetched' }));

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('document', { cookie: '' });
  fetched.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function pageWith(address: string, textContent: string): ParentNode {
  const element = {
    dataset: { answer: address },
    textContent,
    isConnected: true,
    remove() {
      element.isConnected = false;
    },
  };
  return { querySelectorAll: () => [element] } as unknown as ParentNode;
}

test('a response embedded in the page is used for one call, and later calls are sent to the server', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(500);
  keepFirstAnswers(pageWith('/ajax/dashboard', '{"status":"success","data":"in the page"}'));
  expect(await call(getDashboard)).toBe('in the page');
  expect(fetched).not.toHaveBeenCalled();
  expect(await call(getDashboard)).toBe('fetched');
});

test('an embedded response is ignored if it is for another address or older than ten seconds', async () => {
  keepFirstAnswers(pageWith('/ajax/meetings', '{"status":"success","data":"in the page"}'));
  expect(await call(getDashboard)).toBe('fetched');
  vi.spyOn(performance, 'now').mockReturnValue(10_001);
  keepFirstAnswers(pageWith('/ajax/dashboard', '{"status":"success","data":"in the page"}'));
  expect(await call(getDashboard)).toBe('fetched');
});
