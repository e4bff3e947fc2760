import { Radio, RadioGroup } from 'react-aria-components';
import { Button } from '#web/ui/actions/button.tsx';
import styles from './rsvp-bar.module.css';
import { OptionFace, optionClass, type RsvpOption } from './rsvp-bar.tsx';

interface RsvpProposalProps<Value extends string> {
  readonly options: readonly RsvpOption<Value>[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly isPending?: boolean | undefined;
}

export function RsvpProposal<Value extends string>(props: RsvpProposalProps<Value>) {
  const { options, value, onChoose, confirmLabel, onConfirm, isPending = false } = props;
  return (
    <>
      <RadioGroup
        aria-label="Your reply"
        orientation="horizontal"
        value={value}
        onChange={(chosen) => onChoose(chosen as Value)}
        isDisabled={isPending}
        className={styles['rsvp-options'] ?? ''}
      >
        {options.map((option) => (
          <Radio key={option.value} value={option.value} data-proposable="" className={optionClass(option)}>
            <OptionFace option={option} />
          </Radio>
        ))}
      </RadioGroup>
      <Button variant="primary" block isPending={isPending} onPress={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  );
}
