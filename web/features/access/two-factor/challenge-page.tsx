import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { answerPasskeyChallenge, beginPasskeyChallenge } from '#contract/passkeys.ts';
import { answerChallenge, getChallenge } from '#contract/two-factor.ts';
import { oneTimeCodeDigits, oneTimeCodeInput, recoveryCodeInput } from '#domain/credentials.ts';
import { signInLabels, twoFactorFailure, twoFactorInvalidCode } from '#domain/messages/sign-in.ts';
import { CallError, call } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { canUsePasskeys, usePasskey } from '#web/api/passkeys.ts';
import { queryFor } from '#web/api/queries.ts';
import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { continueTo } from '#web/shell/go-on.ts';
import { BarePending } from '#web/shell/page-states.tsx';
import { continueOrOffer } from '#web/shell/passkey-offer.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { CodeInput, emptyCells, isFull } from '#web/ui/fields/code-input.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

type Mode = 'passkey' | 'code' | 'recovery';
const noDigits = emptyCells(oneTimeCodeDigits);

const isUnforeseen = (error: unknown): boolean => !(error instanceof CallError && error.status === 419);

export function ChallengePage() {
  const { face } = useStart();
  const { data, isPending } = useQuery({ ...queryFor(getChallenge), throwOnError: isUnforeseen });
  if (isPending) return <BarePending />;
  const factors = data ?? { app: true, passkey: false, trust_days: 0 };
  const ways: readonly Mode[] = [
    ...(factors.passkey && canUsePasskeys() ? (['passkey'] as const) : []),
    ...(factors.app ? (['code'] as const) : []),
    'recovery',
  ];
  return (
    <AuthFrame board={face} title={signInLabels.twoFactorTitle}>
      <Challenge ways={ways} trustDays={factors.trust_days} />
    </AuthFrame>
  );
}

const waysOn: Readonly<Record<Mode, string>> = {
  passkey: 'Use a passkey',
  code: 'Use a code from your app',
  recovery: 'Use a recovery code',
};

function Challenge({ ways, trustDays }: { readonly ways: readonly Mode[]; readonly trustDays: number }) {
  const challenge = useChallenge(ways[0] ?? 'recovery');
  const { mode, change, cells, setCells, recovery, setRecovery, digits, recoveryField, failure } = challenge;
  const { isBusy, isReady, submit, passkey, trust, setTrust } = challenge;
  const others = ways.filter((way) => way !== mode);
  const trustChoice = trustDays > 0 && (
    <Checkbox label={signInLabels.trustDevice(trustDays)} name="trust" value={trust} onChange={setTrust} />
  );
  return (
    <AuthForm onSubmit={() => (mode === 'passkey' ? passkey.press() : submit(cells.join('')))}>
      {mode === 'passkey' && (
        <>
          <p className="muted">{signInLabels.passkeyAsks}</p>
          {failure.message !== null && <ErrorText key={failure.count}>{failure.message}</ErrorText>}
          {others.includes('code') && trustChoice}
          <Button type="submit" variant="primary" block icon={KeyRound} isPending={passkey.isBusy} autoFocus>
            Continue with a passkey
          </Button>
        </>
      )}
      {mode === 'code' && (
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
      )}
      {mode === 'recovery' && (
        <>
          <p className="muted">Enter one of the recovery codes that you saved. Each works once.</p>
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
      {mode !== 'passkey' && trustChoice}
      {mode !== 'passkey' && (
        <Button type="submit" variant="primary" block isDisabled={!isReady} isPending={isBusy}>
          Continue
        </Button>
      )}
      {others.map((way) => (
        <p key={way}>
          <TextButton onPress={() => change(way)}>{waysOn[way]}</TextButton>
        </p>
      ))}
      <p className="meta">{signInLabels.lostFactors}</p>
    </AuthForm>
  );
}

function useChallenge(first: Mode) {
  const [mode, setMode] = useState(first);
  const [cells, setCells] = useState(noDigits);
  const [recovery, setRecovery] = useState('');
  const [trust, setTrust] = useState(false);
  const asked = trust ? { trust } : {};
  /** The count makes screen readers announce a repeated message again. */
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
    onSuccess: (answer) => continueOrOffer(answer.url ?? paths.dashboard()),
    onError: failed,
  });
  const passkey = usePasskey({
    begin: () => call(beginPasskeyChallenge, { body: {} }),
    send: (signed) => call(answerPasskeyChallenge, { body: { signed, ...asked } }),
    onDone: ({ url }) => continueTo(url),
    onFailed: (error) => {
      if (error instanceof CallError && error.status !== 200) failed(error);
      else setFailure(({ count }) => ({ count: count + 1, message: error.message }));
    },
  });
  const isBusy = send.isPending || send.isSuccess || passkey.isBusy;
  const submit = (code: string): void => {
    const recoveryCode = recoveryCodeInput(recovery);
    if (isBusy || (mode === 'code' ? code.length < oneTimeCodeDigits : recoveryCode === null)) return;
    setFailure(({ count }) => ({ count, message: null }));
    const given = mode === 'code' ? { code } : { recovery_code: recoveryCode ?? '' };
    send.mutate({ body: { ...given, ...asked } });
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
    passkey,
    trust,
    setTrust,
  };
}
