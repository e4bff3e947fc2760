import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { getSetup, setUp } from '#contract/setup.ts';
import { queryFor } from '#web/api/queries.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { TimeZoneField } from '#web/features/core/boards/time-zone-field.tsx';
import { AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { FieldRow } from '#web/ui/fields/field-parts.tsx';
import { FormField, FormPassword, FormText } from '#web/ui/fields/form-field.tsx';

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
        title="This link no longer works"
        lede="A setup link works once. Until setup is finished, the server prints a new link on its console each time it starts."
      />
    );
  }
  return <SetupForm token={token} />;
}

function SetupForm({ token }: { readonly token: string }) {
  const [isLeaving, setLeaving] = useState(false);
  const form = useContractForm({
    endpoint: setUp,
    defaults: {
      token,
      first_name: '',
      last_name: '',
      email: '',
      password: '',
      password_confirmation: '',
      board_title: '',
      shortname: '',
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    onSaved: ({ url }) => {
      setLeaving(true);
      window.location.assign(url);
    },
  });
  return (
    <AuthFrame
      board={null}
      wide
      title="Set up"
      lede="You will become the first site admin and the board admin of the first board."
    >
      <AuthForm onSubmit={() => !isLeaving && form.submit()}>
        <FieldRow>
          <FormText form={form} name="first_name" label="First name" autoComplete="given-name" />
          <FormText form={form} name="last_name" label="Last name" autoComplete="family-name" />
        </FieldRow>
        <FormText form={form} name="email" label="Email" type="email" autoComplete="username" />
        <FormPassword
          form={form}
          name="password"
          label="Password"
          autoComplete="new-password"
          description="At least 10 characters."
        />
        <FormPassword form={form} name="password_confirmation" label="Retype password" autoComplete="new-password" />
        <FormText form={form} name="board_title" label="Board" />
        <FormText
          form={form}
          name="shortname"
          label="Shortname"
          description="Lower-case letters, digits and hyphens; used in web addresses. If you leave this empty, it is created from the title."
        />
        <FormField form={form} name="time_zone">
          {(field) => <TimeZoneField {...field} />}
        </FormField>
        <Button type="submit" variant="primary" block isPending={form.isSaving || isLeaving}>
          Create board
        </Button>
      </AuthForm>
    </AuthFrame>
  );
}
