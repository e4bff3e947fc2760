import { logout } from '../../contract/session.ts';
import { call } from '../api/call.ts';
import { paths } from '../paths.ts';

/** Signs out. On success or failure the browser goes to /login (specification, section 7). */
export async function logOut(): Promise<void> {
  try {
    await call(logout, { body: {} });
  } catch (error) {
    console.warn('Signing out failed', error);
  } finally {
    window.location.assign(paths.login());
  }
}
