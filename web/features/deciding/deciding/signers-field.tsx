import type { ChosenSigner } from '#contract/signatures.ts';
import { capacityCharactersMax } from '#domain/signatures.ts';
import type { ControlProps } from '#web/ui/fields/field-parts.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TokenField } from '#web/ui/fields/token-field.tsx';

interface SignersFieldProps extends Omit<ControlProps<readonly ChosenSigner[], HTMLInputElement>, 'label'> {
  readonly members: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (signers: ChosenSigner[]) => void;
}

export function SignersField({ members, value, onChange, ...field }: SignersFieldProps) {
  return (
    <>
      <TokenField
        label="Signers"
        placeholder="Add a member"
        description="Members who can see the whole document."
        options={members.map(({ id, name }) => ({ value: id, label: name }))}
        {...field}
        value={value.map((signer) => signer.member_id)}
        onChange={(ids) =>
          onChange(ids.map((id) => value.find((each) => each.member_id === id) ?? { member_id: id, capacity: '' }))
        }
      />
      {value.map((signer) => (
        <TextField
          key={signer.member_id}
          label={`${members.find(({ id }) => id === signer.member_id)?.name ?? ''} signs as`}
          placeholder="Optional, for example Chair"
          maxLength={capacityCharactersMax}
          value={signer.capacity}
          onChange={(capacity) => onChange(value.map((each) => (each === signer ? { ...each, capacity } : each)))}
        />
      ))}
    </>
  );
}
