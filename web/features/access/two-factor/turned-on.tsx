import { KeyRound, ShieldCheck } from 'lucide-react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { type getTwoFactor, renewRecoveryCodes, turnOffTwoFactor } from '#contract/two-factor.ts';
import type { TwoFactorStep } from '#web/paths.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';
import { afterFirstFactor } from './recovery-codes.tsx';
import styles from './two-factor.module.css';
import { recoveryCodesLeft } from './two-factor-section.tsx';

type TwoFactor = AnswerOf<typeof getTwoFactor>;

interface TurnedOnProps {
  readonly state: TwoFactor;
  readonly step: string | undefined;
  readonly hrefOf: (step: TwoFactorStep) => string;
  readonly onStepEnds: () => void;
  readonly onRenewed: (codes: readonly string[]) => void;
}

export function TurnedOn({ state, step, hrefOf, onStepEnds, onRenewed }: TurnedOnProps) {
  const { is_on: hasApp, has_passkey: hasPasskey, recovery_codes_left: codesLeft, codes_follow: codesFollow } = state;
  return (
    <div className={styles.part}>
      <Rows>
        <Setting
          icon={ShieldCheck}
          title="Authenticator app"
          meta={hasApp ? 'On' : 'Off'}
          action={
            <LinkButton size="s" href={hrefOf(hasApp ? 'turn-off' : 'set-up')}>
              {hasApp ? 'Turn off' : 'Set up'}
            </LinkButton>
          }
        />
        <Setting
          icon={KeyRound}
          title="Recovery codes"
          meta={codesFollow === null ? noCodes : recoveryCodesLeft(codesLeft)}
          action={
            codesFollow !== null && (
              <LinkButton size="s" href={hrefOf('renew')}>
                Renew
              </LinkButton>
            )
          }
        />
      </Rows>
      <ConfirmCall
        endpoint={renewRecoveryCodes}
        input={{ body: {} }}
        invalidates={['twoFactor']}
        onDone={(answer) => onRenewed(answer.recovery_codes)}
        isOpen={step === 'renew'}
        onClose={onStepEnds}
        title="Renew recovery codes?"
        confirmLabel="Renew"
      >
        You get ten new codes, and the old ones stop working.
      </ConfirmCall>
      <ConfirmCall
        endpoint={turnOffTwoFactor}
        input={{}}
        invalidates={['twoFactor']}
        done={hasPasskey ? 'The authenticator app is off' : 'Two-factor authentication is off'}
        isOpen={step === 'turn-off'}
        onClose={onStepEnds}
        title={hasPasskey ? 'Turn off the authenticator app?' : 'Turn off two-factor authentication?'}
        confirmLabel="Turn off"
        danger
      >
        {hasPasskey
          ? passkeyLeft(codesFollow)
          : `${codesFollow === 'provider' ? 'Signing in with your provider' : 'Your password'} will then be enough to sign you in, and your recovery codes stop working. You cannot open boards that require two-factor authentication until you set it up again.`}
      </ConfirmCall>
    </div>
  );
}

const noCodes =
  'A code is needed only after a password, and your account has no password. If you lose your passkeys, ask a site admin of this portal to reset your sign-in.';

const passkeyLeft = (follow: TwoFactor['codes_follow']): string =>
  follow === null
    ? 'You can still sign in with your passkeys.'
    : `${afterFirstFactor(follow)}, signing in then asks for your passkey or a recovery code.`;
