import { logout } from '#contract/session.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/paths.ts';
import { beforeLogin, draftStorageKey } from './before-login.ts';

let mayLeave: () => Promise<boolean> = async () => true;

export function setBeforeLogOut(before: () => Promise<boolean>): void {
  mayLeave = before;
}

function askAnew({ persisted }: PageTransitionEvent): void {
  if (persisted) window.location.reload();
}

let isLeaving = false;

/** Removes the board's content from the screen and from the back/forward cache. */
export async function leaveSignedOut(): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  await beforeLogin();
  window.addEventListener('pageshow', askAnew);
  const { pathname, search } = window.location;
  window.location.replace(paths.loginAfterEnd(`${pathname}${search}`));
}

/** Redirects to /login even if the request fails. */
export async function logOut(next?: string): Promise<void> {
  if (!(await mayLeave())) return;
  isLeaving = true;
  sessionStorage.removeItem(draftStorageKey);
  window.addEventListener('pageshow', askAnew);
  try {
    await call(logout, { body: {} });
    window.location.assign(paths.login(next));
  } catch (error) {
    console.warn('Signing out failed', error);
    window.location.assign(paths.loginAfterFailedLogout(next));
  }
}
