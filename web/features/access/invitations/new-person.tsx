import { UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { GroupChoice } from '#contract/invitations.ts';
import { useBoard } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { CheckboxGroup } from '#web/ui/fields/checkbox.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { TokenField } from '#web/ui/fields/token-field.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';

interface VotesChoiceProps {
  readonly value: boolean;
  readonly onChange: (votes: boolean) => void;
}

export function VotesChoice({ value, onChange }: VotesChoiceProps) {
  return (
    <RadioGroup
      label="Votes?"
      value={value ? 'yes' : 'no'}
      onChange={(answer) => onChange(answer === 'yes')}
      options={[
        {
          value: 'yes',
          label: 'Yes',
          description: 'Voting members get ballots from the day they join.',
        },
        { value: 'no', label: 'No', description: 'For staff, advisers and guests.' },
      ]}
    />
  );
}

export function NewPersonFrame({ how, children }: { readonly how: 'one' | 'several'; readonly children: ReactNode }) {
  return (
    <Page>
      <Breadcrumbs items={[{ label: 'People', href: paths.people() }]} />
      <PageHead title="New Person" />
      <LinkTabs
        label="How many"
        tabs={[
          { label: 'One person', href: paths.personCreate(), isCurrent: how === 'one' },
          { label: 'Invite several', href: paths.personCreateSeveral(), isCurrent: how === 'several' },
        ]}
      />
      {children}
    </Page>
  );
}

interface GroupsChoiceProps {
  readonly label: string;
  readonly value: readonly GroupChoice[];
  readonly onChange: (value: GroupChoice[]) => void;
  readonly onBlur?: (() => void) | undefined;
}

export function GroupsChoice({ label, value, onChange, onBlur }: GroupsChoiceProps) {
  const groups = useBoard()?.groups ?? [];
  const options = groups.map(({ id, name }) => ({ value: id, label: name }));
  const choose = (ids: readonly string[], adminOf: readonly string[]): void =>
    onChange(ids.map((id) => ({ id, is_group_admin: adminOf.includes(id) })));
  const ids = value.map((group) => group.id);
  const adminOf = value.filter((group) => group.is_group_admin).map((group) => group.id);
  return (
    <>
      <TokenField
        label={label}
        placeholder="Add groups"
        icon={UsersRound}
        emptyText="No other groups"
        {...(groups.length === 0 ? { isDisabled: true, description: 'The board has no groups yet.' } : {})}
        options={options}
        value={ids}
        onChange={(next) => choose(next, adminOf)}
        onBlur={onBlur}
      />
      {ids.length > 0 && (
        <CheckboxGroup
          label="Group admin of"
          options={options.filter((option) => ids.includes(option.value))}
          value={adminOf}
          onChange={(next) => choose(ids, next)}
        />
      )}
    </>
  );
}
