import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { getDeciding } from '#contract/deciding.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { createPerson } from '#contract/people.ts';
import { listProfileFields } from '#contract/profile.ts';
import { callName } from '#domain/identity.ts';
import { votesByDefault } from '#domain/invitations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useBoard } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { FieldInput } from '#web/features/members/profile/profile-inputs.tsx';
import { paths } from '#web/paths.ts';
import { PageForm } from '#web/shell/page-form.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { Card, Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns } from '#web/ui/page.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { GroupsChoice, NewPersonFrame, VotesChoice } from './new-person.tsx';
import styles from './person-create-page.module.css';

export function PersonCreatePage() {
  const navigate = useNavigate();
  const { data } = useSuspenseQuery(queryFor(listProfileFields));
  const { deciding } = useSuspenseQuery(queryFor(getDeciding)).data;
  const proposesVotes = (values: readonly string[]): boolean => deciding.new_members_vote && votesByDefault(values);
  const positionFields = data.fields.filter((field) => field.filled_by === 'admin' && !field.is_retired);
  const emptyPerson: BodyInputOf<typeof createPerson> = {
    first_name: '',
    last_name: '',
    email: '',
    groups: [],
    is_board_admin: false,
    // Without this key, the form would look changed when the field registers.
    votes: undefined,
    values: Object.fromEntries(positionFields.map(({ id }) => [id, ''])),
  };
  const form = useContractForm({
    endpoint: createPerson,
    defaults: emptyPerson,
    toBody: ({ values = {}, votes = proposesVotes(Object.values(values)), ...person }) => ({
      ...person,
      votes,
      values: filledIn(values),
    }),
    guardsLeaving: true,
    invalidates: ['people', 'invitations', 'timeline', 'meetings'],
    onSaved: ({ person }) => {
      showToast(`${person.name} was invited.`, {
        icon: Send,
        action: { label: 'Pending invitations', onAction: () => void navigate({ href: paths.invitations() }) },
      });
      form.reset(emptyPerson);
      form.setFocus('first_name');
    },
  });
  const [first, last] = useWatch({ control: form.control, name: ['first_name', 'last_name'] });
  const called = callName({ first_name: first.trim(), last_name: last.trim() });
  const positions = Object.values(useWatch({ control: form.control, name: 'values' }) ?? {});
  return (
    <NewPersonFrame how="one">
      <Columns width="wide" spaced aside={<WhatTheyGet called={called} />}>
        <PageForm form={form} submitLabel="Invite">
          <FormSection>
            <FieldRow wide>
              <FormText form={form} name="first_name" label="First name" autoComplete="off" />
              <FormText form={form} name="last_name" label="Last name" autoComplete="off" />
            </FieldRow>
            <FormText form={form} name="email" label="Email" type="email" autoComplete="off" />
            <FormField form={form} name="groups">
              {({ value = [], onChange, onBlur }) => (
                <GroupsChoice label="Groups" value={value} onChange={onChange} onBlur={onBlur} />
              )}
            </FormField>
            <FormField form={form} name="votes">
              {({ value = proposesVotes(positions), onChange }) => <VotesChoice value={value} onChange={onChange} />}
            </FormField>
            <FormField form={form} name="is_board_admin">
              {({ value = false, onChange }) => (
                <Switch
                  label="Board admin"
                  description="Manages this board’s people, groups, meetings, library and setup."
                  value={value}
                  onChange={onChange}
                />
              )}
            </FormField>
          </FormSection>
          {positionFields.length > 0 && (
            <div className={styles.position}>
              <Section title="Position" aside="Filled in by board admins">
                <div className={styles.fields}>
                  <FieldRow wide>
                    {positionFields.map((field) => (
                      <FormField key={field.id} form={form} name={`values.${field.id}`}>
                        {({ name: _, value, ...bound }) => <FieldInput field={field} value={value ?? ''} {...bound} />}
                      </FormField>
                    ))}
                  </FieldRow>
                </div>
              </Section>
            </div>
          )}
        </PageForm>
      </Columns>
    </NewPersonFrame>
  );
}

const filledIn = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

function WhatTheyGet({ called }: { readonly called: string }) {
  const board = useBoard();
  const name = called === '' ? 'they' : called;
  return (
    <Card label="What happens">
      <Stack gap="s">
        <h2 className={styles.heading}>
          What {name} {called === '' ? 'get' : 'gets'}
        </h2>
        <p className="muted">
          An email from {board?.title ?? 'the board'} with a link to create an account, or to log in with an existing
          one.
        </p>
        <p className="muted">
          Until they join, they are listed as <Badge tone="caution">Invited</Badge> and get no notifications. You can
          reply to meeting invitations for them.
        </p>
      </Stack>
    </Card>
  );
}
