import { zodResolver } from '@hookform/resolvers/zod';
import { Globe, Monitor, Smartphone, Tablet } from 'lucide-react';
import { Controller, useForm } from 'react-hook-form';
import { type AccountSession, changePassword, endOtherSessions, endSession } from '#contract/account.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import type { DeviceKind } from '#domain/devices.ts';
import { useCall } from '#web/api/mutations.ts';
import { useTimeZone } from '#web/api/start.ts';
import { showFieldErrors } from '#web/api/use-contract-form.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import type { IconType } from '#web/ui/icon.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';

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

const icons: Readonly<Record<DeviceKind, IconType>> = {
  computer: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  other: Globe,
};

export function SessionsSection({ sessions }: { readonly sessions: readonly AccountSession[] }) {
  const timeZone = useTimeZone();
  const endAll = useCall(endOtherSessions, {
    invalidates: ['account'],
    onSuccess: () => void showToast('Signed out everywhere else'),
  });
  const endOne = useCall(endSession, {
    invalidates: ['account'],
    onSuccess: () => void showToast('Signed out'),
  });
  const hasOthers = sessions.some((session) => !session.is_current);
  return (
    <Section
      title="Where you are signed in"
      aside={
        hasOthers && (
          <Button size="s" isPending={endAll.isPending} onPress={() => endAll.mutate({ body: {} })}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <Rows label="Browsers">
        {sessions.map((session) => (
          <Setting
            key={session.id}
            icon={icons[session.device]}
            title={session.name}
            meta={session.is_current ? 'Now' : `Last seen ${formatDocumentTime(session.last_seen_at, timeZone)}`}
            action={
              session.is_current ? (
                <Badge tone="positive">This one</Badge>
              ) : (
                <Button
                  size="s"
                  aria-label={`Sign out ${session.name}`}
                  onPress={() => endOne.mutate({ params: { id: session.id } })}
                >
                  Sign out
                </Button>
              )
            }
          />
        ))}
      </Rows>
    </Section>
  );
}
