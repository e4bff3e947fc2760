import { LockOpen } from 'lucide-react';
import { useState } from 'react';
import { viewerMessages } from '#domain/messages/documents.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import type { ViewedDocument } from '#web/viewer/types.ts';
import styles from './pane.module.css';
import { fileLine, Pane } from './panes.tsx';

interface PasswordPaneProps {
  readonly document: ViewedDocument;
  readonly isWrong: boolean;
  /** The password is passed to pdf.js and never stored. */
  readonly onUnlock: (password: string) => void;
}

export function PasswordPane({ document, isWrong, onUnlock }: PasswordPaneProps) {
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const message = isMissing
    ? viewerMessages.passwordMissing
    : isWrong && password === ''
      ? viewerMessages.passwordWrong
      : undefined;
  return (
    <div className={styles.locked} data-overlay>
      <Pane
        extension={document.extension}
        title={viewerMessages.locked}
        text={viewerMessages.lockedText}
        meta={fileLine(document)}
        actions={
          <form
            className={styles.password}
            autoComplete="off"
            onSubmit={(event) => {
              event.preventDefault();
              setMissing(password === '');
              if (password === '') return;
              setPassword('');
              onUnlock(password);
            }}
          >
            <PasswordField
              label="Password"
              autoComplete="off"
              autoFocus
              value={password}
              errorMessage={message}
              onChange={(typed) => {
                setPassword(typed);
                setMissing(false);
              }}
            />
            <Button type="submit" variant="primary" icon={LockOpen}>
              {viewerMessages.unlock}
            </Button>
          </form>
        }
      />
    </div>
  );
}
