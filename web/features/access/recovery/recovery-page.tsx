import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import {
  beginComingBack,
  beginRecovery,
  beginRecoveryPasskey,
  comeBack,
  getRecoveryStep,
  keepRecoveryPasskey,
  type RecoveryStep,
  stopByMail,
} from '#contract/recoveries.ts';
import { deviceLabel } from '#domain/devices.ts';
import { recoveryLabels, recoveryMessages } from '#domain/messages/recovery.ts';
import { signInLabels } from '#domain/messages/sign-in.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { canUsePasskeys, createPasskey, usePasskey } from '#web/api/passkeys.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing } from '#web/api/query-client.ts';
import { useStart } from '#web/api/start.ts';
import { signInError } from '#web/features/access/session/sign-in-errors.ts';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { BarePending } from '#web/shell/page-states.tsx';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { RecoverPage } from './recover-page.tsx';
import styles from './recovery.module.css';
import { askedAgainMs, timeOf } from './recovery-times.ts';
import { SpokenCode } from './spoken-code.tsx';

type Step<Name extends RecoveryStep['step']> = RecoveryStep & { readonly step: Name };

/** They go on by what others do, or by the clock. */
const goesOn: ReadonlySet<RecoveryStep['step']> = new Set(['code', 'passkey', 'waiting']);

/** /recover, and from its mail /recover/{token}: a step a screen. Opening it changes nothing. */
export function RecoveryPage() {
  const { token } = useParams({ from: '/recover/{-$token}' });
  return token === undefined ? <RecoverPage /> : <Steps token={token} />;
}

