import { useSuspenseQuery } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { getTwoFactor } from '#contract/two-factor.ts';
import { queryFor } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';

/** One row of `Rows`. */
export function TwoFactorSection() {
  const { data } = useSuspenseQuery(queryFor(getTwoFactor));
  const { is_on: isOn, recovery_codes_left: left } = data;
  const href = paths.twoFactorSettings({ next: paths.account() });
  return (
    <Setting
      icon={isOn ? ShieldCheck : ShieldOff}
      title="Two-factor authentication"
      meta={isOn ? `On, with an authenticator app. ${recoveryCodesLeft(left)}` : 'Off'}
      action={
        <LinkButton
          size="s"
          href={href}
          aria-label={isOn ? 'Manage two-factor authentication' : 'Set up two-factor authentication'}
        >
          {isOn ? 'Manage' : 'Set up'}
        </LinkButton>
      }
    />
  );
}

export function recoveryCodesLeft(count: number): string {
  if (count === 0) return 'None left. Make new ones now.';
  return count === 1 ? '1 recovery code left.' : `${count} recovery codes left.`;
}
