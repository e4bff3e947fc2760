import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { type Control, Controller } from 'react-hook-form';
import type { BoardSetup } from '#contract/boards.ts';
import { setTwoFactorRequired } from '#contract/two-factor.ts';
import { useCall } from '#web/api/mutations.ts';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';
import type { SetupForm } from './setup-form.ts';

const linkChoices: readonly { value: BoardSetup['magic_links']; label: string; description: string }[] = [
  { value: 'full', label: 'Show everything', description: 'The meeting or announcement, with its documents.' },
  { value: 'answer', label: 'For answering only', description: 'What is needed to reply; no documents.' },
  { value: 'off', label: 'Open nothing', description: 'Everybody signs in first.' },
];

interface SafetyFieldsProps {
  readonly setup: BoardSetup;
  readonly control: Control<SetupForm>;
  /** The duty has changed on the server, and with it perhaps the links. */
  readonly onDuty: () => Promise<void>;
}

/** What links in messages open, and whether a second factor is asked of everybody. */
export function SafetyFields({ setup, control, onDuty }: SafetyFieldsProps) {
  return (
    <Section title="Signing in and links">
      <Stack>
        <Controller
          name="magic_links"
          control={control}
          render={({ field }) => (
            <RadioGroup label="Links in messages, without signing in" options={linkChoices} {...field} />
          )}
        />
        <Rows label="Signing in">
          <Duty setup={setup} onDuty={onDuty} />
        </Rows>
      </Stack>
    </Section>
  );
}

function Duty({ setup, onDuty }: Pick<SafetyFieldsProps, 'setup' | 'onDuty'>) {
  const [isAsking, setAsking] = useState(false);
  const { two_factor_required: isRequired } = setup;
  const change = useCall(setTwoFactorRequired, {
    onSuccess: async ({ two_factor_required: required, magic_links: links }) => {
      setAsking(false);
      await onDuty();
      const isNarrowed = required && links === 'answer' && setup.magic_links === 'full';
      showToast(
        required
          ? `Two-factor authentication is asked of everybody.${isNarrowed ? ' Links in messages are for answering only now.' : ''}`
          : 'Two-factor authentication is up to each member.',
      );
    },
  });
  const set = (required: boolean): void => change.mutate({ body: { required } });
  return (
    <>
      <Setting
        icon={isRequired ? ShieldCheck : ShieldOff}
        title="Two-factor authentication"
        meta={metaOf(setup)}
        action={
          <DutyAction
            setup={setup}
            isPending={change.isPending}
            onAsk={() => setAsking(true)}
            onStop={() => set(false)}
          />
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Ask it of everybody?"
        confirmLabel="Ask everybody"
        isPending={change.isPending}
        onConfirm={() => set(true)}
      >
        <p>
          Members without two-factor authentication set it up before the board opens to them again.
          {setup.magic_links === 'full' && ' Links in messages will be for answering only: they show no documents.'}
        </p>
      </ConfirmDialog>
    </>
  );
}

function metaOf({ two_factor_required: isRequired, can }: BoardSetup): string {
  if (isRequired) return 'The board opens only to members who have it.';
  return can.require_two_factor
    ? 'Up to each member.'
    : 'Up to each member. Turn it on for yourself before you ask it of others.';
}

function DutyAction(props: {
  readonly setup: BoardSetup;
  readonly isPending: boolean;
  readonly onAsk: () => void;
  readonly onStop: () => void;
}) {
  if (props.setup.two_factor_required) {
    return (
      <Button size="s" isPending={props.isPending} onPress={props.onStop}>
        Stop asking
      </Button>
    );
  }
  if (!props.setup.can.require_two_factor) {
    return (
      <LinkButton size="s" href={paths.twoFactorSettings({ next: paths.adminSetup() })}>
        Set up mine
      </LinkButton>
    );
  }
  return (
    <Button size="s" onPress={props.onAsk}>
      Ask everybody
    </Button>
  );
}
