import type { NextStep } from '#contract/endpoint.ts';
import { paths } from '#web/paths.ts';
import { createStore } from '#web/store.ts';

/** Ends the question for the password that is open over the page, confirmed or not; null while none is. */
export const passwordRequest = createStore<((isConfirmed: boolean) => void) | null>(null);

/** Leads to what the server asks for before it answers, and from there back to this page. */
export function takeStep(step: NextStep): void {
  const { pathname, search } = window.location;
  const here = `${pathname}${search}`;
  const addresses = {
    'confirm-password': () => paths.confirmPassword({ next: here }),
    'set-up-two-factor': () => paths.twoFactorSettings({ next: here }),
  } as const;
  window.location.assign(addresses[step]());
}
