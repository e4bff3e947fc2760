import { UsersRound } from 'lucide-react';
import type { GroupChoice } from '#contract/invitations.ts';
import { useBoard } from '#web/api/start.ts';
import { CheckboxGroup } from '#web/ui/fields/checkbox.tsx';
import { TokenField } from '#web/ui/fields/token-field.tsx';

interface GroupsChoiceProps {
  readonly label: string;
  readonly value: readonly GroupChoice[];
  readonly onChange: (value: GroupChoice[]) => void;
  readonly onBlur?: (() => void) | undefined;
}

/** Which groups somebody is to belong to, and which of them they run. */
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
        emptyText="No other group"
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
