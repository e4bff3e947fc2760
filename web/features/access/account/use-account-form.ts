import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type Account, getAccount, saveAccount } from '#contract/account.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { rememberName } from '#web/api/start.ts';
import { showFieldErrors } from '#web/api/use-contract-form.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';

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
