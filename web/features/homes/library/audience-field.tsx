import { useId } from 'react';
import type { Audience, AudienceChoices } from '#contract/audience.ts';
import { counted } from '#domain/counted.ts';
import { peopleOf } from '#web/features/members/audience/audience-choice.ts';
import { AudiencePicker } from '#web/features/members/audience/audience-picker.tsx';

interface AudienceFieldProps {
  readonly choices: AudienceChoices;
  readonly value: Audience;
  readonly onChange: (audience: Audience) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly errorMessage?: string | undefined;
}

/** Who may read, with how many that are. */
export function AudienceField(props: AudienceFieldProps) {
  const titleId = useId();
  const people = peopleOf(props.choices, props.value).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would carry a border of its own
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId}>
        Who may read it <span className="meta">{counted(people, 'member')}</span>
      </p>
      <AudiencePicker {...props} />
    </div>
  );
}
