import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Controller, useForm } from 'react-hook-form';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { getSetup, setUp } from '#contract/setup.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { showFieldErrors } from '#web/api/use-contract-form.ts';
import { TimeZoneField } from '#web/features/core/boards/time-zone-field.tsx';
import { AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { FieldRow } from '#web/ui/fields/field-parts.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

type SetupFields = BodyInputOf<typeof setUp>;

/** /setup?token=…: the first site admin and the first board (product.md, section 3). */
export function SetupPage() {
  const { token } = useSearch({ from: '/setup' });
  const { data } = useQuery({ ...queryFor(getSetup, { query: { token } }), staleTime: Number.POSITIVE_INFINITY });
  if (data === undefined) {
    return (
      <AuthFrame board={null} wide title="Set up">
        <ListSkeleton rows={2} />
      </AuthFrame>
    );
  }
  if (!data.is_open) {
    return (
      <AuthFrame
        board={null}
        wide
        title="This link is no longer open"
        lede="It works once, and only while the installation is empty. As long as it is, each start of the server prints a new one on its console."
      />
    );
  }
  return <SetupForm token={token} />;
}

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function SetupForm({ token }: { readonly token: string }) {
  const { control, handleSubmit, setError } = useForm<SetupFields>({
    resolver: zodResolver(setUp.body),
    defaultValues: {
      token,
      first_name: '',
      last_name: '',
      email: '',
      password: '',
      password_confirmation: '',
      board_title: '',
      shortname: '',
      time_zone: ownZone,
    },
  });
  const open = useCall(setUp, {
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => showFieldErrors(error, setError),
  });
  const isBusy = open.isPending || open.isSuccess;
  const submit = handleSubmit((body) => {
    if (!isBusy) open.mutate({ body });
  });
  const text = (name: keyof SetupFields, label: string, more: { readonly description?: string } = {}) => (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextField label={label} {...field} {...more} {...said(fieldState.error)} {...completions[name]} />
      )}
    />
  );
  return (
    <AuthFrame
      board={null}
      wide
      title="Set up"
      lede="You become the first site admin, and board admin of the first board."
    >
      <AuthForm onSubmit={() => void submit()}>
        <FieldRow>
          {text('first_name', 'First name')}
          {text('last_name', 'Last name')}
        </FieldRow>
        {text('email', 'Email')}
        <Controller
          control={control}
          name="password"
          render={({ field, fieldState }) => (
            <PasswordField
              label="Password"
              autoComplete="new-password"
              description="At least 10 characters."
              {...field}
              {...said(fieldState.error)}
            />
          )}
        />
        <Controller
          control={control}
          name="password_confirmation"
          render={({ field, fieldState }) => (
            <PasswordField label="Retype password" autoComplete="new-password" {...field} {...said(fieldState.error)} />
          )}
        />
        {text('board_title', 'Board')}
        {text('shortname', 'Shortname', {
          description:
            'Lower-case letters, digits and hyphens; used in addresses. Made from the title when left empty.',
        })}
        <Controller
          control={control}
          name="time_zone"
          render={({ field, fieldState }) => (
            <TimeZoneField
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              name={field.name}
              {...said(fieldState.error)}
            />
          )}
        />
        <Button type="submit" variant="primary" block isPending={isBusy}>
          Create board
        </Button>
      </AuthForm>
    </AuthFrame>
  );
}

const completions: Partial<Record<keyof SetupFields, { readonly autoComplete: string; readonly type?: 'email' }>> = {
  first_name: { autoComplete: 'given-name' },
  last_name: { autoComplete: 'family-name' },
  email: { autoComplete: 'username', type: 'email' },
};

function said(error: { readonly message?: string | undefined } | undefined): { errorMessage?: string } {
  return error?.message === undefined ? {} : { errorMessage: error.message };
}
