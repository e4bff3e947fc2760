import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftStorageKey } from './before-login.ts';

const logOut = async () => (await import('./log-out.ts')).logOut();
const leaveSignedOut = async () => (await import('./log-out.ts')).leaveSignedOut();

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('#web/api/call.ts', () => ({ call }));
beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
});

function browser() {
  const page = new EventTarget();
  const location = { assign: vi.fn(), replace: vi.fn(), reload: vi.fn(), pathname: '/meetings', search: '?year=2026' };
  vi.stubGlobal('window', { addEventListener: page.addEventListener.bind(page), location });
  const removeItem = vi.fn();
  vi.stubGlobal('sessionStorage', { removeItem });
  const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  return { location, removeItem, show };
}

test('a page that the browser kept and shows on Back after Logout is asked for anew', async () => {
  call.mockResolvedValue({});
  const { location, show } = browser();
  await logOut();
  expect(location.assign).toHaveBeenCalledWith('/login');
  show(false);
  expect(location.reload).not.toHaveBeenCalled();
  show(true);
  expect(location.reload).toHaveBeenCalledTimes(1);
});

test('a session that was ended elsewhere leaves the page for the login, which says so, and Back does not bring it again', async () => {
  const { location, show } = browser();
  await leaveSignedOut();
  expect(location.replace).toHaveBeenCalledWith('/login?logout=elsewhere&next=%2Fmeetings%3Fyear%3D2026');
  show(true);
  expect(location.reload).toHaveBeenCalledTimes(1);
});

test('what was typed before a session ended does not stay on the machine', async () => {
  call.mockResolvedValue({});
  const { removeItem } = browser();
  await logOut();
  expect(removeItem).toHaveBeenCalledWith(draftStorageKey);
});

test('also where the server did not hear of it', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  call.mockRejectedValue(new Error('no network'));
  const { location, show } = browser();
  await logOut();
  expect(location.assign).toHaveBeenCalledWith('/login?logout=failed');
  show(true);
  expect(location.reload).toHaveBeenCalledTimes(1);
});