function Steps({ token }: { readonly token: string }) {
  const stop = useCall(stopByMail, { quiet: true });
  const { data, error } = useQuery({
    ...queryFor(getRecoveryStep, { params: { token } }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && goesOn.has(state.data.recovery.step) && !isMissing(state.error) && askedAgainMs,
    throwOnError: (cause) => !isMissing(cause),
    meta: { quiet: true },
  });
  if (stop.isSuccess) return <Stopped />;
  if (isMissing(error)) return <Ended />;
  if (data === undefined) return <BarePending />;
  const { recovery } = data;
  switch (recovery.step) {
    case 'choose':
      return <ChooseBoard token={token} step={recovery} />;
    case 'code':
      return <CodeToReadOut step={recovery} />;
    case 'passkey':
      return <MakePasskey token={token} step={recovery} />;
    case 'waiting':
      return <Waiting step={recovery} />;
    case 'ready':
      return <Ready token={token} step={recovery} />;
    case 'elsewhere':
      return <Elsewhere />;
    case 'stop':
      return (
        <Stop
          step={recovery}
          error={stop.error}
          isPending={stop.isPending}
          onStop={() => stop.mutate({ params: { token }, body: {} })}
        />
      );
  }
}

function Ended() {
  const { face } = useStart();
  return (
    <AuthFrame board={face} title={recoveryMessages.ended} lede="If you still need a way back in, you can ask again.">
      <AuthActions>
        <LinkButton variant="primary" href={paths.recover()}>
          {recoveryLabels.newLink}
        </LinkButton>
        <LinkButton href={paths.login()}>Go to the login</LinkButton>
      </AuthActions>
    </AuthFrame>
  );
}

interface StepProps<Name extends RecoveryStep['step']> {
  readonly token: string;
  readonly step: Step<Name>;
}

function ChooseBoard({ token, step: { boards } }: StepProps<'choose'>) {
  const begin = useCall(beginRecovery, { quiet: true, invalidates: ['recoveries'] });
  if (boards.length === 0) {
    return (
      <AuthFrame
        board={null}
        title="No board can vouch for you"
        lede="You are on no board that is open. Ask whoever runs this portal."
      />
    );
  }
  return (
    <AuthFrame
      board={null}
      title="Who vouches for you?"
      lede="Choose a board whose officers know your voice. Two of them are needed. You come back in to that board first."
    >
      <AuthActions>
        {begin.error !== null && <ErrorText>{signInError(begin.error)}</ErrorText>}
        {boards.map(({ id, title }) => (
          <Button
            key={id}
            variant={boards.length === 1 ? 'primary' : 'secondary'}
            block
            isPending={begin.isPending && begin.variables.body.board_id === id}
            onPress={() => begin.mutate({ params: { token }, body: { board_id: id } })}
          >
            Ask the officers of {title}
          </Button>
        ))}
        {begin.error === null ? (
          <p className="meta">From then on it goes on in this browser alone.</p>
        ) : (
          <>
            <p className="meta">Officers are named before you ask. Once they are, ask for a new link.</p>
            <LinkButton href={paths.recover()}>{recoveryLabels.newLink}</LinkButton>
            <p className="meta">
              <TextLink href={paths.login()}>{recoveryLabels.backToLogin}</TextLink>
            </p>
          </>
        )}
      </AuthActions>
    </AuthFrame>
  );
}

function CodeToReadOut({ step }: { readonly step: Step<'code'> }) {
  return (
    <AuthFrame
      board={null}
      title="Tell this code to two officers"
      lede={`Call two officers of ${step.board}, or meet them. Tell each of them the code by voice. Send it to nobody.`}
    >
      <div className={styles.step}>
        <SpokenCode code={step.code} />
        <p>{recoveryLabels.whomToCall}</p>
        <p role="status">
          {step.is_half_vouched ? 'One officer has vouched for you. One more is needed.' : 'Nobody has vouched yet.'}
        </p>
        <p className="meta">
          The code works until {timeOf(step.expires_at)}. Keep this browser; you can close the page.
        </p>
      </div>
    </AuthFrame>
  );
}

function MakePasskey({ token, step }: StepProps<'passkey'>) {
  const begin = useCall(beginRecoveryPasskey, { quiet: true });
  const keep = useCall(keepRecoveryPasskey, { quiet: true, invalidates: ['recoveries'] });
  const make = useMutation<unknown, Error>({
    meta: { quiet: true },
    mutationFn: async () => {
      const { options } = await begin.mutateAsync({ params: { token }, body: {} });
      const made = await createPasskey(options);
      const { name } = deviceLabel(navigator.userAgent);
      return keep.mutateAsync({ params: { token }, body: { name, made } });
    },
  });
  return (
    <AuthFrame
      board={null}
      title="Two officers have vouched for you"
      lede="Make a passkey now. It opens twelve hours later, so that a stranger's could still be stopped."
    >
      {canUsePasskeys() ? (
        <AuthForm onSubmit={() => make.mutate()}>
          {make.error !== null && <ErrorText>{signInError(make.error)}</ErrorText>}
          <Button type="submit" variant="primary" block icon={KeyRound} isPending={make.isPending} autoFocus>
            Create a passkey
          </Button>
          <p className="meta">
            {signInLabels.passkeyAsks} You have time until {timeOf(step.expires_at)}.
          </p>
        </AuthForm>
      ) : (
        <p>This browser has no passkeys. Bring it up to date, or ask again in another.</p>
      )}
    </AuthFrame>
  );
}

function Waiting({ step }: { readonly step: Step<'waiting'> }) {
  return (
    <AuthFrame
      board={null}
      title="Your passkey opens later"
      lede={`It opens on ${timeOf(step.opens_at)}. Come back to this page then, in this browser.`}
    >
      <p className="meta">
        Until then your account stays as it is. If you find another way in meanwhile, sign in and stop this there.
      </p>
    </AuthFrame>
  );
}

function Ready({ token, step }: StepProps<'ready'>) {
  const [failure, setFailure] = useState<string | null>(null);
  const passkey = usePasskey({
    begin: () => call(beginComingBack, { params: { token }, body: {} }),
    send: (signed) => call(comeBack, { params: { token }, body: { signed } }),
    onDone: ({ url }) => window.location.assign(url),
    onFailed: (error) => setFailure(signInError(error)),
  });
  return (
    <AuthFrame
      board={null}
      title="Your passkey opens now"
      lede={`Sign in with it. Every other way into your account ends, and ${step.board} opens. Your other boards open when two of their officers vouch for you.`}
    >
      <AuthForm
        onSubmit={() => {
          setFailure(null);
          passkey.press();
        }}
      >
        {failure !== null && <ErrorText>{failure}</ErrorText>}
        <Button type="submit" variant="primary" block icon={KeyRound} isPending={passkey.isBusy} autoFocus>
          {signInLabels.withPasskey}
        </Button>
        <p className="meta">It works here until {timeOf(step.expires_at)}.</p>
      </AuthForm>
    </AuthFrame>
  );
}

function Elsewhere() {
  return (
    <AuthFrame
      board={null}
      title="This goes on in another browser"
      lede="It was begun in one, and the code is shown there alone. If that was not you, press the link in the mail that says so."
    >
      <AuthActions>
        <LinkButton href={paths.login()}>Go to the login</LinkButton>
      </AuthActions>
    </AuthFrame>
  );
}

function Stopped() {
  return (
    <AuthFrame board={null} title={recoveryLabels.stopped} lede={recoveryLabels.stoppedLede}>
      <AuthActions>
        <LinkButton variant="primary" href={paths.login()}>
          Go to the login
        </LinkButton>
      </AuthActions>
    </AuthFrame>
  );
}

interface StopProps {
  readonly step: Step<'stop'>;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onStop: () => void;
}

function Stop({ step, error, isPending, onStop }: StopProps) {
  return (
    <AuthFrame
      board={null}
      title="Was this not you?"
      lede={`Somebody asks for the way into your account${step.board === null ? '' : `, and for officers of ${step.board} to vouch`}. Stop it if that is not you.`}
    >
      <AuthForm onSubmit={onStop}>
        {error !== null && <ErrorText>{signInError(error)}</ErrorText>}
        <Button type="submit" variant="danger" block isPending={isPending}>
          {recoveryLabels.notMe}
        </Button>
      </AuthForm>
    </AuthFrame>
  );
}
