import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { beginTwoFactor, turnOnTwoFactor } from '#contract/two-factor.ts';
import { oneTimeCodeDigits, oneTimeCodeInput } from '#domain/credentials.ts';
import { callWith } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { AuthForm } from '#web/shell/auth-frame.tsx';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { CopyButton, CopyStatus, useCopying } from '#web/ui/actions/copy-button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { CodeInput, emptyCells, isFull } from '#web/ui/fields/code-input.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import styles from './two-factor.module.css';

const noDigits = emptyCells(oneTimeCodeDigits);

interface SetUpProps {
  readonly backHref: string;
  readonly onTurnedOn: (recoveryCodes: readonly string[]) => void;
}

export function SetUp({ backHref, onTurnedOn }: SetUpProps) {
  // A separate query key, so that turning on two-factor authentication does not fetch a new secret.
  const begun = useQuery({
    queryKey: ['two-factor-set-up'],
    queryFn: ({ signal }) => callWith(beginTwoFactor, { body: {} }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // The secret must not stay in memory after use.
    gcTime: 0,
  });
  if (begun.data === undefined) return <ListSkeleton rows={3} />;
  return <FirstCode shown={begun.data} backHref={backHref} onTurnedOn={onTurnedOn} />;
}

interface FirstCodeProps extends SetUpProps {
  readonly shown: AnswerOf<typeof beginTwoFactor>;
}

function FirstCode({ shown, backHref, onTurnedOn }: FirstCodeProps) {
  const [cells, setCells] = useState(noDigits);
  const [error, setError] = useState<string | null>(null);
  const digits = useRef<{ focus(): void }>(null);
  const key = useRef<HTMLElement>(null);
  const copying = useCopying(shown.key, key);
  const turnOn = useCall(turnOnTwoFactor, {
    invalidates: ['twoFactor'],
    onSuccess: (answer) => onTurnedOn(answer.recovery_codes),
    onError: ({ fields }) => {
      setCells(noDigits);
      setError(fields.code ?? null);
      digits.current?.focus();
    },
  });
  const submit = (code: string): void => {
    if (turnOn.isPending || code.length < oneTimeCodeDigits) return;
    setError(null);
    turnOn.mutate({ body: { code } });
  };
  return (
    <AuthForm onSubmit={() => submit(cells.join(''))}>
      <ol className={styles.steps}>
        <li>
          <p>Scan this with an authenticator app. Many password managers have one.</p>
          <img className={styles.qr} src={shown.qr} alt="QR code for your authenticator app" width={192} height={192} />
          <p className="meta">
            No second device?{' '}
            <a className="link" href={shown.url}>
              Open the code in an app on this device
            </a>
            , or type this key into the app:
          </p>
          <Cluster>
            <code className={styles.key} ref={key}>
              {inGroups(shown.key)}
            </code>
            <CopyButton size="s" copying={copying} />
            <CopyStatus copying={copying} what="text" />
          </Cluster>
        </li>
        <li>
          <p>Then enter the six-digit code that the app shows.</p>
          <CodeInput
            label="Six-digit code"
            cells={cells}
            onChange={setCells}
            onFull={submit}
            clean={oneTimeCodeInput}
            isReadOnly={turnOn.isPending}
            isInvalid={error !== null}
            ref={digits}
          />
          {error !== null && <ErrorText>{error}</ErrorText>}
        </li>
      </ol>
      <Cluster>
        <Button type="submit" variant="primary" isDisabled={!isFull(cells)} isPending={turnOn.isPending}>
          Turn on
        </Button>
        <LinkButton href={backHref}>Cancel</LinkButton>
      </Cluster>
    </AuthForm>
  );
}

/** Groups of four characters are easier to type. */
const inGroups = (key: string): string => key.replaceAll(/.{4}(?=.)/g, '$& ');
