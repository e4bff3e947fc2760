import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { addPasskey, beginPasskey } from '#contract/passkeys.ts';
import { getTwoFactor } from '#contract/two-factor.ts';
import { deviceLabel } from '#domain/devices.ts';
import { signInLabels } from '#domain/messages/sign-in.ts';
import { useCall } from '#web/api/mutations.ts';
import { createPasskey, PasskeyError } from '#web/api/passkeys.ts';
import { queryFor } from '#web/api/queries.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { afterWhat, KeptCodes, recoveryCodesTitle } from '#web/features/access/two-factor/recovery-codes.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

/** Its name; then the browser asks; and the first one gives recovery codes. */
export function CreatePasskey({ onClose }: { readonly onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [error, setError] = useState<string | null>(null);
  const follow = useQuery(queryFor(getTwoFactor)).data?.codes_follow ?? null;
  const begin = useCall(beginPasskey);
  const add = useCall(addPasskey, { invalidates: ['passkeys', 'twoFactor', 'account'] });
  const form = useSchemaForm({
    schema: z.object({ name: addPasskey.body.shape.name }),
    defaults: { name: deviceLabel(navigator.userAgent).name },
    send: async ({ name }) => {
      setError(null);
      const { options } = await begin.mutateAsync({ body: {} });
      const made = await createPasskey(options).catch((failure: unknown) => failure);
      if (made instanceof PasskeyError) return made;
      if (made instanceof Error) throw made;
      return add.mutateAsync({ body: { name, made: made as Awaited<ReturnType<typeof createPasskey>> } });
    },
    onSaved: (answer) => {
      if (answer instanceof PasskeyError) {
        setError(answer.message);
        return;
      }
      showToast('Passkey created');
      if (answer.recovery_codes.length === 0) onClose();
      else setCodes(answer.recovery_codes);
    },
  });
  if (codes.length > 0) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={recoveryCodesTitle}
        actions={
          <Button variant="primary" onPress={onClose}>
            I have kept them
          </Button>
        }
      >
        <Stack gap="m">
          <p>
            {afterWhat(follow)}, each of them signs you in once when no passkey is at hand. Keep them where you find
            them without your device: they are not shown again.
          </p>
          <KeptCodes codes={codes} />
        </Stack>
      </Dialog>
    );
  }
  return (
    <FormDialog onClose={onClose} title="Create a passkey" submitLabel="Create" form={form}>
      <p className="muted">{signInLabels.passkeyAsks}</p>
      <FormText
        form={form}
        name="name"
        label="Name"
        description="So that you know it among others."
        autoComplete="off"
        autoFocus
      />
      {error !== null && <ErrorText>{error}</ErrorText>}
    </FormDialog>
  );
}
