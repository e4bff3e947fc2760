import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Account } from '#contract/account.ts';
import { formatDate } from '#domain/dates.ts';
import { useTimeZone } from '#web/api/start.ts';
import { TwoFactorSection } from '#web/features/two-factor/two-factor-section.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';
import { PasswordDialog } from './password-dialog.tsx';

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
