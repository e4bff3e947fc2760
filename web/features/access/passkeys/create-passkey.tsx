import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { addPasskey, beginPasskey, listPasskeys, type Passkey } from '#contract/passkeys.ts';
import { getTwoFactor } from '#contract/two-factor.ts';
import { deviceLabel } from '#domain/devices.ts';
import { signInLabels } from '#domain/messages/sign-in.ts';
import { useCall } from '#web/api/mutations.ts';
import { createPasskey, PasskeyError } from '#web/api/passkeys.ts';
import { queryFor } from '#web/api/queries.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { signInError } from '#web/features/access/session/sign-in-errors.ts';
import { afterFirstFactor, KeptCodes, recoveryCodesTitle } from '#web/features/access/two-factor/recovery-codes.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

interface CreatePasskeyProps {
  readonly onClose: () => void;
  readonly onCreated?: () => void;
}

export function CreatePasskey({ onClose, onCreated = onClose }: CreatePasskeyProps) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [error, setError] = useState<string | null>(null);
  const twoFactor = useQuery(queryFor(getTwoFactor)).data;
  const follow = twoFactor?.codes_follow ?? null;
  const isFirst = twoFactor?.is_on === false && !twoFactor.has_passkey;
  const known = useQuery(queryFor(listPasskeys)).data?.passkeys ?? [];
  const begin = useCall(beginPasskey, { quiet: true });
  const add = useCall(addPasskey, { quiet: true, invalidates: ['passkeys', 'twoFactor', 'account'] });
  const form = useSchemaForm({
    schema: z.object({ name: addPasskey.body.shape.name }),
    defaults: { name: freeName(deviceLabel(navigator.userAgent).name, known) },
    send: async ({ name }) => {
      setError(null);
      const { options } = await begin.mutateAsync({ body: {} });
      const made = await createPasskey(options).catch((failure: unknown) => failure);
      if (made instanceof PasskeyError) return made;
      if (made instanceof Error) throw made;
      return add.mutateAsync({ body: { name, made: made as Awaited<ReturnType<typeof createPasskey>> } });
    },
    onFailed: (failure) => {
      if (failure.status !== 'cancelled') setError(signInError(failure));
    },
    onSaved: (answer) => {
      if (answer instanceof PasskeyError) {
        setError(answer.message);
        return;
      }
      showToast('Passkey created');
      if (answer.recovery_codes.length === 0) onCreated();
      else setCodes(answer.recovery_codes);
    },
  });
  if (codes.length > 0) {
    return (
      <Dialog
        onClose={onCreated}
        title={recoveryCodesTitle}
        actions={
          <Button variant="primary" onPress={onCreated}>
            I have saved them
          </Button>
        }
      >
        <Stack gap="m">
          <p>
            {afterFirstFactor(follow)}, you can use each code once instead of a passkey. Keep the codes somewhere you
            can reach without your device. They will not be shown again.
          </p>
          <KeptCodes codes={codes} />
        </Stack>
      </Dialog>
    );
  }
  return (
    <FormDialog onClose={onClose} title="Create a passkey" submitLabel="Create" form={form}>
      <p className="muted">
        {signInLabels.passkeyAsks}
        {isFirst && follow !== null && ` ${afterFirstFactor(follow)}, you will be asked for this passkey from now on.`}
      </p>
      <FormText
        form={form}
        name="name"
        label="Name"
        description="Helps you recognise it later."
        autoComplete="off"
        autoFocus
      />
      {error !== null && <ErrorText>{error}</ErrorText>}
    </FormDialog>
  );
}

function freeName(name: string, known: readonly Passkey[]): string {
  const taken = new Set(known.map((passkey) => passkey.name));
  const isFree = (each: string): boolean => !taken.has(each);
  return [name, ...known.map((_, nth) => `${name} ${nth + 2}`)].find(isFree) ?? name;
}
