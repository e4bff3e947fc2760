import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Account } from '../../../contract/account.ts';
import { formatDate } from '../../../domain/dates.ts';
import { useTimeZone } from '../../api/start.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Rows } from '../../ui/rows/rows.tsx';
import { Section } from '../../ui/rows/section.tsx';
import { Setting } from '../../ui/rows/setting.tsx';
import { TwoFactorSection } from '../two-factor/two-factor-section.tsx';
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
