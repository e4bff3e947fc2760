import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { getTwoFactor } from '#contract/two-factor.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { ownPath } from '#domain/paths.ts';
import { queryFor } from '#web/api/queries.ts';
import { isOpen, useBoard, useStart } from '#web/api/start.ts';
import { paths, type TwoFactorStep } from '#web/paths.ts';
import { AuthActions, AuthFrame } from '#web/shell/auth-frame.tsx';
import { useSwitchBoard } from '#web/shell/board-switcher.tsx';
import { logOut } from '#web/shell/log-out.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/ui/overlays/menu.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUp } from './set-up.tsx';
import { TurnedOn } from './turned-on.tsx';
import styles from './two-factor.module.css';

/** The ways out for who does not set it up now: the boards that are open, and Logout. */
export function LeaveActions() {
  const { boards } = useStart();
  const change = useSwitchBoard();
  const open = boards.filter(isOpen);
  return (
    <>
      {open.length > 0 && (
        <MenuTrigger placement="bottom start">
          <Button iconEnd={ChevronsUpDown}>Switch board</Button>
          <Menu aria-label="Boards">
            {open.map((board) => (
              <MenuItem
                key={board.board_info.board_id}
                start={<BoardMark size="s" title={board.title} logoUrl={board.logo_url} colour={board.primary_color} />}
                onAction={() => change(board)}
              >
                {board.title}
              </MenuItem>
            ))}
          </Menu>
        </MenuTrigger>
      )}
      <Button onPress={() => void logOut()}>{shellLabels.logout}</Button>
    </>
  );
}

const title = 'Two-factor authentication';

/** /user/two-factor: set up, renew the recovery codes, turn off. Boards that make it a duty lead here first. */
export function TwoFactorSettingsPage() {
  const { step, next } = useSearch({ from: '/user/two-factor' });
  const navigate = useNavigate();
  const board = useBoard();
  const { data: state } = useQuery(queryFor(getTwoFactor));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const after = next === undefined ? paths.account() : ownPath(next);
  const here = paths.twoFactorSettings(next === undefined ? {} : { next });
  const isDuty = board?.two_factor_missing === true;

  const showCodes = (made: readonly string[]): void => {
    setCodes(made);
    void navigate({ href: here, replace: true });
  };
  if (codes !== null) {
    // The page starts anew, so that a board that waited for this opens.
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
  if (state.is_on) {
    return (
      <AuthFrame board={board} wide title={title} lede="Signing in asks for a code from your authenticator app.">
        <TurnedOn
          codesLeft={state.recovery_codes_left}
          step={step}
          hrefOf={toStep}
          onStepEnds={() => void navigate({ href: here, replace: true })}
          onRenewed={showCodes}
        />
        <AuthActions>
          <LinkButton href={after}>Done</LinkButton>
        </AuthActions>
      </AuthFrame>
    );
  }
  if (step === 'set-up' && state.password_confirmed) {
    return (
      <AuthFrame board={board} wide title={title}>
        <SetUp backHref={here} onTurnedOn={showCodes} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame board={board} wide title={title} lede={isDuty ? dutyWords(board.title) : offWords}>
      {isDuty && <p className={styles.part}>{offWords}</p>}
      <AuthActions>
        <LinkButton
          variant="primary"
          href={state.password_confirmed ? setUp : paths.confirmPassword({ next: setUp, back: here })}
        >
          Set up
        </LinkButton>
        {isDuty ? <LeaveActions /> : <LinkButton href={after}>Back</LinkButton>}
      </AuthActions>
    </AuthFrame>
  );
}

const offWords =
  'Besides your password, signing in then asks for a code from an app on your phone. Whoever learns your password alone stays out. It takes about two minutes.';

const dutyWords = (boardTitle: string): string =>
  `${boardTitle} opens only to members who have set up two-factor authentication.`;
