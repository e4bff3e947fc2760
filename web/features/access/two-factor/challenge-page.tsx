import { useRef, useState } from 'react';
import { answerChallenge } from '#contract/two-factor.ts';
import { oneTimeCodeDigits, oneTimeCodeInput, recoveryCodeInput } from '#domain/credentials.ts';
import { signInLabels, twoFactorFailure, twoFactorInvalidCode } from '#domain/messages/sign-in.ts';
import type { CallError } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { continueTo } from '#web/shell/go-on.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { CodeInput, emptyCells, isFull } from '#web/ui/fields/code-input.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

type Mode = 'code' | 'recovery';
const noDigits = emptyCells(oneTimeCodeDigits);

/** /two-factor-challenge (specification, sections 2, 4, 5 and 8). */
export function ChallengePage() {
  const { face } = useStart();
  const challenge = useChallenge();
  const { mode, change, cells, setCells, recovery, setRecovery, digits, recoveryField, failure } = challenge;
  const { isBusy, isReady, submit } = challenge;
  return (
    <AuthFrame board={face} title={signInLabels.twoFactorTitle}>
      <AuthForm onSubmit={() => submit(cells.join(''))}>
        {mode === 'code' ? (
          <>
            <p className="muted">Enter the six-digit code from your app.</p>
            <CodeInput
              label="Six-digit code"
              cells={cells}
              onChange={setCells}
              onFull={submit}
              clean={oneTimeCodeInput}
              isReadOnly={isBusy}
              isInvalid={failure.message !== null}
              autoFocus
              ref={digits}
            />
            {failure.message !== null && <ErrorText key={failure.count}>{failure.message}</ErrorText>}
          </>
        ) : (
          <>
            <p className="muted">Enter one of the recovery codes you saved when you turned this on. Each works once.</p>
            <TextField
              label="Recovery code"
              name="recovery_code"
              autoComplete="off"
              spellCheck="false"
              value={recovery}
              onChange={setRecovery}
              autoFocus
              ref={recoveryField}
              {...(failure.message === null ? {} : { errorMessage: failure.message })}
            />
          </>
        )}
        <Button type="submit" variant="primary" block isDisabled={!isReady} isPending={isBusy}>
          Continue
        </Button>
        <p>
          {mode === 'code' ? (
            <TextButton onPress={() => change('recovery')}>Use a recovery code</TextButton>
          ) : (
            <TextButton onPress={() => change('code')}>Use a code from your app</TextButton>
          )}
        </p>
      </AuthForm>
    </AuthFrame>
  );
}

function useChallenge() {
  const [mode, setMode] = useState<Mode>('code');
  const [cells, setCells] = useState(noDigits);
  const [recovery, setRecovery] = useState('');
  /** Counted, so that the same message is announced again. */
  const [failure, setFailure] = useState({ count: 0, message: null as string | null });
  const digits = useRef<{ focus(): void }>(null);
  const recoveryField = useRef<HTMLInputElement>(null);
  const failed = (error: CallError): void => {
    const outcome = twoFactorFailure(error.status);
    if (outcome.kind === 'login') window.location.assign(paths.login());
    if (outcome.kind !== 'message') return;
    setFailure(({ count }) => ({ count: count + 1, message: outcome.message }));
    if (outcome.message !== twoFactorInvalidCode) return;
    setCells(noDigits);
    (mode === 'code' ? digits : recoveryField).current?.focus();
  };
  const send = useCall(answerChallenge, {
    quiet: true,
    // A 204 has no url (specification, section 7).
    onSuccess: (answer) => continueTo(answer.url ?? paths.dashboard()),
    onError: failed,
  });
  const isBusy = send.isPending || send.isSuccess;
  const submit = (code: string): void => {
    const recoveryCode = recoveryCodeInput(recovery);
    if (isBusy || (mode === 'code' ? code.length < oneTimeCodeDigits : recoveryCode === null)) return;
    setFailure(({ count }) => ({ count, message: null }));
    send.mutate({ body: mode === 'code' ? { code } : { recovery_code: recoveryCode ?? '' } });
  };
  const change = (next: Mode): void => {
    setMode(next);
    setCells(noDigits);
    setRecovery('');
    setFailure(({ count }) => ({ count, message: null }));
  };
  const isReady = mode === 'code' ? isFull(cells) : recoveryCodeInput(recovery) !== null;
  return {
    mode,
    change,
    cells,
    setCells,
    recovery,
    setRecovery,
    digits,
    recoveryField,
    failure,
    isBusy,
    isReady,
    submit,
  };
}
