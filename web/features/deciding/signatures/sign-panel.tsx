import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { KeyRound, LogIn } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import {
  beginSigningByPasskey,
  beginSigningByProvider,
  confirmSigningByPasskey,
  confirmSigningByPassword,
  listSigningMethods,
  type SignatureRequest,
  type SignedFile,
  sign as signEndpoint,
} from '#contract/signatures.ts';
import { signatureTitles } from '#domain/messages/general.ts';
import { signatureLabels, signatureMessages } from '#domain/messages/signatures.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { canUsePasskeys, usePasskey } from '#web/api/passkeys.ts';
import { queryFor } from '#web/api/queries.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { signInError } from '#web/features/access/session/sign-in-errors.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { FormPassword, FormText } from '#web/ui/fields/form-field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { DeclineDialog } from './reason-dialog.tsx';
import styles from './signatures.module.css';

export function SignPanel({ request }: { readonly request: SignatureRequest }) {
  const { id, version_id, sha256 } = request;
  const file = { request_id: id, version_id, sha256 };
  const { confirmed, provider } = useSearch({ from: '/shell/board/sign/$id' });
  const [agrees, setAgrees] = useState(false);
  const [open, setOpen] = useState<'password' | 'decline' | null>(null);
  const [error, setError] = useState<string | null>(provider === undefined ? null : signatureMessages.notConfirmed);
  const methods = useQuery(queryFor(listSigningMethods)).data;
  const sign = useCall(signEndpoint, {
    invalidates: ['signatures', 'waiting'],
    quiet: true,
    onSuccess: () => showToast('Signed'),
    onError: (failure) => setError(failure.message),
  });
  const signNow = (): void => sign.mutate({ params: { id }, body: { version_id, sha256, agrees: true } });
  const passkey = usePasskey({
    begin: () => call(beginSigningByPasskey, { body: file }),
    send: (signed) => call(confirmSigningByPasskey, { body: { signed } }),
    onDone: signNow,
    onFailed: (failure) => setError(signInError(failure)),
  });
  const byProvider = useCall(beginSigningByProvider, { onSuccess: ({ url }) => window.location.assign(url) });
  const signReturned = useEffectEvent(() => {
    if (confirmed === '1' && provider === undefined) signNow();
  });
  useEffect(() => signReturned(), []);
  const press = (act: () => void) => () => {
    setError(agrees ? null : signatureLabels.tickFirst);
    if (agrees) act();
  };
  const hasPasskey = methods?.passkey === true && canUsePasskeys();
  const own = request.signers.find(({ is_self: isSelf }) => isSelf);
  return (
    <section className={styles.card} aria-label={signatureTitles.sign}>
      <Stack gap="m">
        <Checkbox value={agrees} onChange={setAgrees}>
          <span className={styles.statement}>{signatureLabels.statement(own?.capacity ?? '')}</span>
        </Checkbox>
        <Stack gap="s">
          {hasPasskey && (
            <Button
              block
              variant="primary"
              icon={KeyRound}
              isPending={passkey.isBusy && !sign.isError}
              onPress={press(passkey.press)}
            >
              Sign with passkey
            </Button>
          )}
          {methods?.password === true && (
            <Button block variant={hasPasskey ? 'secondary' : 'primary'} onPress={press(() => setOpen('password'))}>
              Sign with password
            </Button>
          )}
          {methods?.connections.map(({ id: connection, name }) => (
            <Button
              key={connection}
              block
              icon={LogIn}
              isPending={byProvider.isPending || byProvider.isSuccess}
              onPress={press(() => byProvider.mutate({ params: { id: connection }, body: { file } }))}
            >
              Sign with {name}
            </Button>
          ))}
          <Button block variant="danger" onPress={() => setOpen('decline')}>
            Decline
          </Button>
        </Stack>
        {error !== null && <ErrorText>{error}</ErrorText>}
        <p className="meta">{signatureLabels.kindOfSignature}</p>
      </Stack>
      {open === 'password' && (
        <PasswordDialog file={file} needsCode={methods?.code === true} onDone={signNow} onClose={() => setOpen(null)} />
      )}
      {open === 'decline' && <DeclineDialog id={id} onClose={() => setOpen(null)} />}
    </section>
  );
}

interface PasswordDialogProps {
  readonly file: SignedFile;
  readonly needsCode: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function PasswordDialog({ file, needsCode, onDone, onClose }: PasswordDialogProps) {
  const confirm = useCall(confirmSigningByPassword, { quiet: true });
  const [error, setError] = useState<string | null>(null);
  const form = useSchemaForm({
    schema: z.object({ password: z.string().min(1), code: needsCode ? z.string().min(1) : z.string() }),
    defaults: { password: '', code: '' },
    send: (typed) => confirm.mutateAsync({ body: { ...typed, file } }),
    onFailed: (failure) => setError(failure.status === 422 ? null : signInError(failure)),
    onSaved: () => {
      onClose();
      onDone();
    },
  });
  return (
    <FormDialog title={signatureLabels.confirmTitle} submitLabel={signatureTitles.sign} form={form} onClose={onClose}>
      <FormPassword form={form} name="password" label="Password" autoComplete="current-password" autoFocus />
      {needsCode && (
        <FormText
          form={form}
          name="code"
          label="Code from your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
      {error !== null && <ErrorText>{error}</ErrorText>}
    </FormDialog>
  );
}
