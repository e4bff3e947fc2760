import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { getRecovery, type Recovery, stopRecovery, vouch } from '#contract/recoveries.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { recoveryLabels, recoveryMessages } from '#domain/messages/recovery.ts';
import { recoveryCodeDigits, typedCode } from '#domain/recovery.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { signInError } from '#web/features/access/session/sign-in-errors.ts';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { logOut } from '#web/shell/log-out.ts';
import { BarePending } from '#web/shell/page-states.tsx';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './recovery.module.css';
import { askedAgainMs, timeOf } from './recovery-times.ts';
import { SpokenCode } from './spoken-code.tsx';

/** /recoveries/{id}: for officers of its board, and the person themselves. */
export function VouchingPage() {
  const { id } = useParams({ from: '/recoveries/$id' });
  const { data } = useQuery({
    ...queryFor(getRecovery, { params: { id } }),
    refetchInterval: ({ state }) => state.data !== undefined && !isOver(state.data.recovery) && askedAgainMs,
    meta: { quiet: true },
  });
  if (data === undefined) return <BarePending />;
  const { recovery } = data;
  return recovery.is_own ? <OwnRequest recovery={recovery} /> : <OthersRequest recovery={recovery} />;
}

const states: Readonly<Record<Recovery['state'], string>> = {
  asked: 'Nobody has vouched yet.',
  'half-vouched': 'One officer has vouched. One more is needed.',
  vouched: 'Two officers have vouched.',
  used: 'They are back in.',
  stopped: 'It was stopped.',
  expired: 'It was not used in time.',
};

const isOver = ({ state }: Recovery): boolean => state === 'used' || state === 'stopped' || state === 'expired';

function OthersRequest({ recovery }: { readonly recovery: Recovery }) {
  const { person, board, can } = recovery;
  const name = person?.name ?? '';
  if (isOver(recovery)) return <Over recovery={recovery} />;
  return (
    <AuthFrame
      board={null}
      title={`Vouch for ${name}?`}
      lede={
        recovery.kind === 'account'
          ? `${name} (${person?.email}) has lost the way into ${board}.`
          : `${name} (${person?.email}) is in again and asks for ${board}.`
      }
    >
      <div className={styles.step}>
        <Notice tone="caution">
          Call {name} on a number that you knew before, or meet. Type the code only if you heard it from them.
        </Notice>
        <p role="status">{states[recovery.state]}</p>
        {recovery.has_vouched && <p>You have vouched.</p>}
        {recovery.opens_at !== null && <p>The new passkey opens on {timeOf(recovery.opens_at)}.</p>}
        {recovery.needs_second_factor && <WeakSession id={recovery.id} />}
        {can.vouch && <CodeForm recovery={recovery} />}
        <p className="meta">It ends on {timeOf(recovery.expires_at)}.</p>
      </div>
      <AuthActions>
        <LinkButton href={paths.dashboard()}>Go to the dashboard</LinkButton>
      </AuthActions>
    </AuthFrame>
  );
}

function WeakSession({ id }: { readonly id: string }) {
  return (
    <>
      <ErrorText>{recoveryMessages.weak}</ErrorText>
      <p>If you have a passkey or an authenticator app, log out and log in again with it. If not, set one up first.</p>
      <AuthActions>
        <Button variant="primary" block onPress={() => void logOut(paths.recovery(id))}>
          {shellLabels.logout}
        </Button>
        <LinkButton href={paths.accountSecurity()}>Set up a passkey or second factor</LinkButton>
      </AuthActions>
    </>
  );
}

function Over({ recovery }: { readonly recovery: Recovery }) {
  return (
    <AuthFrame board={null} title={recoveryMessages.ended} lede={states[recovery.state]}>
      <AuthActions>
        <LinkButton variant="primary" href={paths.dashboard()}>
          Go to the dashboard
        </LinkButton>
      </AuthActions>
    </AuthFrame>
  );
}

/** A new page, since this one was made while the board was closed. */
function OpenAgain({ recovery: { board } }: { readonly recovery: Recovery }) {
  return (
    <AuthFrame board={null} title={recoveryMessages.openAgain(board)}>
      <AuthActions>
        <Button variant="primary" block onPress={() => window.location.assign(paths.dashboard())}>
          Go to the dashboard
        </Button>
      </AuthActions>
    </AuthFrame>
  );
}

function CodeForm({ recovery: { id } }: { readonly recovery: Recovery }) {
  const [code, setCode] = useState('');
  const send = useCall(vouch, {
    quiet: true,
    invalidates: ['recoveries'],
    onError: () => setCode(''),
  });
  const isWhole = typedCode(code).length === recoveryCodeDigits;
  return (
    <AuthForm onSubmit={() => isWhole && !send.isPending && send.mutate({ params: { id }, body: { code } })}>
      <TextField
        label="Code of eight digits"
        name="code"
        inputMode="numeric"
        autoComplete="off"
        value={code}
        onChange={setCode}
        autoFocus
        {...(send.error === null ? {} : { errorMessage: signInError(send.error) })}
      />
      <Button type="submit" variant="primary" block isDisabled={!isWhole} isPending={send.isPending}>
        Vouch
      </Button>
    </AuthForm>
  );
}

function OwnRequest({ recovery }: { readonly recovery: Recovery }) {
  const stop = useCall(stopRecovery, { quiet: true, invalidates: ['recoveries'] });
  const { id, board, code, can } = recovery;
  if (recovery.state === 'used') return <OpenAgain recovery={recovery} />;
  if (isOver(recovery)) return <Over recovery={recovery} />;
  return (
    <AuthFrame
      board={null}
      title={recovery.kind === 'board' ? `Two officers of ${board} vouch for you` : 'A way back into your account'}
      lede={
        recovery.kind === 'board'
          ? 'Call two of them, or meet. Tell each the code by voice. Send it to nobody.'
          : `Somebody has lost every way into your account, and asks officers of ${board} to vouch.`
      }
    >
      <div className={styles.step}>
        {code !== null && <SpokenCode code={code} />}
        <p role="status">{states[recovery.state]}</p>
        {recovery.opens_at !== null && <p>A new passkey opens on {timeOf(recovery.opens_at)}.</p>}
        {stop.error !== null && <ErrorText>{signInError(stop.error)}</ErrorText>}
      </div>
      <AuthActions>
        {can.stop && (
          <Button
            variant={recovery.kind === 'board' ? 'secondary' : 'danger'}
            block
            isPending={stop.isPending}
            onPress={() => stop.mutate({ params: { id }, body: {} })}
          >
            {recoveryLabels.notMe}
          </Button>
        )}
        <LinkButton href={paths.dashboard()}>Go to the dashboard</LinkButton>
      </AuthActions>
    </AuthFrame>
  );
}
