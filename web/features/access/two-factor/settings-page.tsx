import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { KeyRound, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getTwoFactor, renewRecoveryCodes, turnOffTwoFactor } from '#contract/two-factor.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { ownPath } from '#domain/paths.ts';
import { queryFor } from '#web/api/queries.ts';
import { isOpen, useBoard, useStart } from '#web/api/start.ts';
import { SwitchBoardMenu } from '#web/features/access/session/switch-board-menu.tsx';
import { paths, type TwoFactorStep } from '#web/paths.ts';
import { AuthActions, AuthFrame } from '#web/shell/auth-frame.tsx';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { logOut } from '#web/shell/log-out.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';
import { afterFirstFactor, RecoveryCodes, recoveryCodesLeft } from './recovery-codes.tsx';
import { SetUp } from './set-up.tsx';
import styles from './two-factor.module.css';

function LeaveActions() {
  const openBoards = useStart().boards.filter(isOpen);
  return (
    <>
      {openBoards.length > 0 && <SwitchBoardMenu boards={openBoards} />}
      <Button onPress={() => void logOut()}>{shellLabels.logout}</Button>
    </>
  );
}

const title = 'Two-factor authentication';

export function TwoFactorSettingsPage() {
  const { step, next } = useSearch({ from: '/user/two-factor' });
  const navigate = useNavigate();
  const board = useBoard();
  const { data: state } = useQuery(queryFor(getTwoFactor));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const after = next === undefined ? paths.accountSecurity() : ownPath(next);
  const here = paths.twoFactorSettings(next === undefined ? {} : { next });
  const isRequired = board?.two_factor_missing === true;

  const showCodes = (made: readonly string[]): void => {
    if (made.length > 0) setCodes(made);
    void navigate({ href: here, replace: true });
  };
  if (codes !== null) {
    // Uses a full page load, because the cached board data may still say that two-factor authentication is missing.
    return <RecoveryCodes codes={codes} board={board} onDone={() => window.location.assign(after)} />;
  }
  if (state === undefined) {
    return (
      <AuthFrame board={board} wide title={title}>
        <ListSkeleton rows={2} />
      </AuthFrame>
    );
  }
  const toStep = (wanted: TwoFactorStep): string =>
    paths.twoFactorSettings({ step: wanted, ...(next === undefined ? {} : { next }) });
  const setUp = toStep('set-up');
  const toSetUp = state.confirmed ? setUp : paths.confirmPassword({ next: setUp, back: here });
  if (!state.is_on && step === 'set-up' && state.confirmed) {
    return (
      <AuthFrame board={board} wide title={title}>
        <SetUp backHref={here} onTurnedOn={showCodes} />
      </AuthFrame>
    );
  }
  if (state.is_on || state.has_passkey) {
    return (
      <AuthFrame board={board} wide title={title} lede={onText(state)}>
        <TurnedOn
          state={state}
          step={step}
          hrefOf={(wanted) => (wanted === 'set-up' ? toSetUp : toStep(wanted))}
          onStepEnds={() => void navigate({ href: here, replace: true })}
          onRenewed={showCodes}
        />
        <AuthActions>
          <LinkButton href={after}>Done</LinkButton>
        </AuthActions>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame board={board} wide title={title} lede={isRequired ? requiredText(board.title) : offText(state)}>
      {isRequired && <p className={styles.part}>{offText(state)}</p>}
      <AuthActions>
        <LinkButton variant="primary" href={toSetUp}>
          Set up
        </LinkButton>
        {isRequired ? <LeaveActions /> : <LinkButton href={after}>Back</LinkButton>}
      </AuthActions>
    </AuthFrame>
  );
}

function onText({ is_on: hasApp, has_passkey: hasPasskey, codes_follow: follow }: TwoFactor): string {
  if (follow === null) return 'You sign in with your passkey, which counts as two factors.';
  const factors = [hasApp && 'a code from your authenticator app', hasPasskey && 'your passkey'].filter(Boolean);
  return `${afterFirstFactor(follow)}, you are asked for ${factors.join(' or ')}.`;
}

const offText = ({ codes_follow: follow }: TwoFactor): string =>
  follow === 'provider'
    ? 'After signing in with your provider, you will also enter a code from an app on your phone. Setting it up takes about two minutes.'
    : 'After entering your password, you will also enter a code from an app on your phone, so that nobody can sign in with your password alone. Setting it up takes about two minutes.';

const requiredText = (boardTitle: string): string =>
  `${boardTitle} is open only to members who have set up two-factor authentication.`;

type TwoFactor = AnswerOf<typeof getTwoFactor>;

interface TurnedOnProps {
  readonly state: TwoFactor;
  readonly step: string | undefined;
  readonly hrefOf: (step: TwoFactorStep) => string;
  readonly onStepEnds: () => void;
  readonly onRenewed: (codes: readonly string[]) => void;
}

function TurnedOn({ state, step, hrefOf, onStepEnds, onRenewed }: TurnedOnProps) {
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
        You will get ten new codes, and the old ones will stop working.
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
          : `${codesFollow === 'provider' ? 'Signing in with your provider' : 'Your password'} will then be enough to sign you in, and your recovery codes will stop working. You will not be able to open boards that require two-factor authentication until you set it up again.`}
      </ConfirmCall>
    </div>
  );
}

const noCodes =
  'You need codes only when you sign in with a password, and your account has no password. If you lose your passkeys, ask a site admin of this portal to reset your sign-in.';

const passkeyLeft = (follow: TwoFactor['codes_follow']): string =>
  follow === null
    ? 'You can still sign in with your passkeys.'
    : `${afterFirstFactor(follow)}, you will then be asked for your passkey or a recovery code.`;
