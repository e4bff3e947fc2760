import { type Control, Controller } from 'react-hook-form';
import type { Account } from '#contract/account.ts';
import { type NotificationChoice, notificationChoices } from '#domain/mail.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import type { AccountFields } from './account-form.tsx';
import styles from './notifications-section.module.css';

interface NotificationsSectionProps {
  readonly account: Account;
  readonly control: Control<AccountFields>;
}

/** What comes by mail, board by board. Invitations to a board and messages about the account itself always come. */
export function NotificationsSection({ account, control }: NotificationsSectionProps) {
  const offered = notificationChoices.filter(({ choice }) => account.choices.includes(choice));
  if (account.notifications.length === 0 || offered.length === 0) return null;
  return (
    <Section title="Notifications">
      <Stack gap="l">
        {account.notifications.map((board, index) => (
          <Controller
            key={board.board_id}
            control={control}
            name={`notifications.${index}.muted`}
            render={({ field: { value, onChange } }) => (
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
                  {offered.map(({ choice, label }) => (
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
          />
        ))}
        <p className="meta">Invitations to join and messages about your account always come.</p>
      </Stack>
    </Section>
  );
}

/** In the order in which they are shown, so that going back and forth ends where it began. */
function withChoice(
  muted: readonly NotificationChoice[],
  choice: NotificationChoice,
  isWanted: boolean,
): NotificationChoice[] {
  return notificationChoices
    .map((each) => each.choice)
    .filter((each) => (each === choice ? !isWanted : muted.includes(each)));
}
