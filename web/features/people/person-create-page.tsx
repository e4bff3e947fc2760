import { zodResolver } from '@hookform/resolvers/zod';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useId } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { BodyInputOf } from '../../../contract/endpoint.ts';
import { createPerson, listPeople } from '../../../contract/people.ts';
import { markFields } from '../../api/field-errors.ts';
import { useCall } from '../../api/mutations.ts';
import { queryFor } from '../../api/queries.ts';
import { useBoard } from '../../api/start.ts';
import { paths } from '../../paths.ts';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { TopBarActions } from '../../shell/top-bar-actions.tsx';
import { useUnsavedChanges } from '../../shell/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { FieldRow, FormSection } from '../../ui/fields/field-row.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Card, Stack } from '../../ui/layout.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { Columns, Page, PageHead } from '../../ui/page.tsx';
import { Badge } from '../../ui/rows/badge.tsx';
import { Breadcrumbs } from '../../ui/rows/breadcrumbs.tsx';
import styles from './person-create-page.module.css';

type PersonFields = BodyInputOf<typeof createPerson>;
const emptyPerson: PersonFields = { first_name: '', last_name: '', email: '' };

/** /people/create. Who may not invite finds nothing here. */
export function PersonCreatePage() {
  const { data } = useSuspenseQuery(queryFor(listPeople));
  return data.can.create ? <NewPerson /> : <NotFoundPage />;
}

/** Invites one person; afterwards the form is ready for the next. */
function NewPerson() {
  const formId = useId();
  const { control, handleSubmit, reset, setError, setFocus, formState } = useForm<PersonFields>({
    resolver: zodResolver(createPerson.body),
    defaultValues: emptyPerson,
  });
  const firstName = useWatch({ control, name: 'first_name' }).trim();
  const invite = useCall(createPerson, {
    invalidates: ['people', 'timeline', 'meetings'],
    onSuccess: ({ person }) => {
      showToast(`${person.name} is invited.`, { icon: Send });
      reset(emptyPerson);
      setFocus('first_name');
    },
    onError: (error) => markFields(error, setError),
  });
  useUnsavedChanges(formState.isDirty);
  const submit = handleSubmit((body) => {
    if (!invite.isPending) invite.mutate({ body });
  });
  const field = (name: keyof PersonFields, label: string, more: { readonly type?: 'email' } = {}) => (
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
    <Page>
      <TopBarActions>
        <Button variant="primary" type="submit" form={formId} isPending={invite.isPending}>
          Invite
        </Button>
      </TopBarActions>
      <Breadcrumbs items={[{ label: 'People', href: paths.people() }]} />
      <PageHead title="New Person" />
      <Columns width="wide" aside={<WhatTheyGet firstName={firstName} />}>
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
          </FormSection>
        </form>
      </Columns>
    </Page>
  );
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
