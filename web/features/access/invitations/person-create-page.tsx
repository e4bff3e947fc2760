import { zodResolver } from '@hookform/resolvers/zod';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useId } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { createPerson } from '#contract/people.ts';
import { listProfileFields } from '#contract/profile.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useBoard } from '#web/api/start.ts';
import { useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { showFieldErrors } from '#web/api/use-contract-form.ts';
import { PositionFields } from '#web/features/members/profile/profile-inputs.tsx';
import { paths } from '#web/paths.ts';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Card, Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns } from '#web/ui/page.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { GroupsChoice, InvitersOnly, NewPersonFrame } from './new-person.tsx';
import styles from './person-create-page.module.css';

type PersonFields = BodyInputOf<typeof createPerson>;
const emptyPerson: PersonFields = {
  first_name: '',
  last_name: '',
  email: '',
  groups: [],
  is_board_admin: false,
  values: {},
};

/** /people/create */
export function PersonCreatePage() {
  return (
    <InvitersOnly>
      <NewPerson />
    </InvitersOnly>
  );
}

/** Invites one person; afterwards the form is ready for the next. */
function NewPerson() {
  const formId = useId();
  const { clearErrors, control, handleSubmit, reset, setError, setFocus, formState } = useForm<PersonFields>({
    resolver: zodResolver(createPerson.body),
    defaultValues: emptyPerson,
  });
  const navigate = useNavigate();
  const { data } = useSuspenseQuery(queryFor(listProfileFields));
  const positionFields = data.fields.filter((field) => field.filled_by === 'admin' && !field.is_retired);
  const firstName = useWatch({ control, name: 'first_name' }).trim();
  const invite = useCall(createPerson, {
    invalidates: ['people', 'invitations', 'timeline', 'meetings'],
    onSuccess: ({ person }) => {
      showToast(`${person.name} is invited.`, {
        icon: Send,
        action: { label: 'Pending invitations', onAction: () => void navigate({ href: paths.invitations() }) },
      });
      reset(emptyPerson);
      setFocus('first_name');
    },
    onError: (error) => showFieldErrors(error, setError),
  });
  useUnsavedChanges(formState.isDirty);
  const submit = handleSubmit((body) => {
    if (!invite.isPending) invite.mutate({ body });
  });
  const field = (name: 'first_name' | 'last_name' | 'email', label: string, more: { readonly type?: 'email' } = {}) => (
    <Controller
      control={control}
      name={name}
      render={({ field: bound, fieldState: { error } }) => (
        <TextField
          label={label}
          autoComplete="off"
          {...bound}
          {...more}
          {...(error?.message === undefined ? {} : { errorMessage: error.message })}
        />
      )}
    />
  );
  return (
    <NewPersonFrame how="one">
      <TopBarActions>
        <Button variant="primary" type="submit" form={formId} isPending={invite.isPending}>
          Invite
        </Button>
      </TopBarActions>
      <Columns width="wide" spaced single aside={<WhatTheyGet firstName={firstName} />}>
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <FormSection>
            <FieldRow wide>
              {field('first_name', 'First name')}
              {field('last_name', 'Last name')}
            </FieldRow>
            {field('email', 'Email', { type: 'email' })}
            <Controller
              control={control}
              name="groups"
              render={({ field: { value = [], onChange, onBlur } }) => (
                <GroupsChoice label="Groups" value={value} onChange={onChange} onBlur={onBlur} />
              )}
            />
            <Controller
              control={control}
              name="is_board_admin"
              render={({ field: { value = false, onChange } }) => (
                <Switch
                  label="Board admin"
                  description="Manages people, groups, meetings, the library and the setup of this board."
                  value={value}
                  onChange={onChange}
                />
              )}
            />
          </FormSection>
          {positionFields.length > 0 && (
            <div className={styles.position}>
              <Section title="Position" aside="Kept by board admins">
                <div className={styles.fields}>
                  <Controller
                    control={control}
                    name="values"
                    render={({ field: { value = {}, onChange } }) => (
                      <PositionFields
                        fields={positionFields}
                        values={value}
                        errors={messagesOf(formState.errors.values)}
                        onChange={(id, typed) => {
                          clearErrors(`values.${id}`);
                          onChange({ ...value, [id]: typed });
                        }}
                      />
                    )}
                  />
                </div>
              </Section>
            </div>
          )}
        </form>
      </Columns>
    </NewPersonFrame>
  );
}

/** Complaints by field id, from a form's errors. */
function messagesOf(errors: unknown): Readonly<Record<string, string | undefined>> {
  const entries = Object.entries((errors ?? {}) as Readonly<Record<string, { readonly message?: string }>>);
  return Object.fromEntries(entries.map(([id, error]) => [id, error.message]));
}

function WhatTheyGet({ firstName }: { readonly firstName: string }) {
  const board = useBoard();
  const name = firstName === '' ? 'they' : firstName;
  return (
    <Card label="What happens">
      <Stack gap="s">
        <h2 className={styles.heading}>
          What {name} {firstName === '' ? 'get' : 'gets'}
        </h2>
        <p className="muted">
          An email from {board?.title ?? 'the board'} with a link to create an account, or to log in with one they have.
        </p>
        <p className="muted">
          Until they join they are listed as <Badge tone="caution">Invited</Badge> and get no notifications. You can
          reply to meetings for them.
        </p>
      </Stack>
    </Card>
  );
}
