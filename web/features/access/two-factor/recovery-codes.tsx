import { Download, Printer } from 'lucide-react';
import { useRef } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { getTwoFactor } from '#contract/two-factor.ts';
import { useStart } from '#web/api/start.ts';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton, CopyStatus, useCopying } from '#web/ui/actions/copy-button.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import styles from './two-factor.module.css';

export function recoveryCodesFile(of: {
  readonly appName: string;
  readonly email: string;
  readonly codes: readonly string[];
}): string {
  const lines = [`${of.appName} recovery codes for ${of.email}`, 'Each works once.', '', ...of.codes, ''];
  return lines.join('\r\n');
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly board: Parameters<typeof AuthFrame>[0]['board'];
  readonly onDone: () => void;
}

export const recoveryCodesTitle = 'Save your recovery codes';

type CodesFollow = AnswerOf<typeof getTwoFactor>['codes_follow'];
export const afterFirstFactor = (follow: CodesFollow): string =>
  follow === 'provider' ? 'After you sign in with your provider' : 'After you enter your password';

const lede =
  'You can use each code once instead of a code from your app. Keep the codes somewhere you can reach without your phone. They will not be shown again.';

export function RecoveryCodes({ codes, board, onDone }: RecoveryCodesProps) {
  return (
    <AuthFrame board={board} wide title={recoveryCodesTitle} lede={lede}>
      <div className={styles.part}>
        <Stack gap="m">
          <KeptCodes codes={codes} />
          <div className={styles.tools}>
            <Button variant="primary" block onPress={onDone}>
              I have saved them
            </Button>
          </div>
        </Stack>
      </div>
    </AuthFrame>
  );
}

export function KeptCodes({ codes }: Pick<RecoveryCodesProps, 'codes'>) {
  const { settings, user } = useStart();
  const list = useRef<HTMLUListElement>(null);
  const copying = useCopying(codes.join('\n'), list);
  const download = (): void => {
    const text = recoveryCodesFile({ appName: settings.app_name, email: user?.email ?? '', codes });
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${settings.app_name} recovery codes.txt`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <>
      <ul className={styles.codes} ref={list} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.tools}>
        <Cluster>
          <CopyButton copying={copying} />
          <CopyStatus copying={copying} what="text" />
          <Button icon={Download} onPress={download}>
            Download
          </Button>
          <Button icon={Printer} onPress={() => window.print()}>
            Print
          </Button>
        </Cluster>
      </div>
    </>
  );
}

export function recoveryCodesLeft(count: number): string {
  if (count === 0) return 'No recovery codes left. Create new ones now.';
  return count === 1 ? '1 recovery code left.' : `${count} recovery codes left.`;
}
