import { createSiteBoard, inviteFirstAdmin, type SiteBoard, updateSiteBoard } from '#contract/site.ts';
import { fullName } from '#domain/identity.ts';
import { changedFields, useContractForm } from '#web/api/use-contract-form.ts';
import { TimeZoneField } from '#web/features/core/boards/time-zone-field.tsx';
import { FieldRow } from '#web/ui/fields/field-parts.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

interface BoardDialogProps {
  readonly board: SiteBoard;
  readonly onClose: () => void;
}

export function NewBoardDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useContractForm({
    endpoint: createSiteBoard,
    defaults: {
      title: '',
      shortname: '',
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      plan_note: '',
      first_name: '',
      last_name: '',
      email: '',
    },
    invalidates: ['site'],
    saved: (_answer, body) => `${body.title} is open. ${fullName(body)} was invited as its admin.`,
    onSaved: onClose,
  });
  return (
    <FormDialog scrolls title="New board" submitLabel="Create board" form={form} onClose={onClose}>
      <FormText form={form} name="title" label="Title" isRequired />
      <FormText
        form={form}
        name="shortname"
        label="Short name"
        description="Used in web addresses. If you leave this empty, it is created from the title."
      />
      <FormField form={form} name="time_zone">
        {(field) => <TimeZoneField {...field} />}
      </FormField>
      <FormText form={form} name="plan_note" label="Plan" description="Only site admins see this." />
      <FieldRow>
        <FormText form={form} name="first_name" label="Admin’s first name" />
        <FormText form={form} name="last_name" label="Last name" />
      </FieldRow>
      <FormText form={form} name="email" label="Email" type="email" isRequired />
    </FormDialog>
  );
}

export function EditBoardDialog({ board, onClose }: BoardDialogProps) {
  const { title, shortname, plan_note } = board;
  const form = useContractForm({
    endpoint: updateSiteBoard,
    params: { id: board.id },
    defaults: { title, shortname, plan_note },
    toBody: (checked) => changedFields({ title, shortname, plan_note }, checked),
    invalidates: ['site'],
    saved: 'Board saved',
    onSaved: onClose,
  });
  return (
    <FormDialog scrolls title="Edit board" submitLabel="Save" form={form} onClose={onClose}>
      <FormText form={form} name="title" label="Title" isRequired />
      <FormText
        form={form}
        name="shortname"
        label="Short name"
        isRequired
        description="Used in web addresses. The old short name keeps working."
      />
      <FormText form={form} name="plan_note" label="Plan" description="Only site admins see this." />
    </FormDialog>
  );
}

export function FirstAdminDialog({ board, onClose }: BoardDialogProps) {
  const form = useContractForm({
    endpoint: inviteFirstAdmin,
    params: { id: board.id },
    defaults: { first_name: '', last_name: '', email: '' },
    invalidates: ['site'],
    saved: ({ invited }, { email }) =>
      invited ? `${email} was invited as a board admin.` : `${email} is now a board admin.`,
    onSaved: onClose,
  });
  return (
    <FormDialog
      scrolls
      title={`Appoint an admin for ${board.title}`}
      submitLabel="Appoint admin"
      form={form}
      onClose={onClose}
    >
      <p>
        Nobody on this board can invite others. Enter an active member’s details to make them an admin immediately, or
        somebody else’s to invite them.
      </p>
      <FieldRow>
        <FormText form={form} name="first_name" label="First name" />
        <FormText form={form} name="last_name" label="Last name" />
      </FieldRow>
      <FormText form={form} name="email" label="Email" type="email" isRequired />
    </FormDialog>
  );
}
