import { noteCharactersMax } from '#domain/meeting-changes.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';

interface WordToMembersProps {
  readonly value: string;
  readonly onChange: (note: string) => void;
  readonly onBlur?: (() => void) | undefined;
}

export function WordToMembers({ value, onChange, onBlur }: WordToMembersProps) {
  return (
    <TextArea
      label="Message to members"
      labelNote="Optional"
      rows={2}
      maxLength={noteCharactersMax}
      value={value}
      onChange={onChange}
      {...(onBlur === undefined ? {} : { onBlur })}
    />
  );
}
