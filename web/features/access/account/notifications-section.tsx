import type { Account } from '#contract/account.ts';
import { type NotificationChoice, notificationChoices } from '#domain/mail.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import type { AccountForm } from './account-form.tsx';
import styles from './notifications-section.module.css';

interface NotificationsSectionProps {
  readonly account: Account;
  readonly form: AccountForm;
}

export function NotificationsSection({ account, form }: NotificationsSectionProps) {
  if (account.notifications.length === 0) return null;
  return (
    <Section title="Notifications">
      <Stack gap="l">
        {account.notifications.map((board, index) => (
          <FormField key={board.board_id} form={form} name={`notifications.${index}.muted`}>
            {({ value, onChange }) => (
              <table className={styles.notify}>
                <caption className={styles.board}>{board.title}</caption>
                <thead>
                  <tr>
                    <th scope="col">
                      <span className="visually-hidden">About</span>
                    </th>
                    <th scope="col">Email</th>
                  </tr>
                </thead>
                <tbody>
                  {notificationChoices.map(({ choice, label }) => (
                    <tr key={choice}>
                      <th scope="row">{label}</th>
                      <td>
                        <Checkbox
                          label={`${label}, email from ${board.title}`}
                          labelHidden
                          value={!value.includes(choice)}
                          onChange={(isWanted) => onChange(withChoice(value, choice, isWanted))}
                        />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </FormField>
        ))}
        <p className="meta">Invitations to join and messages about your account are always sent.</p>
      </Stack>
    </Section>
  );
}

function withChoice(
  muted: readonly NotificationChoice[],
  choice: NotificationChoice,
  isWanted: boolean,
): NotificationChoice[] {
  return notificationChoices
    .map((each) => each.choice)
    .filter((each) => (each === choice ? !isWanted : muted.includes(each)));
}
