import { Landmark, UserRound, UsersRound } from 'lucide-react';
import type { Audience, AudienceChoices } from '#contract/audience.ts';
import { memberCount } from '#domain/audience.ts';
import { HelpLink } from '#web/shell/help-link.tsx';
import { TokenField } from '#web/ui/fields/token-field.tsx';
import { type AudienceToken, audienceOfTokens, peopleOf, tokensOf } from './audience.ts';

interface AudiencePickerProps {
  readonly choices: AudienceChoices;
  readonly value: Audience;
  readonly onChange: (audience: Audience) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly errorMessage?: string | undefined;
}

export function AudiencePicker({ choices, value, onChange, onBlur, errorMessage }: AudiencePickerProps) {
  const isOffered = (person: AudienceChoices['people'][number]) =>
    person.may_be_named || value.member_ids.includes(person.member_id);
  const options = [
    ...(choices.whole_board
      ? [{ value: 'board' as const, label: 'Whole board', icon: Landmark, description: 'Every member' }]
      : []),
    ...choices.groups.map((group) => ({
      value: `group:${group.id}` as const,
      label: group.name,
      icon: UsersRound,
      description: memberCount(peopleOf(choices, { whole_board: false, group_ids: [group.id], member_ids: [] })),
    })),
    ...choices.people.filter(isOffered).map((person) => ({
      value: `member:${person.member_id}` as const,
      label: person.name,
      icon: UserRound,
      description: person.is_pending ? 'Invited' : undefined,
    })),
  ];
  return (
    <>
      <TokenField<AudienceToken>
        label="Add people or groups"
        labelHidden
        placeholder="Add people or groups"
        emptyText="Nobody else to add"
        options={options}
        value={tokensOf(value)}
        onChange={(tokens) => onChange(audienceOfTokens(tokens))}
        onBlur={onBlur}
        errorMessage={errorMessage}
      />
      <HelpLink chapter="secretaries" heading="choose-who-sees-a-meeting" />
    </>
  );
}
