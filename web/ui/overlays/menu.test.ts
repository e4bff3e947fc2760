import { expect, test, vi } from 'vitest';
import { menuNotLoaded } from '#domain/messages/general.ts';

const { showToast } = vi.hoisted(() => ({ showToast: vi.fn() }));
vi.mock('./menu-panel.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
vi.mock('./toast.tsx', () => ({ showToast }));
const { loadMenus, loadMenusToOpen } = await import('./menu.tsx');

test('a menu whose file cannot be fetched shows a message only when it is opened', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(await loadMenus()).toBe(false);
  expect(showToast).not.toHaveBeenCalled();
  expect(await loadMenusToOpen()).toBe(false);
  expect(showToast).toHaveBeenCalledExactlyOnceWith(menuNotLoaded, expect.anything());
  expect(warn).toHaveBeenCalledTimes(2);
});
