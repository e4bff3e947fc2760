import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type Control, Controller, useForm, useWatch } from 'react-hook-form';
import { type Account, dropEmailChange, getAccount, saveAccount } from '#contract/account.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { rememberName } from '#web/api/start.ts';
import { showFieldErrors } from '#web/api/use-contract-form.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

interface NameAndEmailProps {
  readonly account: Account;
  readonly control: Control<AccountFields>;
}

export function NameAndEmail({ account, control }: NameAndEmailProps) {
  const email = useWatch({ control, name: 'email' });
  const isNewAddress = email.trim().toLowerCase() !== account.email.toLowerCase();
  const field = (
    name: 'first_name' | 'last_name' | 'email',
    label: string,
    more: { readonly type?: 'email'; readonly autoComplete: string; readonly description?: string },
  ) => (
    <Controller
      control={control}
      name={name}
      render={({ field: bound, fieldState: { error } }) => (
        <TextField
          label={label}
          {...bound}
          {...more}
          {...(error?.message === undefined ? {} : { errorMessage: error.message })}
        />
      )}
    />
  );
  return (
    <FormSection>
      <FieldRow wide>
        {field('first_name', 'First name', { autoComplete: 'given-name' })}
        {field('last_name', 'Last name', { autoComplete: 'family-name' })}
      </FieldRow>
      {field('email', 'Email', {
        type: 'email',
        autoComplete: 'email',
        description: 'A new address is used once you confirm it from that mailbox.',
      })}
      {isNewAddress && (
        <Controller
          control={control}
          name="current_password"
          render={({ field: { value, ...bound }, fieldState: { error } }) => (
            <PasswordField
              label="Current password"
              value={value ?? ''}
              {...bound}
              {...(error?.message === undefined
                ? { description: 'Asked for before the address changes.' }
                : { errorMessage: error.message })}
            />
          )}
        />
      )}
      {account.new_email !== null && <WaitingAddress present={account.email} wanted={account.new_email} />}
    </FormSection>
  );
}

function WaitingAddress({ present, wanted }: { readonly present: string; readonly wanted: string }) {
  const keep = useCall(dropEmailChange, { invalidates: ['account'] });
  return (
    <Notice isNews>
      We have written to {wanted}. Open the link in that message to confirm it; until then you log in with {present}.{' '}
      <TextButton onPress={() => keep.mutate({ body: {} })}>Keep the present address</TextButton>
    </Notice>
  );
}

export type AccountFields = BodyInputOf<typeof saveAccount>;

const fieldsOf = (account: Account): AccountFields => ({
  first_name: account.first_name,
  last_name: account.last_name,
  email: account.email,
  current_password: '',
  notifications: account.notifications.map(({ board_id, muted }) => ({ board_id, muted })),
});

/** The page's one form: name, address and notification choices are saved together. */
export function useAccountForm(account: Account) {
  const client = useQueryClient();
  const form = useForm<AccountFields>({
    resolver: zodResolver(saveAccount.body),
    defaultValues: fieldsOf(account),
  });
  const save = useCall(saveAccount, {
    invalidates: ['people', 'meetings', 'timeline'],
    onSuccess: ({ account: saved }) => {
      client.setQueryData(queryFor(getAccount).queryKey, { account: saved });
      rememberName(saved);
      form.reset(fieldsOf(saved));
      const isAsked = saved.new_email !== null && saved.new_email !== account.new_email;
      showToast(isAsked ? `Confirm ${saved.new_email} from the message we have sent there.` : 'Saved');
    },
    onError: (error) => showFieldErrors(error, form.setError),
  });
  const submit = form.handleSubmit((body) => {
    if (!save.isPending) save.mutate({ body });
  });
  return { form, submit, isSaving: save.isPending };
}
