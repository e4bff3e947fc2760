import { useSuspenseQuery } from '@tanstack/react-query';
import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { type Account, changePassword, removePassword, setPassword } from '#contract/account.ts';
import { getTwoFactor } from '#contract/two-factor.ts';
import { formatDate } from '#domain/dates.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { recoveryCodesLeft } from '#web/features/access/two-factor/recovery-codes.tsx';
import { paths } from '#web/paths.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { FormPassword } from '#web/ui/fields/form-field.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { RowMenu } from '#web/ui/overlays/row-menu.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';

type Act = 'change' | 'set' | 'remove';

export function PasswordSection({ account }: { readonly account: Account }) {
  const timeZone = useTimeZone();
  const [act, setAct] = useState<Act | null>(null);
  const { password_changed_at: changedAt, has_password: hasPassword, can } = account;
  const end = (): void => setAct(null);
  return (
    <Section title="Password">
      <Rows>
        <Setting
          icon={KeyRound}
          title="Password"
          meta={hasPassword ? passwordMeta(changedAt, timeZone) : 'Not set. You sign in without a password.'}
          action={
            hasPassword ? (
              <Cluster>
                <Button size="s" aria-label="Change password" onPress={() => setAct('change')}>
                  Change
                </Button>
                {can.remove_password && (
                  <RowMenu aria-label="More password actions">
                    {() => <MenuItem label="Remove" onAction={() => setAct('remove')} />}
                  </RowMenu>
                )}
              </Cluster>
            ) : (
              <Button size="s" aria-label="Set a password" onPress={() => setAct('set')}>
                Set
              </Button>
            )
          }
        />
        <TwoFactorSection />
      </Rows>
      <PasswordDialog isOpen={act === 'change'} onClose={end} />
      {act === 'set' && <SetDialog onClose={end} />}
      {act === 'remove' && <RemoveDialog onClose={end} />}
    </Section>
  );
}

const passwordMeta = (changedAt: string | null, timeZone: string): string =>
  changedAt === null ? 'Unchanged since you joined' : `Changed on ${formatDate(changedAt, timeZone)}`;

function PasswordDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const form = useContractForm({
    endpoint: changePassword,
    defaults: { current_password: '', password: '' },
    invalidates: ['account', 'devices'],
    saved: 'Your password has been changed. You are signed out everywhere else.',
    onSaved: () => close(),
  });
  const close = (): void => {
    form.reset({ current_password: '', password: '' });
    onClose();
  };
  return (
    <FormDialog isOpen={isOpen} onClose={close} title="Change your password" submitLabel="Change password" form={form}>
      <FormPassword form={form} name="current_password" label="Current password" autoComplete="current-password" />
      <FormPassword
        form={form}
        name="password"
        label="New password"
        autoComplete="new-password"
        description="10 to 90 characters. You will be signed out on other devices."
      />
    </FormDialog>
  );
}

function SetDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useContractForm({
    endpoint: setPassword,
    defaults: { password: '' },
    invalidates: ['account', 'devices', 'twoFactor'],
    saved: 'Your password has been set',
    onSaved: onClose,
  });
  return (
    <FormDialog onClose={onClose} title="Set a password" submitLabel="Set" form={form}>
      <FormPassword
        form={form}
        name="password"
        label="New password"
        autoComplete="new-password"
        description="10 to 90 characters."
        autoFocus
      />
    </FormDialog>
  );
}

function RemoveDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ConfirmCall
      endpoint={removePassword}
      input={{}}
      invalidates={['account', 'devices', 'twoFactor']}
      done="Password removed"
      onClose={onClose}
      title="Remove your password?"
      confirmLabel="Remove"
      danger
    >
      From then on, you will sign in with your passkeys. As long as you have a passkey, you cannot set a new password by
      email.
    </ConfirmCall>
  );
}

function TwoFactorSection() {
  const { data } = useSuspenseQuery(queryFor(getTwoFactor));
  const { is_on: isOn, has_passkey: hasPasskey, recovery_codes_left: left, codes_follow: follow } = data;
  const href = paths.twoFactorSettings({ next: paths.accountSecurity() });
  const isManaged = isOn || hasPasskey;
  return (
    <Setting
      icon={isManaged ? ShieldCheck : ShieldOff}
      title="Two-factor authentication"
      meta={isManaged ? `On, with ${factorsText(data)}.${follow === null ? '' : ` ${recoveryCodesLeft(left)}`}` : 'Off'}
      action={
        <LinkButton
          size="s"
          href={href}
          aria-label={isManaged ? 'Manage two-factor authentication' : 'Set up two-factor authentication'}
        >
          {isManaged ? 'Manage' : 'Set up'}
        </LinkButton>
      }
    />
  );
}

function factorsText(of: { readonly is_on: boolean; readonly has_passkey: boolean }): string {
  if (!of.is_on) return 'a passkey';
  return of.has_passkey ? 'an authenticator app and a passkey' : 'an authenticator app';
}
