import { TextArea } from '#web/ui/fields/text-area.tsx';

interface WordToMembersProps {
  readonly value: string;
  readonly onChange: (note: string) => void;
}

/** The editor's own words, for the mail of what is about to be sent. */
export function WordToMembers({ value, onChange }: WordToMembersProps) {
  return (
    <TextArea
      label="A word to members"
      labelNote="Optional"
      rows={2}
      maxLength={2_000}
      value={value}
      onChange={onChange}
    />
  );
}
