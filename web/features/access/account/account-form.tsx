import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { type Account, dropEmailChange, getAccount, saveAccount } from '#contract/account.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { type NotificationChoice, notificationChoices } from '#domain/mail.ts';
import { normaliseEmail } from '#domain/validation.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { rememberName } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormField, FormPassword, FormText } from '#web/ui/fields/form-field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './account-form.module.css';

export type AccountForm = ReturnType<typeof useAccountForm>;

const fieldsOf = (account: Account): BodyInputOf<typeof saveAccount> => ({
  first_name: account.first_name,
  last_name: account.last_name,
  email: account.email,
  current_password: '',
  notifications: account.notifications.map(({ board_id, muted }) => ({ board_id, muted })),
});

export function useAccountForm(account: Account) {
  const client = useQueryClient();
  const form = useContractForm({
    endpoint: saveAccount,
    defaults: fieldsOf(account),
    invalidates: ['people', 'meetings', 'timeline'],
    guardsLeaving: 'and-saves',
    saved: ({ account: saved }) =>
      saved.new_email !== null && saved.new_email !== account.new_email
        ? `We have sent a message to ${saved.new_email}. Open the link in it to confirm the address.`
        : 'Saved',
    onSaved: ({ account: saved }) => {
      client.setQueryData(queryFor(getAccount).queryKey, { account: saved });
      rememberName(saved);
      form.reset(fieldsOf(saved));
    },
  });
  return form;
}

interface AccountProps {
  readonly account: Account;
  readonly form: AccountForm;
}

export function AccountFields({ account, form }: AccountProps) {
  const keep = useCall(dropEmailChange, { invalidates: ['account'] });
  const email = useWatch({ control: form.control, name: 'email' });
  const isNewAddress = normaliseEmail(email) !== normaliseEmail(account.email);
  return (
    <FormSection>
      <FieldRow wide>
        <FormText form={form} name="first_name" label="First name" autoComplete="given-name" />
        <FormText form={form} name="last_name" label="Last name" autoComplete="family-name" />
      </FieldRow>
      <FormText
        form={form}
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        description="You can use a new address once you have opened the confirmation link that we send to it."
      />
      {isNewAddress && account.has_password && (
        <FormPassword
          form={form}
          name="current_password"
          label="Current password"
          description="Required to change your email address."
        />
      )}
      {account.new_email !== null && (
        <Notice isNews>
          We have sent a message to {account.new_email}. Open the link in it to confirm the address; until then, log in
          with {account.email}.{' '}
          <TextButton onPress={() => keep.mutate({ body: {} })}>Keep the current address</TextButton>
        </Notice>
      )}
    </FormSection>
  );
}

export function NotificationsSection({ account, form }: AccountProps) {
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

function withChoice(muted: readonly NotificationChoice[], choice: NotificationChoice, isWanted: boolean) {
  return notificationChoices
    .map((each) => each.choice)
    .filter((each) => (each === choice ? !isWanted : muted.includes(each)));
}
