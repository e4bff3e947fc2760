import { Globe, KeyRound, Monitor, Smartphone, Tablet } from 'lucide-react';
import { useState } from 'react';
import { type Account, type AccountSession, changePassword, endOtherSessions, endSession } from '#contract/account.ts';
import { formatDate, formatDocumentTime } from '#domain/dates.ts';
import type { DeviceKind } from '#domain/devices.ts';
import { useCall } from '#web/api/mutations.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { TwoFactorSection } from '#web/features/access/two-factor/two-factor-section.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import type { IconType } from '#web/ui/icon.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';

export function SigningInSection({ account }: { readonly account: Account }) {
  const timeZone = useTimeZone();
  const [isChanging, setChanging] = useState(false);
  const { password_changed_at: changedAt } = account;
  return (
    <Section title="Signing in">
      <Rows>
        <Setting
          icon={KeyRound}
          title="Password"
          meta={changedAt === null ? 'The one that you joined with' : `Changed on ${formatDate(changedAt, timeZone)}`}
          action={
            <Button size="s" aria-label="Change password" onPress={() => setChanging(true)}>
              Change
            </Button>
          }
        />
        <TwoFactorSection />
      </Rows>
      <PasswordDialog isOpen={isChanging} onClose={() => setChanging(false)} />
    </Section>
  );
}

interface PasswordDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function PasswordDialog({ isOpen, onClose }: PasswordDialogProps) {
  const form = useContractForm({
    endpoint: changePassword,
    defaults: { current_password: '', password: '' },
    invalidates: ['account'],
    saved: 'Your password is changed. Everywhere else you are signed out.',
    onSaved: () => close(),
  });
  const close = (): void => {
    form.reset({ current_password: '', password: '' });
    onClose();
  };
  return (
    <FormDialog isOpen={isOpen} onClose={close} title="Change your password" submitLabel="Change password" form={form}>
      <FormField form={form} name="current_password">
        {(field) => <PasswordField label="Current password" autoComplete="current-password" {...field} />}
      </FormField>
      <FormField form={form} name="password">
        {(field) => (
          <PasswordField
            label="New password"
            autoComplete="new-password"
            description="10 to 90 characters. Other browsers are signed out."
            {...field}
          />
        )}
      </FormField>
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
