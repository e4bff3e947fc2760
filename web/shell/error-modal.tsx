import { useRef } from 'react';
import { defaultErrorMessage, dismissLabel, dismissLeadsToLogin, offlineText } from '#domain/messages/general.ts';
import { dismissGeneralError, useGeneralError } from '#web/api/general-error.ts';
import { useOnline } from '#web/online.ts';
import { paths } from '#web/paths.ts';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import { beforeLogin } from './before-login.ts';

export function ErrorModal() {
  const message = useGeneralError();
  const isOnline = useOnline();
  // Keeps the text while the dialog fades out.
  const shown = useRef(defaultErrorMessage);
  if (message !== null) shown.current = message === '' ? defaultErrorMessage : message;
  const dismiss = async (): Promise<void> => {
    dismissGeneralError();
    if (message !== null && dismissLeadsToLogin(message)) {
      await beforeLogin();
      const { pathname, search } = window.location;
      window.location.assign(pathname === paths.login() ? paths.login() : paths.login(`${pathname}${search}`));
    }
  };
  return (
    <MessageDialog
      isOpen={message !== null}
      onClose={() => void dismiss()}
      message={shown.current}
      details={isOnline ? undefined : offlineText}
      dismissLabel={dismissLabel}
    />
  );
}
