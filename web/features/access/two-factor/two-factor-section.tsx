import { useSuspenseQuery } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { getTwoFactor } from '#contract/two-factor.ts';
import { queryFor } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';

export function TwoFactorSection() {
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

export function recoveryCodesLeft(count: number): string {
  if (count === 0) return 'No recovery codes left. Create new ones now.';
  return count === 1 ? '1 recovery code left.' : `${count} recovery codes left.`;
}
