import { prerender } from 'react-dom/static';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyPart, onPartFailure } from './lazy-part.tsx';

afterEach(() => vi.unstubAllGlobals());

const Greeting = () => 'Hello';

test('a part that cannot be loaded reports the failure and renders nothing, and is loaded again at its next mount', async () => {
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.stubGlobal('window', {});
  const report = vi.fn();
  onPartFailure(report);
  const lost = new TypeError('Failed to fetch dynamically imported module');
  const load = vi.fn(async () => ({ Greeting })).mockRejectedValueOnce(lost);
  const Part = lazyPart(load, 'Greeting');
  const shown = async () => new Response((await prerender(<Part />)).prelude).text();
  expect(await shown()).not.toContain('Hello');
  expect(report.mock.calls).toEqual([[lost]]);
  expect(await shown()).toContain('Hello');
  expect(load).toHaveBeenCalledTimes(2);
});
