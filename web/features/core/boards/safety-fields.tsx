import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import type { BoardSetup } from '#contract/boards.ts';
import { setTwoFactorRequired } from '#contract/two-factor.ts';
import { useCall } from '#web/api/mutations.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { FormRadioGroup } from '#web/ui/fields/form-choices.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';
import { ProviderSetting } from './provider-setting.tsx';
import type { SetupForm } from './setup-form.ts';

const linkChoices: readonly { value: BoardSetup['magic_links']; label: string; description: string }[] = [
  { value: 'full', label: 'Show everything', description: 'The meeting or announcement, with its documents.' },
  { value: 'answer', label: 'For replies only', description: 'Only what is needed to reply, without documents.' },
  { value: 'off', label: 'Switched off', description: 'Everybody must sign in first.' },
];

const deviceChoices: readonly { value: BoardSetup['papers_on_devices']; label: string; description: string }[] = [
  { value: 'allowed', label: 'Allowed', description: 'Encrypted, with a passcode of at least 12 characters.' },
  {
    value: 'six-digits',
    label: 'Allowed with a passcode of six digits or more',
    description:
      'Somebody who copies a device’s storage can try every six-digit passcode within minutes. Use this only where devices are encrypted.',
  },
  {
    value: 'not-allowed',
    label: 'Not allowed',
    description: 'Papers kept on a device are deleted the next time it connects.',
  },
];

const watermarkChoices: readonly { value: BoardSetup['watermark']; label: string; description: string }[] = [
  { value: 'off', label: 'Off', description: 'Papers are downloaded without a watermark.' },
  { value: 'downloads', label: 'On downloads and board books', description: 'Signed PDFs get no watermark.' },
];

const paperChoices: readonly { value: BoardSetup['paper_links']; label: string; description: string }[] = [
  { value: 'anyone', label: 'Anyone', description: 'Editors can ask anybody with an email address for a paper.' },
  { value: 'members', label: 'Members only', description: 'Editors can ask only members for a paper.' },
  { value: 'off', label: 'Off', description: 'Papers cannot be requested, and earlier links stop working.' },
];

interface RequirementProps {
  readonly setup: BoardSetup;
  readonly onRequirementChange: () => Promise<void>;
}

interface SafetyFieldsProps extends RequirementProps {
  readonly form: ContractForm<SetupForm>;
}

export function SafetyFields({ setup, form, onRequirementChange }: SafetyFieldsProps) {
  return (
    <Section title="Signing in and links">
      <Stack>
        <FormRadioGroup
          form={form}
          name="magic_links"
          label="Message links that need no sign-in"
          options={linkChoices}
        />
        <FormRadioGroup form={form} name="paper_links" label="Papers by link" options={paperChoices} />
        <FormRadioGroup form={form} name="papers_on_devices" label="Papers on devices" options={deviceChoices} />
        <FormRadioGroup
          form={form}
          name="watermark"
          label="Watermark"
          description="A watermark discourages; it does not prevent copying from the viewer."
          options={watermarkChoices}
        />
        <FormText
          form={form}
          name="trust_days"
          label="Days before a code is required again on a trusted device"
          inputMode="numeric"
          description="Members can choose to trust a device when they sign in with a code. Enter 0 to ask for a code every time."
        />
        <Rows label="Signing in">
          <TwoFactorRequirement setup={setup} onRequirementChange={onRequirementChange} />
          <ProviderSetting onChange={onRequirementChange} />
        </Rows>
      </Stack>
    </Section>
  );
}

function TwoFactorRequirement({ setup, onRequirementChange }: RequirementProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { two_factor_required: isRequired } = setup;
  const change = useCall(setTwoFactorRequired, {
    onSuccess: async ({ two_factor_required: required, magic_links: links }) => {
      setConfirming(false);
      await onRequirementChange();
      const isNarrowed = required && links === 'answer' && setup.magic_links === 'full';
      showToast(
        required
          ? `Two-factor authentication is now required for everybody.${isNarrowed ? ' Links in messages can now be used only to reply.' : ''}`
          : 'Two-factor authentication is now optional.',
      );
    },
  });
  const set = (required: boolean): void => change.mutate({ body: { required } });
  const makeOptional = (
    <Button size="s" isPending={change.isPending} onPress={() => set(false)}>
      Make it optional
    </Button>
  );
  const makeRequired = (
    <Button size="s" onPress={() => setConfirming(true)}>
      Require it
    </Button>
  );
  const setUpFirst = (
    <LinkButton size="s" href={paths.twoFactorSettings({ next: paths.adminSetup() })}>
      Set up for my account
    </LinkButton>
  );
  return (
    <>
      <Setting
        icon={isRequired ? ShieldCheck : ShieldOff}
        title="Two-factor authentication"
        meta={metaOf(setup)}
        action={isRequired ? makeOptional : setup.can.require_two_factor ? makeRequired : setUpFirst}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Require two-factor authentication?"
        confirmLabel="Require it"
        isPending={change.isPending}
        onConfirm={() => set(true)}
      >
        <p>
          Members without two-factor authentication must set it up before they can open the board again.
          {setup.magic_links === 'full' && ' Links in messages will show no documents and can be used only to reply.'}
        </p>
      </ConfirmDialog>
    </>
  );
}

function metaOf({ two_factor_required: isRequired, can }: BoardSetup): string {
  if (isRequired) return 'The board is open only to members who have set it up.';
  return can.require_two_factor
    ? 'Each member decides.'
    : 'Each member decides. Turn it on for yourself before you require it of others.';
}
