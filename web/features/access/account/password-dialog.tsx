import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { changePassword } from '#contract/account.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { useCall } from '#web/api/mutations.ts';
import { showFieldErrors } from '#web/api/use-contract-form.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

type PasswordFields = BodyInputOf<typeof changePassword>;

interface PasswordDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function PasswordDialog({ isOpen, onClose }: PasswordDialogProps) {
  const { control, handleSubmit, reset, setError } = useForm<PasswordFields>({
    resolver: zodResolver(changePassword.body),
    defaultValues: { current_password: '', password: '' },
  });
  const close = (): void => {
    reset();
    onClose();
  };
  const change = useCall(changePassword, {
    invalidates: ['account'],
    onSuccess: () => {
      close();
      showToast('Your password is changed. Everywhere else you are signed out.');
    },
    onError: (error) => showFieldErrors(error, setError),
  });
  const submit = handleSubmit((body) => {
    if (!change.isPending) change.mutate({ body });
  });
  const field = (name: keyof PasswordFields, label: string, autoComplete: string, description?: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field: bound, fieldState: { error } }) => (
        <PasswordField
          label={label}
          autoComplete={autoComplete}
          description={description}
          {...bound}
          {...(error?.message === undefined ? {} : { errorMessage: error.message })}
        />
      )}
    />
  );
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title="Change your password"
      submitLabel="Change password"
      isPending={change.isPending}
      onSubmit={() => void submit()}
    >
      {field('current_password', 'Current password', 'current-password')}
      {field('password', 'New password', 'new-password', '10 to 90 characters. Other browsers are signed out.')}
    </FormDialog>
  );
}
