import { LockOpen } from 'lucide-react';
import { useState } from 'react';
import { sizeText } from '#domain/documents.ts';
import { counted } from '#domain/text.ts';
import { RemoveAll } from '#web/features/papers/kept-papers/remove-all.tsx';
import { isVaultOpen, remoteVault } from '#web/features/papers/kept-papers/vault/remote-vault.ts';
import type { VaultState } from '#web/features/papers/kept-papers/vault/vault.ts';
import { AuthActions, AuthCard, AuthForm } from '#web/shell/auth-frame.tsx';
import { useStore } from '#web/store.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { isConnected } from './connection.ts';
import { expiredText } from './kept-papers.ts';

const face = { board: null, appName: 'Dais' } as const;

const WipedNotice = () => (
  <Notice tone="negative">
    After ten incorrect passcodes, the papers and unsent marks on this device were deleted.
  </Notice>
);

export function NothingKept({ next, isWiped }: { readonly next: string; readonly isWiped: boolean }) {
  return (
    <AuthCard
      {...face}
      title="No papers on this device"
      lede="To keep papers here, go online, open a meeting and press “Keep on this device”."
    >
      {isWiped && <WipedNotice />}
      <AuthActions>
        <LinkButton href={next} block>
          Go to Dais
        </LinkButton>
      </AuthActions>
    </AuthCard>
  );
}

export function Unreadable({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <AuthCard
      {...face}
      title="The papers cannot be read"
      lede="The browser could not read the papers stored on this device. Close other Dais windows and try again."
    >
      <AuthActions>
        <Button variant="primary" block onPress={onRetry}>
          Try again
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

interface LockedPageProps {
  readonly state: VaultState;
  readonly next: string;
  readonly isWiped: boolean;
  readonly onWiped: () => void;
  readonly onOpen: () => Promise<void>;
  readonly onChange: () => Promise<void>;
}

export function LockedPage({ state, next, isWiped, onOpen, onWiped, onChange }: LockedPageProps) {
  const isOnline = useStore(isConnected);
  const [passcode, setPasscode] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [isPending, setPending] = useState(false);
  const papers = state.boards.flatMap((board) => board.papers);
  const stored = `${counted(papers.length, 'paper')}, ${sizeText(papers.reduce((sum, each) => sum + each.byteSize, 0))}`;
  const unlock = async (): Promise<void> => {
    setPending(true);
    setError(undefined);
    try {
      const result = await remoteVault.unlock(passcode);
      setPasscode('');
      if (result.kind === 'open') {
        isVaultOpen.set(true);
        await onOpen();
      } else if (result.kind === 'wrong') setError(wrongText(result.triesLeft));
      else {
        onWiped();
        await onChange();
      }
    } catch (cause) {
      console.warn('The papers could not be opened', cause);
      setError('The papers could not be opened. The stored copies may be damaged. Keep the papers again.');
    } finally {
      setPending(false);
    }
  };
  return (
    <AuthCard
      {...face}
      title="Papers are locked"
      lede={
        state.boards.every(({ expiresAt }) => expiresAt === null)
          ? expiredText
          : `${stored}, encrypted on this device. Your passcode opens them; no connection is needed.`
      }
    >
      {isWiped && <WipedNotice />}
      <Stack gap="m">
        <AuthForm onSubmit={() => void unlock()}>
          <PasswordField
            label="Passcode"
            name="passcode"
            // Browsers ignore "off" for passwords, but neither fill nor store a one-time code.
            autoComplete="one-time-code"
            autoFocus
            value={passcode}
            onChange={setPasscode}
            errorMessage={error}
          />
          <Button type="submit" variant="primary" block icon={LockOpen} isPending={isPending}>
            Open papers
          </Button>
        </AuthForm>
        <Stack gap="s">
          <RemoveAll
            block
            onRemove={async () => {
              for (const { userId } of state.owners) await remoteVault.removeUser(userId);
              await onChange();
            }}
          >
            {state.owners.length > 1
              ? 'This deletes the copies of everybody who uses this browser. The papers can be kept again once you are online.'
              : 'This deletes the copies. You can keep the papers again once you are online.'}
          </RemoveAll>
          <p className="meta">
            A forgotten passcode cannot be recovered. Sign in, remove the papers from this device, and keep them again
            with a new passcode. Unsent marks stay on this device and will be sent after you sign in.
          </p>
          {isOnline && (
            <LinkButton href={next} block>
              Continue to Dais
            </LinkButton>
          )}
        </Stack>
      </Stack>
    </AuthCard>
  );
}

const wrongText = (left: number): string =>
  left > 3
    ? 'Incorrect passcode.'
    : `Incorrect passcode. After ${counted(left, 'more wrong attempt')}, the papers will be deleted from this device.`;
