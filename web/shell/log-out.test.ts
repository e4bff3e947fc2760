import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftStorageKey } from './before-login.ts';

const logOut = async () => (await import('./log-out.ts')).logOut();
const leaveSignedOut = async () => (await import('./log-out.ts')).leaveSignedOut();

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('#web/api/call.ts', () => ({ call }));
beforeEach(() => vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

function browser() {
  const page = new EventTarget();
  const location = { assign: vi.fn(), replace: vi.fn(), reload: vi.fn(), pathname: '/meetings', search: '?year=2026' };
  vi.stubGlobal('window', { addEventListener: page.addEventListener.bind(page), location });
  const removeItem = vi.fn();
  vi.stubGlobal('sessionStorage', { removeItem });
  const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  return { location, removeItem, show };
}

test('logging out removes typed drafts, and a page restored from the back-forward cache is reloaded', async () => {
  call.mockResolvedValue({});
  const { location, removeItem, show } = browser();
  await logOut();
  expect(removeItem).toHaveBeenCalledWith(draftStorageKey);
  expect(location.assign).toHaveBeenCalledWith('/login');
  show(false);
  expect(location.reload).not.toHaveBeenCalled();
  show(true);
  expect(location.reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['the session ended elsewhere', leaveSignedOut, 'replace', '/login?logout=elsewhere&next=%2Fmeetings%3Fyear%3D2026'],
  ['logging out fails offline', logOut, 'assign', '/login?logout=failed'],
] as const)(
  'if %s, the login page shows a notice, and a page restored from the cache is reloaded',
  async (_name, leave, how, address) => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    call.mockRejectedValue(new Error('no network'));
    const { location, show } = browser();
    await leave();
    expect(location[how]).toHaveBeenCalledWith(address);
    show(true);
    expect(location.reload).toHaveBeenCalledTimes(1);
  },
);
