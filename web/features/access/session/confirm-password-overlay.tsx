import { type ParsedLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { signInLabels } from '#domain/messages.ts';
import { askedForPassword } from '#web/api/asked-for-password.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { useConfirmPassword } from './use-confirm-password.ts';

/**
 * Asks for the password over the page whose act needs it, under the address of the page that does so alone: a reload shows
 * that one. The act waits, and goes on once the password is confirmed.
 */
export function ConfirmPasswordOverlay() {
  const router = useRouter();
  const { confirm: isInAddress } = useSearch({ strict: false });
  const wasInAddress = useRef(false);
  const pageBefore = useRef<ParsedLocation | null>(null);
  usePageTitle(signInLabels.confirmPasswordTitle);
  // An effect, because the address is the page's.
  useEffect(() => {
    // Once, though effects may run again: by then the address may be this overlay's own.
    if (pageBefore.current !== null) return;
    const { location } = router.state;
    // A person over a page stands under an address of their own.
    const shown = location.maskedLocation ?? location;
    pageBefore.current = location;
    void router.navigate({
      to: '.',
      search: (before) => ({ ...before, confirm: '1' }),
      mask: { to: '/user/confirm-password', search: { next: shown.href }, unmaskOnReload: true },
      replace: true,
      resetScroll: false,
    });
  }, [router]);
  // An effect, because Back and other navigations begin anywhere. Whoever leaves has not confirmed.
  useEffect(() => {
    if (isInAddress !== undefined) wasInAddress.current = true;
    else if (wasInAddress.current) askedForPassword.get()?.(false);
  }, [isInAddress]);
  const leave = async (isConfirmed: boolean): Promise<void> => {
    // Before the address changes, which by itself means that nothing was confirmed.
    askedForPassword.get()?.(isConfirmed);
    const masked = pageBefore.current?.maskedLocation;
    await router.navigate({
      to: '.',
      search: ({ confirm: _, ...before }) => before,
      ...(masked === undefined ? {} : { mask: { to: masked.pathname, search: masked.search, unmaskOnReload: true } }),
      replace: true,
      resetScroll: false,
    });
  };
  const { field, isBusy, submit } = useConfirmPassword(() => void leave(true));
  return (
    <FormDialog
      isOpen
      onClose={() => void leave(false)}
      title={signInLabels.confirmPasswordTitle}
      submitLabel={signInLabels.confirm}
      isPending={isBusy}
      onSubmit={submit}
    >
      <PasswordField label="Password" name="password" autoComplete="current-password" autoFocus {...field} />
    </FormDialog>
  );
}
